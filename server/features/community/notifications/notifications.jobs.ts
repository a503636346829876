import { sql } from 'kysely'
import { type Context, now } from '../../../context.ts'
import type { JobHandlers, JobKind, JobPayload } from '../../../jobs/kinds.ts'
import { type Db, hasRow, idsOf, prayersWithoutReader, withoutReader } from '../../../db/open.ts'
import { doneOnce } from '../../../jobs/once.ts'
import { lockGroup } from '../groups/groups.commands.ts'
import { listLeaders, readMembership } from '../groups/groups.queries.ts'
import { mayManageGroup } from '../groups/groups.rules.ts'
import {
  advanceReminder,
  listPaused,
  pauseRemindersOf,
  resumeReminders,
} from '../prayer-lists/prayer-lists.commands.ts'
import { makeToday } from '../today/today.commands.ts'
import { listToday } from '../today/today.queries.ts'
import { readReader } from './notice-mails.queries.ts'
import { notify } from './notifications.commands.ts'
import { countReadersSince } from './notifications.queries.ts'
import { CROWD_WINDOW_MS, tellsFirstPrayerAtOnce } from './notifications.rules.ts'
import { PRAY_UNDO_WINDOW_MS } from '../prayers/prayers.rules.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'

/** Returns whether what was decided was not taken back meanwhile. What nobody decided stands. */
async function isDecisionStanding({ db }: Context, decision_id: string | null | undefined): Promise<boolean> {
  if (decision_id === null || decision_id === undefined) return true
  const row = await db.selectFrom('decisions').select('undone_at').where('id', '=', decision_id).executeTakeFirst()
  return row?.undone_at === null
}

const timeAfter = (ctx: Context, ms: number): string => new Date(ctx.clock().getTime() + ms).toISOString()

/** Looks in an hour whether the end that has paused reminders was said by mistake. */
const lookAgain = (ctx: Context, of: JobPayload<'notifications.pause_reminders'>): Promise<void> =>
  ctx.addJob('notifications.pause_reminders', of, { run_at: timeAfter(ctx, HOUR_MS) })

/** Pauses the reminders of a request that is over, and returns whose they were. Within a day they come again where it goes on after all. */
async function pauseAtEnd(ctx: Context, prayer_request_id: string): Promise<{ user_id: string }[]> {
  const paused = await pauseRemindersOf(ctx.db, prayer_request_id)
  if (paused.length > 0)
    await lookAgain(ctx, { prayer_request_id, paused: { ids: idsOf(paused), until: timeAfter(ctx, DAY_MS) } })
  return paused
}

/**
 * Notifies the followers of a request, except its author, and at its end those whom a reminder about it leaves then. Whether they may
 * read it is checked when they read the notice.
 */
async function notifyFollowers(
  ctx: Context,
  { kind, prayer_request_id, update_id, status }: JobPayload<'notifications.tell_followers'>,
): Promise<void> {
  const prayer = await prayersWithoutReader(ctx.db)
    .select(['author_id', 'is_anonymous', 'status'])
    .where('id', '=', prayer_request_id)
    .where('publication', '=', sql.lit('published'))
    .executeTakeFirst()
  if (!prayer) return
  const followers = await ctx.db
    .selectFrom('follows')
    .select('user_id')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', 'is distinct from', prayer.author_id)
    .execute()
  const isOver = status === prayer.status && status !== 'open' && status !== 'ongoing'
  const reminded = isOver ? await pauseAtEnd(ctx, prayer_request_id) : []
  // Publishing a held request tells of its updates, also of one whose own job was still to come.
  const told = update_id
    ? await ctx.db
        .selectFrom('notifications')
        .select('user_id')
        .where('prayer_request_id', '=', prayer_request_id)
        .where('update_id', '=', update_id)
        .execute()
    : []
  const known = new Set<string | null>([prayer.author_id, ...told.map(({ user_id }) => user_id)])
  const people = new Set([...followers, ...reminded].map(({ user_id }) => user_id))
  const others = [...people].filter((user_id) => !known.has(user_id))
  const notice = { kind, prayer_request_id, update_id: update_id ?? null, payload: { status } }
  await notify(ctx, others, { ...notice, is_anonymous: prayer.is_anonymous })
}

/** Pauses the reminders of a request of whose end nobody is told. Where it goes on, those come again that its end had paused. */
async function pauseReminders(
  ctx: Context,
  { prayer_request_id, paused }: JobPayload<'notifications.pause_reminders'>,
): Promise<void> {
  const isOver = await prayersWithoutReader(ctx.db)
    .select('id')
    .where('id', '=', prayer_request_id)
    .where('status', 'not in', ['open', 'ongoing'])
    .$call(hasRow)
  if (!paused) {
    if (isOver) await pauseAtEnd(ctx, prayer_request_id)
    return
  }
  if (!isOver) return await resumeReminders(ctx, prayer_request_id, paused.ids)
  // One that its owner has resumed meanwhile is theirs from then on: whoever pauses it again means that.
  const ids = await listPaused(ctx.db, paused.ids)
  if (ids.length > 0 && now(ctx) < paused.until) await lookAgain(ctx, { prayer_request_id, paused: { ...paused, ids } })
}

/** How many others than the author prayed for a request, or gave thanks for its answer, between two times. */
const countPeople = (
  db: Db,
  kind: 'prayed' | 'thanked',
  { id, author_id, from, to }: { id: string; author_id: string; from: string; to: string },
) =>
  (kind === 'prayed'
    ? db
        .selectFrom('prayed')
        .where('prayer_request_id', '=', id)
        .where('first_prayed_at', '>=', from)
        .where('first_prayed_at', '<=', to)
        .where('user_id', '!=', author_id)
        .select(({ fn }) => fn.countAll<number>().as('people'))
    : db
        .selectFrom('reactions')
        .where('prayer_request_id', '=', id)
        .where('type', '=', sql.lit('thanks'))
        .where('created_at', '>=', from)
        .where('created_at', '<=', to)
        .where('user_id', '!=', author_id)
        .select(({ fn }) => fn.countAll<number>().as('people'))
  ).executeTakeFirstOrThrow()

/** The first and the last moment of a day (yyyy-mm-dd, UTC). */
const boundsOf = (day: string) => ({ from: `${day}T00:00:00.000Z`, to: `${day}T23:59:59.999Z` })

/** Tells the author how many people there were on one day: one notice per request and day, updated while it is unread. */
async function tellPeople(
  ctx: Context,
  { author_id, kind, prayer_request_id, day }: JobPayload<'notifications.tell_prayed'> & { author_id: string },
  people: number,
): Promise<void> {
  const { from, to } = boundsOf(day)
  const existing = await ctx.db
    .selectFrom('notifications')
    .select('id')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('user_id', '=', author_id)
    .where('kind', '=', kind)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .executeTakeFirst()
  const payload = { people }
  if (existing) {
    await ctx.db
      .updateTable('notifications')
      .set({ payload: JSON.stringify(payload) })
      .where('id', '=', existing.id)
      .execute()
  } else if (people > 0) {
    await notify(ctx, [author_id], { kind, prayer_request_id, payload, ...(now(ctx) > to && { created_at: to }) })
  }
}

/** Notifies the author how many prayed, or gave thanks, on one day. */
async function notifyPrayed(ctx: Context, told: JobPayload<'notifications.tell_prayed'>): Promise<void> {
  const { prayer_request_id: id, kind, day } = told
  const prayer = await prayersWithoutReader(ctx.db).select('author_id').where('id', '=', id).executeTakeFirst()
  if (!prayer?.author_id) return
  const { author_id } = prayer
  const { people } = await countPeople(ctx.db, kind, { id, author_id, ...boundsOf(day) })
  await tellPeople(ctx, { ...told, author_id }, people)
}

/**
 * Notifies the author of the first prayer for a request where nobody can be guessed from it. Whoever prayed since, and
 * everybody where somebody could be guessed, is told of at the usual time.
 */
async function notifyFirstPrayer(
  ctx: Context,
  { prayer_request_id, day, usual_at }: JobPayload<'notifications.tell_first_prayer'>,
): Promise<void> {
  const ago = (ms: number): string => new Date(ctx.clock().getTime() - ms).toISOString()
  const prayer = await prayersWithoutReader(ctx.db)
    .select(['author_id', 'publication', 'visibility', 'group_id', 'is_guarded', 'pray_count'])
    .where('id', '=', prayer_request_id)
    .executeTakeFirst()
  if (!prayer?.author_id || prayer.pray_count === 0) return
  const { author_id } = prayer
  const told = { prayer_request_id, day, kind: 'prayed' } as const
  // Not one that took the place of another, and can be undone still.
  const { people } = await countPeople(ctx.db, 'prayed', {
    id: prayer_request_id,
    author_id,
    from: boundsOf(day).from,
    to: ago(PRAY_UNDO_WINDOW_MS),
  })
  const readers = people === 0 ? 0 : await countReadersSince(ctx.db, ago(CROWD_WINDOW_MS), prayer)
  const isTold = tellsFirstPrayerAtOnce(prayer, readers)
  if (isTold) await tellPeople(ctx, { ...told, author_id }, 1)
  if (isTold && prayer.pray_count === 1) return
  await ctx.addJob('notifications.tell_prayed', told, { run_at: usual_at })
}

/** Notifies the author of a request of a line that was left for them, once and while it is there to be read. */
async function notifyLine(ctx: Context, { id }: JobPayload<'notifications.tell_line'>): Promise<void> {
  const line = await ctx.db
    .selectFrom('prayers')
    .innerJoin('prayers as asked', 'asked.id', 'prayers.line_of')
    .$call(withoutReader)
    .select('asked.author_id')
    .where('prayers.id', '=', id)
    .where('prayers.publication', '=', sql.lit('published'))
    .executeTakeFirst()
  if (!line?.author_id) return
  const told = await ctx.db
    .selectFrom('notifications')
    .select('id')
    .where('prayer_request_id', '=', id)
    .where('kind', '=', 'line')
    .executeTakeFirst()
  // As of an anonymous author: the time of a line would tell who of those who were online wrote it.
  if (!told) await notify(ctx, [line.author_id], { kind: 'line', prayer_request_id: id, is_anonymous: true })
}

/** Notifies the author of a held request what was decided, never by whom. */
async function notifyReviewed(
  ctx: Context,
  { prayer_request_id, author_id, kind, decision_id }: JobPayload<'notifications.tell_held'>,
): Promise<void> {
  if (author_id === null || author_id === undefined || !(await isDecisionStanding(ctx, decision_id))) return
  await notify(ctx, [author_id], { kind, prayer_request_id, decision_id: decision_id ?? null })
}

/** Notifies the author of a request what moderators decided about it, never who reported it. */
async function notifyDecision(
  ctx: Context,
  { prayer_request_id, author_id, decision, decision_id }: JobPayload<'notifications.tell_author'>,
): Promise<void> {
  if (!(await isDecisionStanding(ctx, decision_id))) return
  await notify(ctx, [author_id], {
    kind: 'report',
    // A request that was removed can be read by nobody, and a notice about it would never be shown.
    prayer_request_id: decision === 'removed' ? null : prayer_request_id,
    decision_id: decision_id ?? null,
    payload: { decision },
  })
}

/** Notifies the author who appealed of the outcome, never by whom it was decided. */
const notifyAppealOutcome = (
  ctx: Context,
  { author_id, decision_id, outcome }: JobPayload<'notifications.tell_appeal'>,
): Promise<void> => notify(ctx, [author_id], { kind: 'appeal', decision_id, payload: { outcome } })

/** Notifies a moderator how much is overdue. */
const notifyOverdue = (ctx: Context, { user_id, count }: JobPayload<'notifications.tell_overdue'>): Promise<void> =>
  notify(ctx, [user_id], { kind: 'overdue', payload: { count } })

/** Notifies the author that their request is private now: somebody else removed it from its group, or deleted the group. */
const notifyLeftGroup = (
  ctx: Context,
  { prayer_request_id, author_id }: JobPayload<'notifications.tell_left_group'>,
): Promise<void> => notify(ctx, [author_id], { kind: 'group', prayer_request_id })

/**
 * Notifies the leaders of a group that `user_id` asks to join it, unless that was taken back or decided meanwhile. Where `user_id` has
 * begun to lead the group, notifies them alone that somebody waits. Takes an earlier notice back, so that nothing piles up: one says that
 * somebody waits, however many do.
 */
async function notifyLeaders(
  ctx: Context,
  { group_id, user_id }: JobPayload<'notifications.tell_leaders'>,
): Promise<void> {
  await lockGroup(ctx, group_id)
  const membership = await readMembership(ctx.db, group_id, user_id)
  const isNewLeader = mayManageGroup(membership)
  if (!isNewLeader && membership?.status !== 'pending') return
  const earlier = await ctx.db
    .deleteFrom('notifications')
    .where('group_id', '=', group_id)
    .where('kind', '=', 'asked_to_join')
    .$if(isNewLeader, (query) => query.where('user_id', '=', user_id))
    .returning(['user_id', 'created_at', 'mail_at'])
    .execute()
  const since = new Date(ctx.clock().getTime() - DAY_MS).toISOString()
  const recent = earlier.filter(({ created_at }) => created_at > since)
  await notify(ctx, isNewLeader ? [user_id] : await listLeaders(ctx.db, group_id), {
    kind: 'asked_to_join',
    group_id,
    told_today: new Map(recent.map((told) => [told.user_id, told.mail_at])),
  })
}

/** Notifies the author that their request is quiet, that the day they hoped for has come, or that it was archived. */
async function notifyLifecycle(
  ctx: Context,
  { kind, prayer_request_id }: JobPayload<'notifications.tell_owner'>,
): Promise<void> {
  const prayer = await prayersWithoutReader(ctx.db)
    .select(['author_id', 'status'])
    .where('id', '=', prayer_request_id)
    .where('publication', '=', sql.lit('published'))
    .executeTakeFirst()
  // Asks no question when the outcome is already known, or after a death.
  const isAsked = kind !== 'archived'
  if (!prayer?.author_id || (isAsked && prayer.status !== 'open' && prayer.status !== 'ongoing')) return
  await notify(ctx, [prayer.author_id], { kind, prayer_request_id })
}

/**
 * Notifies a person that their day is there, unless they have prayed for all of it. Takes the notice of an earlier day back, so that
 * nothing piles up.
 */
async function notifyToday(ctx: Context, user_id: string): Promise<void> {
  const viewer = await readReader(ctx.db, user_id)
  if (!viewer) return
  await makeToday(ctx, viewer)
  const items = await listToday(ctx.db, viewer)
  if (items.every(({ has_prayed }) => has_prayed)) return
  const earlier = await ctx.db
    .selectFrom('notifications')
    .where('user_id', '=', user_id)
    .where('kind', '=', 'reminder')
    .where('prayer_request_id', 'is', null)
    .select(['id', 'payload'])
    .execute()
  const ids = earlier.flatMap(({ id, payload }) => (payload['prayer_list_id'] === null ? [id] : []))
  if (ids.length > 0) await ctx.db.deleteFrom('notifications').where('id', 'in', ids).execute()
  await notify(ctx, [user_id], { kind: 'reminder', payload: { prayer_list_id: null } })
}

/** Reminds a user of a request that they can still read, of a list or of their day, and schedules the next time. */
async function sendReminder(ctx: Context, { id, remind_at }: JobPayload<'notifications.remind'>): Promise<void> {
  const reminder = await advanceReminder(ctx, id, remind_at)
  if (!reminder) return
  const { user_id, prayer_request_id, prayer_list_id } = reminder
  if (prayer_request_id === null && prayer_list_id === null) return await notifyToday(ctx, user_id)
  await notify(ctx, [user_id], { kind: 'reminder', prayer_request_id, payload: { prayer_list_id } })
}

type NotificationJob = Exclude<
  Extract<JobKind, `notifications.${string}`>,
  'notifications.mail' | 'notifications.push' | 'notifications.reschedule' | 'notifications.tell_care'
>

export const notificationJobs = (ctx: Context): JobHandlers<NotificationJob> => ({
  'notifications.tell_followers': doneOnce(ctx, notifyFollowers),
  'notifications.pause_reminders': doneOnce(ctx, pauseReminders),
  'notifications.tell_first_prayer': doneOnce(ctx, notifyFirstPrayer),
  'notifications.tell_prayed': doneOnce(ctx, notifyPrayed),
  'notifications.tell_line': doneOnce(ctx, notifyLine),
  'notifications.tell_held': doneOnce(ctx, notifyReviewed),
  'notifications.tell_author': doneOnce(ctx, notifyDecision),
  'notifications.tell_appeal': doneOnce(ctx, notifyAppealOutcome),
  'notifications.tell_overdue': doneOnce(ctx, notifyOverdue),
  'notifications.tell_left_group': doneOnce(ctx, notifyLeftGroup),
  'notifications.tell_leaders': doneOnce(ctx, notifyLeaders),
  'notifications.tell_owner': doneOnce(ctx, notifyLifecycle),
  'notifications.remind': doneOnce(ctx, sendReminder),
})
