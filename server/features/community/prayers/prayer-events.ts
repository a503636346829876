import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type NewLiveEvent, publishEvents } from '../../../live/announce.ts'
import { readSetting } from '../../../settings/settings.ts'
import type { Schema } from '../../../db/schema.ts'
import { prayersWithoutReader, withoutReader } from '../../../db/open.ts'

const columns = [
  'id',
  'author_id',
  'is_anonymous',
  'visibility',
  'group_id',
  'publication',
  'held_reason',
  'line_of',
] as const
type EventSubject = Pick<Selectable<Schema['prayers']>, (typeof columns)[number]>

type EventAudience = Pick<NewLiveEvent, 'audience' | 'audience_id' | 'group_id'>

/** The audience of a request beside its author; null when it has none. */
export function eventAudienceOf({
  publication,
  visibility,
  group_id,
}: Pick<EventSubject, 'publication' | 'visibility' | 'group_id'>): EventAudience | null {
  if (publication !== 'published' || visibility === 'private') return null
  if (visibility === 'group') return { audience: 'group', audience_id: group_id, group_id }
  return { audience: visibility === 'team' ? 'team' : 'members' }
}

/** True if moderators must review the request. Cases of danger reach the care team by a notice instead. */
const needsReview = (row: EventSubject | null): boolean =>
  row?.publication === 'held' &&
  row.held_reason !== 'crisis' &&
  (row.visibility === 'public' || row.visibility === 'members' || row.line_of !== null)

const isSameAudience = (one: EventAudience | null, other: EventAudience | null): boolean =>
  one?.audience === other?.audience && one?.audience_id === other?.audience_id

type Shared = Pick<EventSubject, 'visibility' | 'group_id'>
const audienceOf = (shared: Shared) => eventAudienceOf({ ...shared, publication: 'published' })

/** True for a change by which a request comes to others, who hear of it as of a new one. */
export const isShownToOthers = (before: Shared, after: Shared): boolean =>
  audienceOf(after) !== null && !isSameAudience(audienceOf(before), audienceOf(after))

/**
 * The live events for a request that was created (`before` is null) or changed. A change of an anonymous request
 * reaches only its author's own pages: an event to others would reveal the minute in which it was written.
 */
export function buildChangeEvents(before: EventSubject | null, after: EventSubject): NewLiveEvent[] {
  const prayer_request_id = after.id
  const events: NewLiveEvent[] = []
  const wasFor = before && eventAudienceOf(before)
  const isFor = eventAudienceOf(after)
  const isOpen = !after.is_anonymous && before?.is_anonymous !== true
  if (isOpen) {
    if (isSameAudience(wasFor, isFor)) {
      if (isFor) events.push({ kind: 'prayers.changed', prayer_request_id, ...isFor })
    } else {
      if (wasFor) events.push({ kind: 'prayers.gone', prayer_request_id, ...wasFor })
      if (isFor) events.push({ kind: 'prayers.new', prayer_request_id, ...isFor })
    }
  }
  // Moderators' pages learn of an anonymous one when they ask next.
  if (isOpen && (needsReview(before) || needsReview(after))) {
    events.push({ kind: 'queues', audience: 'moderator', except_id: after.author_id })
  }
  if (before !== null && after.author_id !== null && after.publication !== 'deleted') {
    events.push({ kind: 'prayers.changed', prayer_request_id, audience: 'person', audience_id: after.author_id })
  }
  return events
}

const readEventSubjects = (ctx: Pick<Context, 'db'>, ids: string[]): Promise<EventSubject[]> =>
  ctx.db.selectFrom('prayers').$call(withoutReader).select(columns).where('id', 'in', ids).execute()

/** Publishes the event of a request that was just created. */
export const publishNewPrayer = (ctx: Context, prayer: EventSubject): Promise<void> =>
  publishEvents(ctx, buildChangeEvents(null, prayer))

/** Runs a change of requests and publishes its events. */
export async function withLiveEvents<Result>(
  ctx: Context,
  id: string | string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const ids = [id].flat()
  const before = new Map((await readEventSubjects(ctx, ids)).map((row) => [row.id, row]))
  const result = await change()
  for (const after of await readEventSubjects(ctx, ids))
    await publishEvents(ctx, buildChangeEvents(before.get(after.id) ?? null, after))
  return result
}

/** In milliseconds. */
const PRAYED_INTERVAL_MS = 10_000
const PRAYED_DELAY_MS = 5000

/**
 * Schedules one event per interval with the number of prayers. Publishing at once would link the number to who is
 * online at that moment, and would show prayers that are undone at once.
 */
export async function schedulePrayedEvent(ctx: Context, id: string): Promise<void> {
  const slot = Math.floor(ctx.clock().getTime() / PRAYED_INTERVAL_MS)
  await ctx.addJob(
    'prayers.tell_prayed',
    { id },
    {
      run_at: new Date((slot + 1) * PRAYED_INTERVAL_MS + PRAYED_DELAY_MS).toISOString(),
      unique_key: `prayers.tell_prayed ${id} ${slot}`,
    },
  )
}

/** Publishes the number of prayers to the author and, where the number is shown, to all readers of the request. */
export async function publishPrayed(ctx: Context, { id }: { id: string }): Promise<void> {
  const row = await prayersWithoutReader(ctx.db)
    .select([...columns, 'pray_count', 'shows_pray_count'])
    .where('id', '=', id)
    .where('publication', '!=', sql.lit('deleted'))
    .executeTakeFirst()
  if (!row) return
  const event = { kind: 'prayers.prayed', prayer_request_id: id, pray_count: row.pray_count } as const
  const readers = row.shows_pray_count && (await readSetting(ctx, 'shows_pray_counts')) ? eventAudienceOf(row) : null
  await publishEvents(ctx, [
    ...(readers ? [{ ...event, ...readers, except_id: row.author_id }] : []),
    ...(row.author_id === null ? [] : [{ ...event, audience: 'person' as const, audience_id: row.author_id }]),
  ])
}

/**
 * Publishes to its readers that something was added to a request. Only for additions whose author need not be hidden.
 */
export async function publishPrayerAddition(ctx: Context, id: string): Promise<void> {
  for (const row of await readEventSubjects(ctx, [id])) {
    const readers = eventAudienceOf(row)
    if (readers) await publishEvents(ctx, [{ kind: 'prayers.changed', prayer_request_id: id, ...readers }])
  }
}
