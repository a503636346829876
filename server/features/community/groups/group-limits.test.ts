import { expect, it } from 'vitest'
import { makeGroup } from '../../../test/make.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'

const app = sharedTestApp({ limit_scale: 1 })

it('lets nobody try one name after the other to learn which unlisted groups there are', async () => {
  const [hannah, grace] = [{ as: await app.signIn('hannah') }, { as: await app.signIn('grace') }]
  const { status } = await app.ask('groups.create', { name: 'Sober together', is_listed: false }, hannah)
  const { data: own } = await app.ask('groups.create', { name: 'Evening prayer' }, grace)
  expect([status, own.name]).toEqual([200, 'Evening prayer'])
  const tries: number[] = []
  // A name that is free is a guess, too.
  for (let round = 0; round < 14; round += 1) {
    tries.push((await app.ask('groups.edit', { id: own.id, name: `Evening prayer ${round}` }, grace)).status)
    tries.push((await app.ask('groups.edit', { id: own.id, name: 'SOBER together' }, grace)).status)
  }
  tries.push((await app.ask('groups.create', { name: 'Sober together' }, grace)).status)
  expect(tries).toEqual(Array.from({ length: 29 }, (_, index) => (index % 2 === 0 && index < 28 ? 200 : 409)))
  expect((await app.ask('groups.create', { name: 'Sober together' }, grace)).status).toBe(429)
  expect((await app.ask('groups.edit', { id: own.id, name: 'Evening prayer' }, grace)).status).toBe(429)
  // What is no guess goes on.
  const same = { id: own.id, name: 'Evening prayer 13', description: 'At nine.' }
  expect((await app.ask('groups.edit', same, grace)).status).toBe(200)
  expect((await app.ask('groups.create', { name: 'Morning prayer' }, hannah)).status).toBe(200)
})

it('lets nobody who takes it back, or is refused, call the leaders of a group again and again', async () => {
  const id = await makeGroup(app.ctx, [await app.person('hannah')])
  const [tomas, marcos] = [{ as: await app.signIn('tomas') }, { as: await app.signIn('marcos') }]
  const told: number[] = []
  for (let round = 0; round < 7; round += 1) {
    told.push((await app.ask('groups.join', { id }, tomas)).status)
    await app.ask('groups.leave', { id }, tomas)
  }
  expect(told).toEqual([200, 200, 200, 200, 200, 429, 429])
  const { data } = await app.ask('groups.join', { id }, marcos)
  expect(data.my_status).toBe('pending')
})
