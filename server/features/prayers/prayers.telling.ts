import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { type Announcement, announce } from '../../live/announce.ts'
import { readSetting } from '../../settings/settings.ts'
import type { PrayerRow } from './prayers.rules.ts'

const columns = ['id', 'author_id', 'is_anonymous', 'visibility', 'group_id', 'publication', 'held_reason'] as const
type Told = Pick<PrayerRow, (typeof columns)[number]>

type Audience = Pick<Announcement, 'audience' | 'audience_id' | 'group_id'>

/** Who reads a request beside its author, as one audience; null when nobody does. */
export function audienceOf({ publication, visibility, group_id }: Told): Audience | null {
  if (publication !== 'published' || visibility === 'private') return null
  if (visibility === 'group') return { audience: 'group', audience_id: group_id, group_id }
  return { audience: visibility === 'team' ? 'team' : 'members' }
}

/** What waits for moderators. Of danger those who are called are told by a notice. */
const awaits = (row: Told | null): boolean =>
  row?.publication === 'held' &&
  row.held_reason !== 'crisis' &&
  (row.visibility === 'public' || row.visibility === 'members')

const isSame = (one: Audience | null, other: Audience | null): boolean =>
  one?.audience === other?.audience && one?.audience_id === other?.audience_id

/**
 * What open pages are told when a request was made (`before` is null) or changed. Of an anonymous one only its author's own
 * pages learn: the minute in which others are told would say when it was written.
 */
export function tidingsOf(before: Told | null, after: Told): Announcement[] {
  const prayer_request_id = after.id
  const tidings: Announcement[] = []
  const wasFor = before && audienceOf(before)
  const isFor = audienceOf(after)
  if (!after.is_anonymous && before?.is_anonymous !== true) {
    if (isSame(wasFor, isFor)) {
      if (isFor) tidings.push({ kind: 'prayers.changed', prayer_request_id, ...isFor })
    } else {
      if (wasFor) tidings.push({ kind: 'prayers.gone', prayer_request_id, ...wasFor })
      if (isFor) tidings.push({ kind: 'prayers.new', prayer_request_id, ...isFor })
    }
  }
  if (awaits(before) || awaits(after)) {
    tidings.push({ kind: 'queues', audience: 'moderator', except_id: after.author_id })
  }
  if (before !== null && after.author_id !== null && after.publication !== 'deleted') {
    tidings.push({ kind: 'prayers.changed', prayer_request_id, audience: 'person', audience_id: after.author_id })
  }
  return tidings
}

const readTold = (ctx: Pick<Context, 'db'>, ids: string[]): Promise<Told[]> =>
  ctx.db.selectFrom('prayers').select(columns).where('id', 'in', ids).execute()

/** Tells of a request that was just made. */
export async function tellNew(ctx: Context, id: string): Promise<void> {
  for (const after of await readTold(ctx, [id])) await announce(ctx, tidingsOf(null, after))
}

/** Runs a change of requests, and tells of it. */
export async function tellingChange<Result>(
  ctx: Context,
  id: string | string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const ids = [id].flat()
  const before = new Map((await readTold(ctx, ids)).map((row) => [row.id, row]))
  const result = await change()
  for (const after of await readTold(ctx, ids)) await announce(ctx, tidingsOf(before.get(after.id) ?? null, after))
  return result
}

/** Milliseconds. */
const PRAYED_SLOT_MS = 10_000
const PRAYED_WAIT_MS = 5000

/**
 * Tells later how many have prayed, all of the same seconds at once: who is there could otherwise be put together with the
 * moment in which the number rose, and what is taken back at once shall not have been told.
 */
export async function tellPrayedLater(ctx: Context, id: string): Promise<void> {
  const slot = Math.floor(ctx.clock().getTime() / PRAYED_SLOT_MS)
  await ctx.addJob(
    'prayers.tell_prayed',
    { id },
    {
      run_at: new Date((slot + 1) * PRAYED_SLOT_MS + PRAYED_WAIT_MS).toISOString(),
      unique_key: `prayers.tell_prayed ${id} ${slot}`,
    },
  )
}

/** Tells how many have prayed: its author, and where the number is shown everybody who reads the request. */
export async function tellPrayed(ctx: Context, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('prayers')
    .select([...columns, 'pray_count', 'shows_pray_count'])
    .where('id', '=', id)
    .where('publication', '!=', sql.lit('deleted'))
    .executeTakeFirst()
  if (!row) return
  const told = { kind: 'prayers.prayed', prayer_request_id: id, pray_count: row.pray_count } as const
  const readers = row.shows_pray_count && (await readSetting(ctx, 'shows_pray_counts')) ? audienceOf(row) : null
  await announce(ctx, [
    ...(readers ? [{ ...told, ...readers, except_id: row.author_id }] : []),
    ...(row.author_id === null ? [] : [{ ...told, audience: 'person' as const, audience_id: row.author_id }]),
  ])
}

/** Tells that something was added to a request, by somebody of whom that may be known. */
export async function tellAdded(ctx: Context, id: string): Promise<void> {
  for (const row of await readTold(ctx, [id])) {
    const readers = audienceOf(row)
    if (readers) await announce(ctx, [{ kind: 'prayers.changed', prayer_request_id: id, ...readers }])
  }
}
