import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../../context.ts'
import { readSetting } from '../../../settings/settings.ts'
import { eachTestApp } from '../../../test/shared-app.ts'
import {
  confirmPeople,
  keepPrayers,
  makeGroup,
  makePrayer,
  makeReport,
  makeUpdate,
  makeUser,
  setPeople,
} from '../../../test/make.ts'
import { untilAwaited } from '../../../test/locks.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { openCase } from '../../community/prayers/care-cases.commands.ts'
import { deleteGroup, lockGroup, recordRemoval } from '../../community/groups/groups.commands.ts'
import { lockPrayers, setPrayerPublication } from '../../community/prayers/prayers.commands.ts'
import { insertReaction } from '../../community/prayers/reactions.commands.ts'
import { lockUser } from '../../identity/users/users.queries.ts'
import { deletePerson } from './deletions.commands.ts'

const password = 'a quiet evening prayer'
const NAME = 'Canary Deborah'
const email = 'canary-deborah@example.org'

/** Takes back what a transaction did, so that it can be done again. */
class Undone extends Error {}

const hide = (ctx: Context, prayer: string) => setPrayerPublication(ctx, prayer, 'hidden', 'moderator')
/** The first step of praying for a request. */
const notePrayed = (ctx: Context, prayer_request_id: string, user_id: string) =>
  ctx.db.insertInto('prayed').values({ prayer_request_id, user_id, first_prayed_at: now(), prayed_at: now() }).execute()

const app = eachTestApp()
let id: string
let token: string

beforeEach(async () => {
  const { data } = await app.ask('sessions.sign_up', { email, password, displayName: NAME })
  ;({ token } = data)
  id = data.user.id
})

const plan = (prayers: string) => app.ask('deletions.plan', { id, prayers }, { as: token })
const signIn = () => app.ask('sessions.sign_in', { email, password })
const now = () => app.ctx.clock().toISOString()
async function skipGracePeriod(): Promise<void> {
  app.advance(7 * DAY_MS + 1000)
  await app.runJobs()
}

/** Every row of every table but the audit log, as text. */
async function dumpDatabase(): Promise<string> {
  const tables = (await app.ctx.db.introspection.getTables())
    .map(({ name }) => name)
    // SQLite's search index holds no ids, and its internal tables hold no rows of text.
    .filter((name) => name !== 'audit_log' && !/^search_words($|_)/.test(name))
  expect(tables.length).toBeGreaterThan(30)
  const rows = await Promise.all(
    tables.map(async (table) => [table, await sql`select * from ${sql.table(table)}`.execute(app.ctx.db)] as const),
  )
  return rows.map(([table, { rows: all }]) => all.map((row) => `${table} ${JSON.stringify(row)}`).join('\n')).join('\n')
}

/** Expects the stored counts to equal those of the rows. */
async function checkCounts(): Promise<void> {
  const { db } = app.ctx
  const prayers = await db
    .selectFrom('prayers')
    .select(['id', 'pray_count'])
    .select((query) =>
      query
        .selectFrom('prayed')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('prayed.prayer_request_id', '=', 'prayers.id')
        .as('rows'),
    )
    .execute()
  for (const prayer of prayers) expect(prayer.pray_count).toBe(Number(prayer.rows))
  const reactions = await db.selectFrom('reactions').select(['prayer_request_id', 'update_id', 'type']).execute()
  const counts = await db.selectFrom('reaction_counts').selectAll().execute()
  for (const { target_id, type, count } of counts) {
    const rows = reactions.filter((row) => (row.prayer_request_id ?? row.update_id) === target_id && row.type === type)
    expect(count).toBe(rows.length)
  }
  const targets = new Set([
    ...prayers.map((prayer) => prayer.id),
    ...(await db.selectFrom('prayer_updates').select('id').execute()).map((update) => update.id),
  ])
  expect(counts.filter(({ target_id }) => !targets.has(target_id))).toEqual([])
  for (const { name, count } of (await app.ask('categories.counts')).data) {
    const links = await db
      .selectFrom('prayer_categories')
      .innerJoin('prayers', 'prayers.id', 'prayer_request_id')
      .innerJoin('categories', 'categories.id', 'category_id')
      .where('categories.name', '=', name)
      .where('publication', '=', 'published')
      .where('visibility', '=', 'public')
      .select('prayers.id')
      .execute()
    expect([name, count]).toEqual([name, links.length])
  }
  for (const group of await db.selectFrom('groups').select(['id', 'member_count']).execute()) {
    const members = await db
      .selectFrom('memberships')
      .select('user_id')
      .where('group_id', '=', group.id)
      .where('status', '=', 'active')
      .execute()
    expect(group.member_count).toBe(members.length)
  }
}

/** Creates a user who has rows in every table. */
async function live() {
  const { ctx } = app
  const { db } = ctx
  const tomas = await app.person('tomas')
  const ruth = await app.person('ruth')
  const group = await makeGroup(ctx, [id, ruth, tomas], 'Handed over')
  const lonely = await makeGroup(ctx, [id], 'Nobody else')
  const at = now()
  await db.updateTable('memberships').set({ role: 'leader' }).where('user_id', '=', tomas).execute()
  const post = (content: string, more = {}) => makePrayer(ctx, id, { content, ...more })
  const own = {
    open: await post('My mother has cancer and begins chemotherapy'),
    nameless: await post('I lost my job and cannot tell anybody', { is_anonymous: true }),
    members: await post('For the members only', { visibility: 'members' }),
    secret: await post('For nobody but me', { visibility: 'private' }),
    group: await post('For my group', { visibility: 'group', group_id: group }),
    lonely: await post('For an empty room', { visibility: 'group', group_id: lonely }),
  }
  await app.ask('prayers.edit', { id: own.open, content: `My mother has cancer. ${NAME} asks.` }, { as: token })
  await app.ask(
    'prayers.edit',
    { id: own.open, content: 'My mother has cancer and begins chemotherapy' },
    { as: token },
  )
  const theirs = await makePrayer(ctx, tomas, { content: 'Please pray for the exam of my son' })
  const update = await makeUpdate(ctx, id, own.open)
  const taken_back = await makeUpdate(ctx, id, own.open, { content: `${NAME} is in hospital.` })
  await insertReaction(ctx, tomas, { prayer_request_id: null, update_id: taken_back }, 'amen')
  await app.ask('updates.delete', { id: own.open, updateId: taken_back }, { as: token })
  await makeUpdate(ctx, tomas, theirs)
  for (const name of ['tomas', 'ruth'] as const) {
    await app.ask('prayers.pray', { id: own.open }, { as: await app.signIn(name) })
    await app.ask('prayers.pray', { id: theirs }, { as: await app.signIn(name) })
  }
  await app.ask(
    'prayers.pray',
    { id: theirs },
    { as: token, headers: { 'idempotency-key': `key-of-${NAME}`.replace(' ', '-') } },
  )
  await app.ask('prayers.pray', { id: own.open }, { as: token })
  for (const [user_id, prayer_request_id] of [
    [id, theirs],
    [tomas, theirs],
    [tomas, own.open],
  ] as const)
    await insertReaction(ctx, user_id, { prayer_request_id, update_id: null }, 'amen')
  const updated = { prayer_request_id: null, update_id: update }
  for (const user_id of [tomas, id]) await insertReaction(ctx, user_id, updated, 'amen')
  await keepPrayers(ctx, id, [theirs])
  await makeReport(ctx, id, theirs)
  await makeReport(ctx, tomas, own.open)
  await db
    .insertInto('notifications')
    .values({
      id: randomUUID(),
      user_id: id,
      kind: 'prayed',
      prayer_request_id: own.open,
      group_id: null,
      payload: '{}',
      created_at: at,
    })
    .execute()
  await app.ask('preferences.write', { id, appearance: 'dark' }, { as: token })
  await ctx.addJob('prayers.classify', { id: own.open })
  await ctx.addJob('prayers.classify', { id: theirs })
  await app.runJobs()
  return { own, theirs, group, lonely, tomas }
}

describe('after the days of grace', () => {
  it('“keep without name” leaves the requests, and nothing that leads to the person', async () => {
    const { own, theirs, group, lonely, tomas } = await live()
    expect((await app.ask('prayers.one', { id: own.open })).data.author?.id).toBe(id)
    await plan('keep_without_name')
    await skipGracePeriod()

    const kept = await app.ask('prayers.one', { id: own.open }, { as: await app.signIn('tomas') })
    expect(kept.data).toMatchObject({
      author: null,
      is_mine: false,
      is_anonymous: false,
      pray_count: 2,
      reactions: { amen: 1 },
    })
    expect((await app.ask('prayers.one', { id: own.nameless })).data.author).toBeNull()
    for (const gone of [own.secret, own.lonely]) {
      expect(await app.ctx.db.selectFrom('prayers').select('id').where('id', '=', gone).execute()).toEqual([])
    }
    for (const text of [kept.text, (await app.ask('prayers.list')).text, await dumpDatabase()]) {
      expect(text).not.toContain(id)
      expect(text.toLowerCase()).not.toContain('canary')
    }
    expect((await app.ask('prayers.one', { id: theirs })).data).toMatchObject({ pray_count: 2, reactions: { amen: 1 } })
    await checkCounts()

    const owners = await app.ctx.db
      .selectFrom('memberships')
      .select('user_id')
      .where('group_id', '=', group)
      .where('role', '=', 'owner')
      .execute()
    expect(owners).toEqual([{ user_id: tomas }])
    const news = (await app.ask('notifications.list', {}, { as: await app.signIn('tomas') })).data.items
    expect(news.map((notice) => [notice.kind, notice.group_id])).toContainEqual(['group', group])
    expect(await app.ctx.db.selectFrom('groups').select('id').where('id', '=', lonely).execute()).toEqual([])

    expect((await signIn()).problem.code).toBe('sessions.wrong_credentials')
    expect((await app.ask('sessions.sign_up', { email, password })).status).toBe(200)
  })

  it('“delete” takes the requests away, with what hangs on them', async () => {
    const { own, theirs } = await live()
    await plan('delete')
    await skipGracePeriod()
    for (const gone of Object.values(own)) {
      expect((await app.ask('prayers.one', { id: gone }, { as: await app.signIn('ruth') })).status).toBe(404)
    }
    const left = await app.ctx.db.selectFrom('prayers').select('id').execute()
    expect(left).toEqual([{ id: theirs }])
    const text = await dumpDatabase()
    expect(text).not.toContain(id)
    expect(text.toLowerCase()).not.toContain('canary')
    for (const gone of Object.values(own)) expect(text).not.toContain(gone)
    await checkCounts()
  })

  it.each([
    ['goes with an account that confirmed it', true, 0],
    ['stays where nobody did, who may have signed up with the address of another', false, 1],
  ] as const)('an address on the list of a group %s', async (_, is_confirmed, left) => {
    const { db } = app.ctx
    const group_id = await makeGroup(app.ctx, [await app.person('tomas')])
    const row = { id: randomUUID(), group_id, email, address_hash: 'hash', language: 'en' as const, added_by: null }
    await db
      .insertInto('group_readers')
      .values({ ...row, created_at: now(), ask_at: null, confirmed_at: now() })
      .execute()
    if (is_confirmed) await confirmPeople(app.ctx, id)
    await plan('delete')
    await skipGracePeriod()
    expect(await db.selectFrom('group_readers').select('id').execute()).toHaveLength(left)
  })

  it('a group stays while it holds requests of others, though nobody is in it', async () => {
    const group = await makeGroup(app.ctx, [id])
    const former = await app.person('tomas')
    await makePrayer(app.ctx, former, { visibility: 'group', group_id: group })
    await plan('delete')
    await skipGracePeriod()
    expect(await app.ctx.db.selectFrom('groups').select('member_count').execute()).toEqual([{ member_count: 0 }])
    expect(await app.ctx.db.selectFrom('prayers').select('author_id').execute()).toEqual([{ author_id: former }])
  })

  it('a group that goes leaves the case of somebody who left a line in it', async () => {
    const group_id = await makeGroup(app.ctx, [id])
    const line_of = await makePrayer(app.ctx, id, { visibility: 'group', group_id })
    const line = await makePrayer(app.ctx, await app.person('tomas'), { visibility: 'private' })
    await app.ctx.db.updateTable('prayers').set({ line_of }).where('id', '=', line).execute()
    await app.ctx.transaction((ctx) => openCase(ctx, line, 'words'))
    await plan('keep_without_name')
    await skipGracePeriod()
    expect(await app.ctx.db.selectFrom('groups').select('id').execute()).toEqual([])
    const cases = await app.ctx.db.selectFrom('care_cases').select('prayer_request_id').execute()
    expect(cases).toEqual([{ prayer_request_id: line }])
  })

  it('they are on the plan of who is on call no more, and others as before', async () => {
    const ruth = await app.person('ruth')
    await app.writeSetting('care_on_call', [`${id} 1 2`, `${ruth} 3`])
    await plan('delete')
    await skipGracePeriod()
    expect(await readSetting(app.ctx, 'care_on_call')).toEqual([`${ruth} 3`])
  })

  it('one that fails keeps no other waiting, and is tried again', async () => {
    const { db, database } = app.ctx
    const stuck = await makeUser(app.ctx)
    const past = now()
    await setPeople(app.ctx, { status: 'deleting', deletes_at: past, deletion_by: stuck }, stuck)
    // A row that the program does not know references this user.
    await sql`create table holds (user_id ${sql.raw(database.engine.name === 'postgres' ? 'uuid' : 'text')} references users)`.execute(
      db,
    )
    await sql`insert into holds values (${stuck})`.execute(db)
    await plan('delete')
    await skipGracePeriod()
    expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: stuck }])
    await sql`drop table holds`.execute(db)
    app.advance(10_000)
    await app.runJobs()
    expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  })

  it('waits for who acts on them, a request or a group of theirs, and keeps nobody from it', async () => {
    const { ctx } = app
    const categoryIds = [(await app.ask('categories.list')).data[0]?.id]
    const share = async (as: string) =>
      (await app.ask('prayers.create', { content: 'Please pray.', categoryIds }, { as })).data.id
    const hannah = await app.signIn('hannah')
    const own = await share(token)
    const theirs = await share(hannah)
    await app.ask('prayers.pray', { id: theirs }, { as: token })
    const reader = await app.person('hannah')
    const group = await makeGroup(ctx, [reader, id])
    await makePrayer(ctx, id, { visibility: 'group', group_id: group })
    await plan('delete')
    app.advance(7 * DAY_MS + 1000)
    const acts = [
      [(other: Context) => lockPrayers(other.db, [own]), (other: Context) => lockUser(other, id)],
      [(other: Context) => notePrayed(other, own, reader), (other: Context) => lockPrayers(other.db, [own])],
      [(other: Context) => lockGroup(other, group), (other: Context) => recordRemoval(other, group, id)],
      [(other: Context) => lockPrayers(other.db, [theirs]), (other: Context) => hide(other, theirs)],
      [(other: Context) => lockGroup(other, group), (other: Context) => deleteGroup(other, group, id)],
    ] as const
    for (const [lock, act] of acts) {
      const isLocked = Promise.withResolvers<void>()
      const acting = ctx.transaction(async (other) => {
        await lock(other)
        isLocked.resolve()
        // Meanwhile the deletion comes to what is locked.
        await untilAwaited(other)
        await act(other)
      })
      await isLocked.promise
      const deleting = ctx.transaction(async (other) => {
        await deletePerson(other, id)
        throw new Undone()
      })
      await Promise.all([acting, expect(deleting).rejects.toThrow(Undone)])
    }
    await app.runJobs()
    expect(await ctx.db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([])
    await checkCounts()
  })

  it('shows nobody which anonymous requests were theirs: they take lines as before, and keep those they have', async () => {
    const [named, anonymous, never] = [
      await makePrayer(app.ctx, id),
      await makePrayer(app.ctx, id, { is_anonymous: true }),
      await makePrayer(app.ctx, id, { is_anonymous: true, takes_lines: false }),
    ]
    const read = async (one: string) => {
      const tomas = await app.signIn('tomas')
      const { data } = await app.ask('prayers.one', { id: one }, { as: tomas })
      return [data.takes_lines, (await app.ask('prayers.lines', { id: one }, { as: tomas })).data.items.length]
    }
    const tomas = await app.signIn('tomas')
    for (const one of [named, anonymous]) {
      await app.ask('prayers.pray', { id: one }, { as: tomas })
      expect((await app.ask('prayers.leave_line', { id: one, phrase: 'shepherd' }, { as: tomas })).status).toBe(200)
    }
    await plan('keep_without_name')
    const before = [await read(anonymous), await read(never)]
    await skipGracePeriod()
    expect([await read(anonymous), await read(never)]).toEqual(before)
    expect(before).toEqual([
      [true, 1],
      [false, 0],
    ])
    expect(await read(named)).toEqual([false, 0])
    // What is written to nobody does nothing.
    const grace = await app.signIn('grace')
    await app.ask('prayers.pray', { id: anonymous }, { as: grace })
    expect((await app.ask('prayers.leave_line', { id: anonymous, phrase: 'shepherd' }, { as: grace })).status).toBe(200)
    app.advance(60 * 60_000)
    await app.runJobs()
  })
})
