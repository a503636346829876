import type { ParsedInput } from '../../../../contract/schemas.ts'
import type { TodayChoices } from '../../../../contract/today.ts'
import type { Context } from '../../../context.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { dayIn, isTimeZone } from '../../identity/accounts/notice-times.rules.ts'
import { filterReadable } from '../prayers/prayers.queries.ts'
import { lockUser } from '../../identity/users/users.queries.ts'
import { type StoredRequest, listStored, readCandidates, showsAny } from './today.queries.ts'
import { choosePortion, toTodayChoices } from './today.rules.ts'

export interface Day {
  day: string
  /** ISO 8601: the midnight with which it began. */
  since: string
  time_zone: string
  choices: TodayChoices
  has_chosen: boolean
  /** True when its requests have been chosen. */
  is_made: boolean
}

/** The viewer's day, by the time zone that they chose, else by the site's: the same on every device. */
async function readDay(ctx: Context, user_id: string): Promise<Day> {
  const row = await ctx.db
    .selectFrom('preferences')
    .select(['today', 'today_made_for', 'time_zone'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  const zone = row?.time_zone ?? null
  const time_zone = zone !== null && isTimeZone(zone) ? zone : await readSetting(ctx, 'time_zone')
  const { day, since } = dayIn(time_zone, ctx.clock())
  return {
    day,
    since,
    time_zone,
    choices: toTodayChoices(row?.today),
    has_chosen: Object.keys(row?.today ?? {}).length > 0,
    is_made: row?.today_made_for === day,
  }
}

/** A day that shows nothing is chosen again: the site may have just begun, or all that it held have left. */
const isDone = async (ctx: Context, viewer: Viewer, { is_made }: Day): Promise<boolean> =>
  is_made && (await showsAny(ctx.db, viewer))

/**
 * Chooses the requests of the viewer's day unless that was done. Of devices that ask at one moment, the others find what the
 * first chose.
 */
export async function makeToday(root: Context, viewer: Viewer): Promise<Day> {
  const before = await readDay(root, viewer.id)
  if (await isDone(root, viewer, before)) return before
  return await root.transaction(async (ctx) => {
    await lockUser(ctx, viewer.id)
    const day = await readDay(ctx, viewer.id)
    if (!(await isDone(ctx, viewer, day))) await storeToday(ctx, viewer.id, day, await chooseRequests(ctx, viewer, day))
    return day
  })
}

/** The viewer's day without keeping it: what was chosen, or what would be chosen now. */
export async function foreseeToday(ctx: Context, viewer: Viewer): Promise<{ day: Day; chosen?: StoredRequest[] }> {
  const day = await readDay(ctx, viewer.id)
  return (await isDone(ctx, viewer, day)) ? { day } : { day, chosen: await chooseRequests(ctx, viewer, day) }
}

async function chooseRequests(
  ctx: Context,
  viewer: Viewer,
  { day, since, time_zone, choices, has_chosen }: Day,
): Promise<StoredRequest[]> {
  const stored = await listStored(ctx.db, viewer.id)
  const prayed = stored.filter(({ prayed_at }) => prayed_at !== null && prayed_at >= since)
  // Requests that they may no longer read take no place: of a day in which all was prayed for and has left, nothing else would remain.
  const readable = await filterReadable(
    ctx.db,
    viewer,
    prayed.map(({ prayer_request_id }) => prayer_request_id),
  )
  const kept = prayed.filter(({ prayer_request_id }) => readable.has(prayer_request_id))
  const candidates = await readCandidates(ctx.db, viewer, { day, time_zone, at: ctx.clock() })
  const prayedAt = new Map(
    Object.values(candidates)
      .flat()
      .map(({ id, prayed_at }) => [id, prayed_at !== null && prayed_at >= since ? prayed_at : null]),
  )
  for (const { prayer_request_id, prayed_at } of kept) prayedAt.set(prayer_request_id, prayed_at)
  const chosen = choosePortion({
    candidates,
    choices,
    has_chosen,
    seed: `${viewer.id} ${day}`,
    kept: kept.map(({ prayer_request_id: id, reason, prayer_list_id }) => ({ id, reason, prayer_list_id })),
  })
  return chosen.map(({ id, reason, prayer_list_id }) => ({
    prayer_request_id: id,
    reason,
    prayer_list_id,
    prayed_at: prayedAt.get(id) ?? null,
  }))
}

async function storeToday(ctx: Context, user_id: string, { day }: Day, chosen: StoredRequest[]): Promise<void> {
  await ctx.db.deleteFrom('today_prayers').where('user_id', '=', user_id).execute()
  if (chosen.length > 0) {
    await ctx.db
      .insertInto('today_prayers')
      .values(chosen.map((request, position) => ({ ...request, user_id, position })))
      .execute()
  }
  await ctx.db
    .insertInto('preferences')
    .values({ user_id, notify: '{}', today_made_for: day })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ today_made_for: day }))
    .execute()
}

/** Changes what comes to a person. What they prayed for today stays; the rest of the day is chosen anew when it is next read. */
export async function chooseToday(ctx: Context, user_id: string, change: ParsedInput<'today.choose'>): Promise<void> {
  await lockUser(ctx, user_id)
  const { choices } = await readDay(ctx, user_id)
  const today = JSON.stringify({ ...choices, ...change })
  await ctx.db
    .insertInto('preferences')
    .values({ user_id, notify: '{}', today })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ today, today_made_for: null }))
    .execute()
}

/** Returns what is stored of the viewer's day. A request that they may no longer read is there without its id. */
export async function exportToday(ctx: Context, viewer: Viewer) {
  const rows = await listStored(ctx.db, viewer.id)
  const readable = await filterReadable(
    ctx.db,
    viewer,
    rows.map(({ prayer_request_id }) => prayer_request_id),
  )
  return {
    choices: (await readDay(ctx, viewer.id)).choices,
    requests: rows.map(({ prayer_request_id, reason, prayed_at }) => ({
      prayer_request_id: readable.has(prayer_request_id) ? prayer_request_id : null,
      reason,
      prayed_at,
    })),
  }
}
