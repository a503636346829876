import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type NewLiveEvent, publishEvents } from '../../../live/announce.ts'
import { FailingStatements } from '../../../test/failing-statements.ts'
import { openLivePage } from '../../../test/live-page.ts'
import { makeGroup } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'

/** One more than what is told one by one. */
const MANY = 201
/** As many at once as lead to a reset. */
const MANY_AT_ONCE = 1000

const app = sharedTestApp()
const who = ['tomas', 'grace', 'ines', 'ruth'] as const satisfies PersonName[]
const audience_ids: Partial<Record<NewLiveEvent['audience'], string>> = {}

beforeAll(async () => {
  for (const name of who) await app.person(name)
  audience_ids.group = await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')])
  audience_ids.person = await app.person('tomas')
})
beforeEach(async () => {
  await app.ctx.db.deleteFrom('events').execute()
  // No page of an earlier test is counted.
  await expect.poll(() => app.app.live.size).toBe(0)
})

/** Those who are told, of as many events for this audience as lead to a reset. */
async function toldOfMany(audience: NewLiveEvent['audience'], except_id: string | null = null): Promise<string[]> {
  const since = Math.floor(app.ctx.clock().getTime() / 1000)
  const event: NewLiveEvent = { kind: 'queues', audience, audience_id: audience_ids[audience] ?? null, except_id }
  const many = Array.from({ length: MANY }, () => event)
  await app.ctx.transaction((ctx) => publishEvents(ctx, many))
  const told: string[] = []
  for (const name of who) {
    const { text } = await app.ask('live.stream', { since, once: true }, { as: await app.signIn(name) })
    if (text.includes('data:')) told.push(name)
  }
  return told
}

it.each<[NewLiveEvent['audience'], string[]]>([
  ['members', ['tomas', 'grace', 'ines', 'ruth']],
  ['group', ['tomas']],
  ['person', ['tomas']],
  ['team', ['ines', 'ruth']],
  ['moderator', ['ruth']],
])('who missed much that is for %s alone learns it, and others not even that it happened', async (audience, told) => {
  expect(await toldOfMany(audience)).toEqual(told)
})

it('nor does who is left out of an audience', async () => {
  expect(await toldOfMany('moderator', await app.person('ruth'))).toEqual([])
})

const hear = async (name: PersonName) => await openLivePage(app, await app.signIn(name))

it('who is outside hears nothing of much that happens at once, and who is inside is told to read anew', async () => {
  const [inside, outside] = [await hear('tomas'), await hear('grace')]
  const event: NewLiveEvent = { kind: 'groups', audience: 'group', audience_id: audience_ids.group ?? null }
  const many = Array.from({ length: MANY_AT_ONCE }, () => event)
  await app.ctx.transaction((ctx) => publishEvents(ctx, many))
  await app.app.live.publish()
  await expect.poll(() => inside.bytes()).toContain('{"kind":"reset"}')
  // Comes after all of them.
  await app.ctx.transaction((ctx) => publishEvents(ctx, [{ kind: 'queues', audience: 'members' }]))
  await app.app.live.publish()
  const told = () => outside.bytes().match(/^data: .*$/gm)
  await expect.poll(() => told()).toEqual(['data: {"kind":"queues"}'])
  for (const page of [inside, outside]) page.close()
})

it('much that happens at once is told once, however long the next round is in coming', async () => {
  const page = await hear('tomas')
  const other: NewLiveEvent = { kind: 'groups', audience: 'person', audience_id: await app.person('grace') }
  const many = Array.from({ length: MANY_AT_ONCE }, () => other)
  const tell = async (...events: NewLiveEvent[]): Promise<void> => {
    await app.ctx.transaction((ctx) => publishEvents(ctx, events))
    await app.app.live.publish()
  }
  // More than one look finds.
  await tell(...many, { kind: 'queues', audience: 'members' })
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5000)
  await app.app.live.publish()
  clock.mockRestore()
  // Comes after all of them.
  await tell({ kind: 'notices', audience: 'members' })
  const told = () => page.bytes().match(/^data: .*$/gm)
  await expect.poll(() => told()).toContain('data: {"kind":"notices"}')
  expect(told()).toEqual(['data: {"kind":"queues"}', 'data: {"kind":"notices"}'])
  page.close()
})

it('what the database kept from being told is told in the next round, whichever statement failed', async () => {
  const page = await hear('tomas')
  const failing = new FailingStatements()
  onTestFinished(() => failing.stop())
  const event: NewLiveEvent = { kind: 'groups', audience: 'group', audience_id: audience_ids.group ?? null }
  for (let nth = 1; nth <= 3; nth += 1) {
    await app.ctx.transaction((ctx) => publishEvents(ctx, [event]))
    failing.arm(nth)
    await app.app.live.publish()
    failing.disarm()
    await app.app.live.publish()
    await expect.poll(() => page.events).toHaveLength(nth)
  }
  page.close()
})
