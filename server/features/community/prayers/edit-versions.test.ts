import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startTestApp } from '../../../test/app.ts'

let app: TestApp
let as: string
beforeAll(async () => {
  app = await startTestApp()
  as = await app.signIn('hannah')
})
afterAll(() => app.stop())

const words = () => `Please pray. canary-${randomUUID()}`
const share = async () => (await app.ask('prayers.create', { content: words() }, { as })).data
const edit = (input: object) => app.ask('prayers.edit', { ...input }, { as })

it('a change that names the version it is of overwrites no newer one', async () => {
  const { id, updated_at } = await share()
  const content = words()
  const { data: newer } = await edit({ id, content, updated_at })
  const late = await edit({ id, content: words(), updated_at })
  expect(late.problem).toMatchObject({ status: 409, code: 'prayers.changed' })
  expect((await app.ask('prayers.one', { id }, { as })).data.content).toBe(content)
  expect((await edit({ id, content: words(), updated_at: newer.updated_at })).status).toBe(200)
  // A client that names no version changes what there is.
  expect((await edit({ id, content: words() })).status).toBe(200)
})

it('of two changes of one version at the same moment, one is refused', async () => {
  const { id, updated_at } = await share()
  const tries = await Promise.all([0, 1, 2, 3].map(() => edit({ id, content: words(), updated_at })))
  expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
})
