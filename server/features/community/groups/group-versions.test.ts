import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startTestApp } from '../../../test/app.ts'

let app: TestApp
let as: string
let tomas: string
beforeAll(async () => {
  app = await startTestApp()
  as = await app.signIn('hannah')
  tomas = await app.signIn('tomas')
})
afterAll(() => app.stop())

const make = async () => (await app.ask('groups.create', { name: `Circle ${randomUUID()}` }, { as })).data
const edit = (input: object) => app.ask('groups.edit', { ...input }, { as })

it('a change that names the version it is of overwrites no newer one', async () => {
  const { id, updated_at } = await make()
  const { data: newer } = await edit({ id, description: 'We meet at eight.', updated_at })
  // The test's clock does not advance, and the two times differ even so.
  expect(newer.updated_at).not.toBe(updated_at)
  const late = await edit({ id, name: 'Evening', joining: 'open', updated_at })
  expect(late.problem).toMatchObject({ status: 409, code: 'groups.changed' })
  expect((await app.ask('groups.one', { id }, { as })).data).toMatchObject({ ...newer, prayers: [] })
  expect((await edit({ id, description: 'At nine.', updated_at: newer.updated_at })).status).toBe(200)
  // A client that names no version changes what there is.
  expect((await edit({ id, description: 'At ten.' })).status).toBe(200)
})

it('of two changes of one version at the same moment, one is refused', async () => {
  const { id, updated_at } = await make()
  const tries = await Promise.all([0, 1, 2, 3].map((hour) => edit({ id, description: `At ${hour}.`, updated_at })))
  expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
})

it('tells its version to those who may edit it, and to nobody else', async () => {
  const { id } = await make()
  const read = async (token: string) => (await app.ask('groups.one', { id }, { as: token })).data.updated_at
  expect(await read(as)).toEqual(expect.any(String))
  expect(await read(tomas)).toBeNull()
  await app.ask('groups.join', { id }, { as: tomas })
  expect(await read(tomas)).toBeNull()
})
