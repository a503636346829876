import { randomUUID } from 'node:crypto'
import type { Insertable, Updateable } from 'kysely'
import type { GroupRole, GroupStatus } from '../../contract/groups.ts'
import type { NewPrayer, PrayerStatus } from '../../contract/prayers.ts'
import { type Context, now } from '../context.ts'
import { insertPrayer } from '../features/community/prayers/prayers.commands.ts'
import { openCaseOfWords } from '../features/community/prayers/prayer-review.ts'
import { insertUpdate } from '../features/community/updates/updates.commands.ts'
import { insertUser } from '../features/identity/users/users.commands.ts'
import type { Db } from '../db/open.ts'
import type { Schema, Users } from '../db/schema.ts'
import type { NamedPerson } from './people.ts'

const BATCH = 500

/** Creates a user with a password hash that was computed once; tests of passwords sign up over HTTP instead. */
export const makeUser = (
  ctx: Context,
  { email = `${randomUUID()}@example.org`, display_name = 'Somebody', role = 'member' }: Partial<NamedPerson> = {},
  password_hash = 'none',
): Promise<string> =>
  ctx.transaction(({ db }) => insertUser(db, now(ctx), { email, display_name, role, password_hash }))

/**
 * Creates a request as if its author had posted it, without a job for the classifier. Its text contains a word that
 * occurs nowhere else.
 */
export const makePrayer = (ctx: Context, author_id: string, prayer: Partial<NewPrayer> = {}): Promise<string> =>
  ctx.transaction(async (transaction) => {
    const { id } = await insertPrayer(
      transaction,
      { id: author_id, role: 'member', session_id: '', confirmed_at: '' },
      { content: `Please pray for my father, who is ill. canary-${randomUUID()}`, ...prayer },
      null,
    )
    return id
  })

/** Holds a request as if its words had been of danger. */
export const holdForDanger = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction(async (transaction) => {
    const { visibility } = await transaction.db
      .updateTable('prayers')
      .set({ publication: 'held', held_reason: 'crisis', held_at: now(transaction), alert: 'self_harm' })
      .where('id', '=', id)
      .returning('visibility')
      .executeTakeFirstOrThrow()
    await openCaseOfWords(transaction, { id, visibility })
  })

/** Creates an update as if its author had posted it. */
export const makeUpdate = (
  ctx: Context,
  author_id: string,
  prayer_request_id: string,
  { content = 'He is at home again.', status = null }: { content?: string; status?: PrayerStatus | null } = {},
): Promise<string> =>
  ctx.transaction(async (transaction) => {
    const prayer = await transaction.db
      .selectFrom('prayers')
      .select(['id', 'is_anonymous', 'answered_at'])
      .where('id', '=', prayer_request_id)
      .executeTakeFirstOrThrow()
    const author = { id: author_id, role: 'member' as const, session_id: '', confirmed_at: '' }
    return await insertUpdate(transaction, author, prayer, { content, status, is_held: false })
  })

/** Creates a group with the given active members; the first is its owner. */
export async function makeGroup(ctx: Context, members: string[], name = `Group ${randomUUID()}`): Promise<string> {
  const id = randomUUID()
  const at = now(ctx)
  await ctx.transaction(async ({ db }) => {
    await db
      .insertInto('groups')
      .values({
        id,
        name,
        name_folded: name.toLowerCase(),
        member_count: members.length,
        created_at: at,
        updated_at: at,
      })
      .execute()
    for (const [index, user_id] of members.entries()) {
      await db
        .insertInto('memberships')
        .values({ group_id: id, user_id, role: index === 0 ? 'owner' : 'member', created_at: at, updated_at: at })
        .execute()
    }
  })
  return id
}

/** Gives somebody a place in a group, or another one. Leaves the number of its members as it is. */
export const setMember = (
  ctx: Context,
  group_id: string,
  user_id: string,
  place: { role?: GroupRole; status?: GroupStatus } = {},
) =>
  ctx.db
    .insertInto('memberships')
    .values({ group_id, user_id, created_at: now(ctx), updated_at: now(ctx), ...place })
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet({ group_id, ...place }))
    .execute()

/** Changes these people, or all. */
export async function setPeople(ctx: Context, change: Updateable<Users>, ...ids: string[]): Promise<void> {
  const all = ctx.db.updateTable('users').set(change)
  await (ids.length === 0 ? all : all.where('id', 'in', ids)).execute()
}

/** Confirms the addresses of these people, or of all. */
export const confirmPeople = (ctx: Context, ...ids: string[]): Promise<void> =>
  setPeople(ctx, { email_verified_at: now(ctx) }, ...ids)

/** Changes these requests. */
export const setPrayers = (ctx: Context, change: Updateable<Schema['prayers']>, ...ids: string[]) =>
  ctx.db.updateTable('prayers').set(change).where('id', 'in', ids).execute()

/** Stores what somebody prefers who has chosen nothing yet. */
export const prefer = (ctx: Context, user_id: string, choices: Partial<Insertable<Schema['preferences']>>) =>
  ctx.db
    .insertInto('preferences')
    .values({ user_id, notify: '{}', ...choices })
    .execute()

/** A row of a person without a name, for many at once. */
export const rowOfPerson = (id: string, at: string) => ({
  id,
  email: `${id}@example.org`,
  display_name: 'Somebody',
  password_hash: 'none',
  created_at: at,
  updated_at: at,
})

/** The columns that each row of a request needs, for many at once. */
export const rowOfPrayer = (at: string) => ({
  is_anonymous: false,
  is_urgent: false,
  is_guarded: false,
  about_other: false,
  created_at: at,
  listed_at: at,
  updated_at: at,
  last_activity_at: at,
})

/** Inserts rows a batch at a time. */
export async function insertAll<Name extends keyof Schema>(
  db: Db,
  name: Name,
  rows: Insertable<Schema[Name]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH)
    await db
      .insertInto(name)
      .values(rows.slice(start, start + BATCH))
      .execute()
}

/** Puts these requests on a new list of somebody, who follows them and is reminded of each. */
export async function keepPrayers(ctx: Context, user_id: string, prayers: string[]): Promise<void> {
  const list = { id: randomUUID(), user_id, name: 'Mornings', order: 0, created_at: now(ctx) }
  await ctx.db.insertInto('prayer_lists').values(list).execute()
  for (const prayer_request_id of prayers) {
    const kept = { prayer_request_id, created_at: list.created_at }
    const item = { ...kept, prayer_list_id: list.id, order: 0 }
    await ctx.db.insertInto('prayer_list_items').values(item).execute()
    const follow = { ...kept, user_id }
    await ctx.db.insertInto('follows').values(follow).execute()
    const reminder = { ...follow, id: randomUUID(), remind_at: list.created_at, repeats: 'daily' as const }
    await ctx.db.insertInto('reminders').values(reminder).execute()
  }
}

/** Writes a report as if somebody had sent it. */
export async function makeReport(
  ctx: Context,
  reporter_id: string,
  prayer_request_id: string,
  part: Partial<Insertable<Schema['reports']>> = {},
): Promise<void> {
  const at = now(ctx)
  const row = { id: randomUUID(), reporter_id, prayer_request_id, report_type: 'other', created_at: at, updated_at: at }
  await ctx.db
    .insertInto('reports')
    .values({ ...row, ...part })
    .execute()
}
