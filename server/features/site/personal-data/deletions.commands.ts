import { type SqlBool, sql } from 'kysely'
import { type Context, now } from '../../../context.ts'
import {
  type Db,
  hasRow,
  toContainsPattern,
  lockReferredRows,
  lockRows,
  prayersWithoutReader,
} from '../../../db/open.ts'
import { adjustCategoryCounts, selectCounted } from '../../community/categories/categories.commands.ts'
import { tellNewLeader } from '../../community/groups/groups.commands.ts'
import { deleteInvitationsTo } from '../../identity/invitations/invitations.commands.ts'
import { parseOnCall } from '../../identity/users/care-team.ts'
import { noteSettingsWriter } from '../../../db/settings-cache.ts'
import { readSetting, writeSetting } from '../../../settings/settings.ts'
import { notify } from '../../community/notifications/notifications.commands.ts'
import { deleteReactionCounts, deleteUpdateRows } from '../../community/prayers/prayer-lifecycle.ts'
import { DELETION_GRACE_MS, SUSPENDED_OWNER_MS, nextOwner } from './deletions.rules.ts'
import { waitingOrder } from '../../community/prayers/praying.commands.ts'
import { leaveCase, listCasesOf } from '../../care/cases/cases.commands.ts'
import { forgetQuietAlertsOf } from '../../community/prayers/quiet-alerts.commands.ts'
import { isOwnOf } from '../../community/prayers/prayers.rules.ts'
import { updateUser } from '../../identity/users/users.commands.ts'

/** Plans the deletion of an account. Returns the time when it becomes final. */
export async function planDeletion(
  ctx: Context,
  id: string,
  { by, deletes_prayers }: { by: string; deletes_prayers: boolean },
): Promise<string> {
  const deletes_at = new Date(ctx.clock().getTime() + DELETION_GRACE_MS).toISOString()
  await updateUser(ctx.db, now(ctx), id, { status: 'deleting', deletes_at, deletes_prayers, deletion_by: by })
  return deletes_at
}

/**
 * Deletes a user for good, in the transaction of `ctx`. Counts and groups stay correct, and the audit log holds ids
 * only. Rows that belong to the user alone are deleted with their row, by foreign keys.
 */
export async function deletePerson(ctx: Context, id: string): Promise<void> {
  await lockAround(ctx, id)
  // Stronger than `lockUser`: meanwhile nobody adds rows about the person.
  const theirs = ctx.db
    .selectFrom('users')
    .select(['status', 'deletes_at', 'deletes_prayers', 'email', 'email_verified_at'])
    .where('id', '=', id)
  const user = await lockRows(theirs, ctx.database).executeTakeFirst()
  if (user?.status !== 'deleting' || user.deletes_at === null || user.deletes_at > now(ctx)) return
  const { db } = ctx
  await leaveGroups(ctx, id)
  await leavePlan(ctx, id)
  for (const case_id of await listCasesOf(ctx, id)) await leaveCase(ctx, case_id, id)
  // Before the counts of categories, as everybody who changes a request locks it first.
  await removeFromCounts(ctx, id)
  const gone = await deletePrayersOf(db, id, { all: user.deletes_prayers })
  await anonymizePrayers(db, id)
  await deleteJobsOf(db, id, user.email)
  await deleteJobsAbout(db, new Set(gone))
  await db.deleteFrom('security_events').where('user_id', '=', id).execute()
  await db.deleteFrom('one_time_tokens').where('email', '=', user.email).execute()
  await deleteInvitationsTo(ctx, user.email)
  // Anybody can sign up with an address that is not theirs: its person goes on getting the summaries to which they said yes.
  if (user.email_verified_at !== null) await db.deleteFrom('group_readers').where('email', '=', user.email).execute()
  // Live events are deleted within the hour; those with the user's id, now.
  await db
    .deleteFrom('events')
    .where((event) => event.or([event('audience_id', '=', id), event('except_id', '=', id)]))
    .execute()
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/** Locks the groups and requests of a person, in the order of those who come from one to the person: who bans or removes them. */
async function lockAround({ db, database }: Context, id: string): Promise<void> {
  const groups = db
    .selectFrom('groups')
    .select('id')
    .where('id', 'in', (query) => query.selectFrom('memberships').select('group_id').where('user_id', '=', id))
    .orderBy('id')
  await lockReferredRows(groups, database).execute()
  // As strongly as their rows are deleted: whoever prays for a request has referred to it before they count. Without the lock, one that is
  // classified at this moment would be subtracted twice.
  await lockRows(db.selectFrom('prayers').select('id').where(isOwnOf(id)).orderBy('id'), database).execute()
}

/** A line whose writer may be in danger stays as their own, so that nothing but closing ends the case. */
const keepLinesOfCases = (db: Db, lines: ReturnType<typeof sql<SqlBool>>) =>
  db
    .updateTable('prayers')
    .set({ line_of: null })
    .where(lines)
    .where(sql<SqlBool>`exists (select 1 from care_cases where care_cases.prayer_request_id = prayers.id
      and care_cases.closed_at is null)`)
    .execute()

/**
 * Hands over groups whose only owner is the user. Deletes a group without other members, unless it holds requests of
 * others.
 */
async function leaveGroups(ctx: Context, user_id: string): Promise<void> {
  const { db } = ctx
  const own = await db
    .selectFrom('memberships')
    .select(['group_id', 'role'])
    .where('user_id', '=', user_id)
    .where('status', '=', sql.lit('active'))
    .orderBy('group_id')
    .execute()
  for (const { group_id, role } of own) {
    await db
      .updateTable('groups')
      .set({ member_count: sql`member_count - 1` })
      .where('id', '=', group_id)
      .execute()
    if (role !== 'owner' || (await handOver(ctx, group_id, user_id))) continue
    if (!(await hasPrayersOfOthers(db, group_id, user_id))) {
      // withoutReader: for a deletion.
      const gone = sql`select id from prayers where group_id = ${group_id}`
      await keepLinesOfCases(db, sql<SqlBool>`line_of in (${gone})`)
      await deleteReactionCounts(db, gone)
      await db.deleteFrom('groups').where('id', '=', group_id).execute()
    }
  }
}

/** Makes somebody else the owner of a group whose only owner the user is. Returns false when nobody else is in it. */
export async function handOver(ctx: Context, group_id: string, user_id: string): Promise<boolean> {
  const { db } = ctx
  const others = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['user_id', 'memberships.role', 'memberships.created_at', 'users.status'])
    .where('group_id', '=', group_id)
    .where('user_id', '!=', user_id)
    .where('memberships.status', '=', sql.lit('active'))
    .execute()
  const heir = nextOwner(others.map(({ status, ...other }) => ({ ...other, is_active: status === 'active' })))
  if (heir !== undefined) {
    await db
      .updateTable('memberships')
      .set({ role: 'owner', updated_at: now(ctx) })
      .where('group_id', '=', group_id)
      .where('user_id', '=', heir)
      .execute()
    await notify(ctx, [heir], { kind: 'group', group_id })
    if (others.some((one) => one.user_id === heir && one.role === 'member')) await tellNewLeader(ctx, group_id, heir)
  }
  return others.length > 0
}

/**
 * Groups whose owners are suspended, one of them for `SUSPENDED_OWNER_MS`, with that owner, where somebody else is in them who can sign
 * in: nobody could ever appoint another.
 */
export const listOwnedBySuspended = (ctx: Context): Promise<{ group_id: string; user_id: string }[]> =>
  ctx.db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .where('users.status', '=', sql.lit('suspended'))
    .where('users.updated_at', '<=', new Date(ctx.clock().getTime() - SUSPENDED_OWNER_MS).toISOString())
    .where('memberships.status', '=', sql.lit('active'))
    .where('memberships.role', '=', sql.lit('owner'))
    .where(
      sql<SqlBool>`exists (select 1 from memberships as other join users as person on person.id = other.user_id
        where other.group_id = memberships.group_id and other.status = 'active' and person.status = 'active')`,
    )
    .where(
      sql<SqlBool>`not exists (select 1 from memberships as other join users as person on person.id = other.user_id
        where other.group_id = memberships.group_id and other.status = 'active' and other.role = 'owner'
        and person.status <> 'suspended')`,
    )
    .select(['memberships.group_id', 'memberships.user_id'])
    .execute()

const hasPrayersOfOthers = (db: Db, group_id: string, user_id: string): Promise<boolean> =>
  prayersWithoutReader(db)
    .select('id')
    .where('group_id', '=', group_id)
    .where((query) => query.or([query('author_id', 'is', null), query('author_id', '!=', user_id)]))
    .limit(1)
    .$call(hasRow)

/** Deletes the user's requests: all of them, or those that nobody else could ever read. Returns their ids. */
async function deletePrayersOf(db: Db, author_id: string, { all }: { all: boolean }): Promise<string[]> {
  // Nobody would read what others left for this person. Under an anonymous request it stays: that many lines go at this minute would
  // tell those who left them whose it was.
  const left = all
    ? sql<SqlBool>`line_of in (select id from prayers where author_id = ${author_id})`
    : sql<SqlBool>`line_of in (select id from prayers where author_id = ${author_id}
        and (not is_anonymous or visibility = 'private' or publication = 'deleted'))`
  // withoutReader: for a deletion.
  const gone = all
    ? sql`select id from prayers where author_id = ${author_id} or ${left}`
    : sql`select id from prayers where ${left} or author_id = ${author_id}
        and (visibility = 'private' or publication = 'deleted')`
  await keepLinesOfCases(db, left)
  const counted = await selectCounted(db)
    .where(sql<SqlBool>`prayers.id in (${gone})`)
    .groupBy('category_id')
    .select((query) => ['category_id', query.fn.countAll<number>().as('count')])
    .execute()
  await adjustCategoryCounts(db, new Map(counted.map(({ category_id, count }) => [category_id, -count])))
  await deleteReactionCounts(db, gone)
  const deleted = await db
    .deleteFrom('prayers')
    .where(sql<SqlBool>`id in (${gone})`)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

/**
 * Removes the author from the remaining requests. Deletes earlier texts and deleted updates too, because an edit may have removed a
 * name, and nobody else ever reads the others.
 */
async function anonymizePrayers(db: Db, author_id: string): Promise<void> {
  await db
    .deleteFrom('prayer_edits')
    .where(
      sql<SqlBool>`(edited_by = ${author_id} or prayer_request_id in
        (select id from prayers where author_id = ${author_id}))`,
    )
    .execute()
  // withoutReader: for a deletion.
  await db
    .deleteFrom('decisions')
    .where(sql<SqlBool>`prayer_request_id in (select id from prayers where author_id = ${author_id})`)
    .execute()
  await deleteUpdateRows(
    db,
    sql`select id from prayer_updates where author_id = ${author_id} and publication = 'deleted'`,
  )
  await forgetQuietAlertsOf(db, author_id)
  await db
    .deleteFrom('care_cases')
    .where(sql<SqlBool>`prayer_request_id in (select id from prayers where author_id = ${author_id})`)
    .execute()
  await db.updateTable('prayers').set({ author_id: null }).where('author_id', '=', author_id).execute()
  await db.updateTable('prayer_updates').set({ author_id: null }).where('author_id', '=', author_id).execute()
}

/** Takes the user off the plan of who is on call. */
async function leavePlan(ctx: Context, user_id: string): Promise<void> {
  // Nobody else saves a plan meanwhile.
  const stored = ctx.db.selectFrom('settings').select('key').where('key', '=', 'care_on_call')
  await lockRows(stored, ctx.database).execute()
  noteSettingsWriter(ctx.db)
  const plan = await readSetting(ctx, 'care_on_call')
  const others = plan.filter((entry) => parseOnCall(entry).id !== user_id)
  if (others.length < plan.length) await writeSetting(ctx, null, 'care_on_call', others)
}

/** Subtracts the user from the counts that others see. */
async function removeFromCounts(ctx: Context, user_id: string): Promise<void> {
  const { db } = ctx
  await db
    .updateTable('prayers')
    .set({
      pray_count: sql`pray_count - 1`,
      waiting_order: waitingOrder(await readSetting(ctx, 'shows_pray_counts'), -1),
    })
    .where(sql<SqlBool>`id in (select prayer_request_id from prayed where user_id = ${user_id})`)
    .execute()
  await db
    .updateTable('reaction_counts')
    .set({ count: sql`count - 1` })
    .where(
      sql<SqlBool>`(target_id, type) in
        (select coalesce(prayer_request_id, update_id), type from reactions where user_id = ${user_id})`,
    )
    .execute()
}

/** Deletes jobs that contain the ids of deleted requests, including those finished within the last week. */
async function deleteJobsAbout(db: Db, gone: Set<unknown>): Promise<void> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where((query) => query.or([query('kind', 'like', 'prayers.%'), query('kind', 'like', 'notifications.%')]))
    .where('status', '!=', 'running')
    .execute()
  const about = jobs.filter(({ payload }) => Object.values(payload).some((value) => gone.has(value)))
  for (const { id } of about) await db.deleteFrom('jobs').where('id', '=', id).execute()
}

const payloadContains = (text: string) =>
  sql<SqlBool>`cast(payload as text) like ${toContainsPattern(JSON.stringify(text))} escape '\\'`

/** Deletes jobs that contain the user's id or address: finished jobs, mainly mails, are stored for a week. */
async function deleteJobsOf(db: Db, user_id: string, email: string): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('status', '!=', 'running')
    .where((query) => query.or([payloadContains(user_id), payloadContains(email)]))
    .execute()
}
