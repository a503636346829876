import { expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'

const app = sharedTestApp({ limit_scale: 1 })

it('lets nobody try one name after the other to learn which unlisted groups there are', async () => {
  const [hannah, grace] = [{ as: await app.signIn('hannah') }, { as: await app.signIn('grace') }]
  const { status } = await app.ask('groups.create', { name: 'Sober together', is_listed: false }, hannah)
  const { data: own } = await app.ask('groups.create', { name: 'Evening prayer' }, grace)
  expect([status, own.name]).toEqual([200, 'Evening prayer'])
  const tries: number[] = []
  for (let round = 0; round < 10; round += 1) {
    tries.push((await app.ask('groups.create', { name: 'Sober together' }, grace)).status)
    tries.push((await app.ask('groups.edit', { id: own.id, name: 'SOBER together' }, grace)).status)
  }
  expect(new Set(tries)).toEqual(new Set([409]))
  expect((await app.ask('groups.create', { name: 'Sober together' }, grace)).status).toBe(429)
  expect((await app.ask('groups.edit', { id: own.id, name: 'SOBER together' }, grace)).status).toBe(429)
  // What is no guess goes on.
  expect((await app.ask('groups.edit', { id: own.id, description: 'At nine.' }, grace)).status).toBe(200)
  expect((await app.ask('groups.create', { name: 'Morning prayer' }, hannah)).status).toBe(200)
})
