import { beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { depth } from '../../../test/depth.ts'
import { untilAwaited } from '../../../test/locks.ts'
import { makeGroup, makePrayer, makeUser } from '../../../test/make.ts'
import { deletePerson, planDeletion } from '../../site/personal-data/deletions.commands.ts'
import { lockPrayers } from '../prayers/prayers.commands.ts'
import { deleteGroup } from './groups.commands.ts'

const ROUNDS = depth.race_rounds

const app = sharedTestApp()
let hannah: string
let tomas: string
const token: Record<string, string> = {}

beforeAll(async () => {
  hannah = await app.person('hannah')
  tomas = await app.person('tomas')
  token['hannah'] = await app.signIn('hannah')
  token['tomas'] = await app.signIn('tomas')
})

const activeMembers = async (group_id: string): Promise<{ counted: number; kept: number; owners: number }> => {
  const rows = await app.ctx.db.selectFrom('memberships').selectAll().where('group_id', '=', group_id).execute()
  const active = rows.filter(({ status }) => status === 'active')
  const { member_count } = await app.ctx.db
    .selectFrom('groups')
    .select('member_count')
    .where('id', '=', group_id)
    .executeTakeFirstOrThrow()
  return { counted: active.length, kept: member_count, owners: active.filter(({ role }) => role === 'owner').length }
}

/** The number of requests by an author. */
const requestsOf = async (author_id: string): Promise<number> => {
  const { count } = await app.ctx.db
    .selectFrom('prayers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author_id', '=', author_id)
    .executeTakeFirstOrThrow()
  return count
}

it('shares nothing in a group after its author has left it', { timeout: 240_000 }, async () => {
  const id = await makeGroup(app.ctx, [hannah])
  await app.ctx.db.updateTable('groups').set({ joining: 'open' }).where('id', '=', id).execute()
  const as = token['tomas']
  let shared = 0
  let refused = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await app.ask('groups.join', { id }, { as })
    const known = await requestsOf(tomas)
    const post = app.ask('prayers.create_in_group', { id, content: 'Please pray for rain.' }, { as })
    const leave = app.ask('groups.leave', { id }, { as })
    expect((await leave).status).toBe(200)
    // No request may be added after this.
    const left = await requestsOf(tomas)
    const { status } = await post
    expect([status, await requestsOf(tomas)]).toEqual([left > known ? 200 : 404, left])
    if (status === 200) shared += 1
    else refused += 1
  }
  expect(shared + refused).toBe(ROUNDS)
})

it('loses no request that is shared while its group is deleted', { timeout: 240_000 }, async () => {
  for (let round = 0; round < ROUNDS / 5; round += 1) {
    const id = await makeGroup(app.ctx, [hannah, tomas])
    const [post, remove] = await Promise.all([
      app.ask('prayers.create_in_group', { id, content: 'Please pray for rain.' }, { as: token['tomas'] }),
      app.ask('groups.delete', { id }, { as: token['hannah'] }),
    ])
    expect([post.status === 200 || post.status === 404, remove.status]).toEqual([true, 200])
    if (post.status !== 200) continue
    const { data } = await app.ask('prayers.one', { id: post.data.id }, { as: token['tomas'] })
    expect([data.visibility, data.group_id]).toEqual(['private', null])
  }
})

it('always keeps an owner when two demote each other, or leave, at the same moment', { timeout: 240_000 }, async () => {
  const id = await makeGroup(app.ctx, [hannah, tomas])
  for (let round = 0; round < ROUNDS; round += 1) {
    await app.ctx.db.updateTable('memberships').set({ role: 'owner' }).where('group_id', '=', id).execute()
    const demote = (as: string, userId: string) =>
      app.ask('groups.edit_member', { id, userId, role: 'member' }, { as: token[as] })
    const answers = await Promise.all(
      round % 2 === 0
        ? [demote('hannah', tomas), demote('tomas', hannah)]
        : [demote('hannah', tomas), demote('tomas', tomas)],
    )
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect((await activeMembers(id)).owners).toBeGreaterThanOrEqual(1)
  }
})

it('never lets in who is banned while joining, and keeps the count', { timeout: 240_000 }, async () => {
  const id = await makeGroup(app.ctx, [hannah])
  await app.ctx.db.updateTable('groups').set({ joining: 'open' }).where('id', '=', id).execute()
  for (let round = 0; round < ROUNDS; round += 1) {
    await app.ask('groups.join', { id }, { as: token['tomas'] })
    const [ban, join] = await Promise.all([
      app.ask('groups.edit_member', { id, userId: tomas, status: 'banned' }, { as: token['hannah'] }),
      app.ask('groups.join', { id }, { as: token['tomas'] }),
    ])
    expect([ban.status, join.status < 500]).toEqual([200, true])
    expect(await activeMembers(id)).toEqual({ counted: 1, kept: 1, owners: 1 })
    await app.ask('groups.delete_member', { id, userId: tomas }, { as: token['hannah'] })
  }
})

it('whoever leads no longer leaves no code, and does not delete the group', { timeout: 240_000 }, async () => {
  for (let round = 0; round < ROUNDS / 5; round += 1) {
    const id = await makeGroup(app.ctx, [hannah, tomas])
    await app.ctx.db.updateTable('memberships').set({ role: 'owner' }).where('group_id', '=', id).execute()
    const demote = () => app.ask('groups.edit_member', { id, userId: tomas, role: 'member' }, { as: token['hannah'] })
    const promote = () => app.ask('groups.edit_member', { id, userId: tomas, role: 'owner' }, { as: token['hannah'] })
    const [demoted] = await Promise.all([demote(), app.ask('groups.create_invite', { id }, { as: token['tomas'] })])
    expect(demoted.status).toBe(200)
    expect((await app.ask('groups.invites', { id }, { as: token['hannah'] })).data).toEqual([])
    await promote()
    const [again, removed] = await Promise.all([demote(), app.ask('groups.delete', { id }, { as: token['tomas'] })])
    expect([
      [200, 403],
      [404, 200],
    ]).toContainEqual([again.status, removed.status])
  }
})

// The last here: it takes days.
it('is deleted while the account is, too, of somebody who has left it and whose requests stayed', async () => {
  const group_id = await makeGroup(app.ctx, [hannah])
  const gone = await makeUser(app.ctx)
  const makeBetween = async (from: string, to: string): Promise<string> => {
    const made = await makePrayer(app.ctx, gone, { visibility: 'group', group_id })
    if (made >= from && made < to) return made
    await app.ctx.db.deleteFrom('prayers').where('id', '=', made).execute()
    return await makeBetween(from, to)
  }
  // Each of the two would come to the second from another side.
  const made = [await makeBetween('b', 'g'), await makeBetween('5', 'b'), await makeBetween('0', '5')]
  await app.ctx.transaction((ctx) => planDeletion(ctx, gone, { by: gone, deletes_prayers: true }))
  app.advance(8 * DAY_MS)
  const isLocked = Promise.withResolvers<void>()
  const holding = app.ctx.transaction(async (ctx) => {
    await lockPrayers(ctx.db, made.slice(1, 2))
    isLocked.resolve()
    await untilAwaited(ctx, 2)
  })
  await isLocked.promise
  await Promise.all([
    holding,
    app.ctx.transaction((ctx) => deleteGroup(ctx, group_id, hannah)),
    app.ctx.transaction((ctx) => deletePerson(ctx, gone)),
  ])
  expect(await requestsOf(gone)).toBe(0)
  expect(await app.ctx.db.selectFrom('groups').select('id').where('id', '=', group_id).execute()).toEqual([])
})
