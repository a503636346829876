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

const words = () => `He is better. canary-${randomUUID()}`
/** A request with an update. */
const tell = async () => {
  const { id } = (await app.ask('prayers.create', { content: words() }, { as })).data
  const { data } = await app.ask('updates.create', { id, content: words() }, { as })
  return { id, updateId: data.id, updated_at: data.updated_at }
}
const edit = (input: object) => app.ask('updates.edit', { ...input }, { as })

it('a change that names the version it is of overwrites no newer one', async () => {
  const { updated_at, ...which } = await tell()
  const content = words()
  const { data: newer } = await edit({ ...which, content, updated_at })
  // The test's clock does not advance, and the two times differ even so.
  expect(newer.updated_at).not.toBe(updated_at)
  const late = await edit({ ...which, content: words(), status: 'answered', updated_at })
  expect(late.problem).toMatchObject({ status: 409, code: 'updates.changed' })
  expect((await app.ask('prayers.one', { id: which.id }, { as })).data).toMatchObject({
    status: 'open',
    updates: [{ content, updated_at: newer.updated_at }],
  })
  expect((await edit({ ...which, content: words(), updated_at: newer.updated_at })).status).toBe(200)
  // A client that names no version changes what there is.
  expect((await edit({ ...which, content: words() })).status).toBe(200)
})

it('of two changes of one version at the same moment, one is refused', async () => {
  const { updated_at, ...which } = await tell()
  const tries = await Promise.all([0, 1, 2, 3].map(() => edit({ ...which, content: words(), updated_at })))
  expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
})

it('tells its version to its author, and to nobody else', async () => {
  const { id } = await tell()
  for (const name of ['prayers.one', 'prayers.updates'] as const) {
    const read = async (token?: string) => {
      const { data } = await app.ask(name, { id }, { as: token })
      return ('updates' in data ? data.updates : data).map(({ updated_at }) => updated_at)
    }
    expect(await read(as)).toEqual([expect.any(String)])
    expect([await read(tomas), await read()]).toEqual([[null], [null]])
  }
})
