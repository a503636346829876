import { sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { AlertKind, HeldReason, NewPrayer, PrayerStatus } from '../../../../contract/prayers.ts'
import { initialFields, plainFieldNames } from '../../../../contract/prayers.values.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { type Context, nextTimestamp, now } from '../../../context.ts'
import { type Db, hasEffect, prayersWithoutReader } from '../../../db/open.ts'
import type { Publication } from '../../../db/schema.ts'
import { unindexPrayers, indexPrayers } from '../../../db/search.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { adjustCategoryCounts, selectCounted } from '../categories/categories.commands.ts'
import { checkCategories } from '../categories/categories.queries.ts'
import { checkAudience } from './audience.commands.ts'
import { decideInSummary } from './in-summary.queries.ts'
import { isShownToOthers, publishNewPrayer, withLiveEvents } from './prayer-events.ts'
import {
  type PrayerRow,
  type StoredPrayer,
  answeredAt,
  hasPassed,
  listedAt,
  mayEditPrayer,
  namesNewDay,
} from './prayers.rules.ts'
import { check, refuseMember } from '../../../http/errors.ts'
import { type RateLimits, HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import { checkEmailVerified } from '../../identity/accounts/emails.queries.ts'
import { lockMembership } from '../groups/groups.commands.ts'
import {
  type PrayerChange,
  detectLanguage,
  evaluatePostedPrayer,
  heldSince,
  openCaseOfWords,
  toPostedPrayer,
} from './prayer-review.ts'
import { setQuietAlert } from './quiet-alerts.commands.ts'
import { enqueueLineNotice, waitingOrder } from './praying.commands.ts'

/** The maximum of the setting `prayers_per_hour`, and of requests of danger. */
const prayersOfMember = defineLimit('prayers_of_member', 100, HOUR)
/** Counts the changes of one person to what they wrote: each is kept, sorted anew and told to others. */
export const changesByAuthor = defineLimit('changes_by_author', 120, HOUR)

/** Locks these requests until the transaction ends. */
export async function lockPrayers(db: Db, ids: string[]): Promise<void> {
  await db
    .updateTable('prayers')
    .set((row) => ({ publication: row.ref('publication') }))
    .where('id', 'in', ids)
    .execute()
}

/**
 * Runs a change of one or several requests and updates the counts of their categories. They count published public
 * requests only, so a change of visibility affects them as much as a change of categories.
 */
export async function withCategoryCounts<Result>(
  db: Db,
  id: string | string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const ids = [id].flat()
  // Without the lock, two concurrent changes would count the same step twice.
  await lockPrayers(db, ids)
  const changes = new Map<string, number>()
  const add = (categories: string[], step: number): void => {
    for (const category of categories) changes.set(category, (changes.get(category) ?? 0) + step)
  }
  add(await listCounted(db, ids), -1)
  const result = await change()
  add(await listCounted(db, ids), 1)
  await adjustCategoryCounts(db, changes)
  return result
}

/** Like `withCategoryCounts`, for a request that the same transaction made and that has no categories yet. */
export async function withNewCategoryCounts(db: Db, id: string, change: () => Promise<void>): Promise<void> {
  await change()
  await adjustCategoryCounts(db, new Map((await listCounted(db, [id])).map((category) => [category, 1])))
}

/** The categories of requests that count for them, once for each request. */
async function listCounted(db: Db, ids: string[]): Promise<string[]> {
  const rows = await selectCounted(db).select('category_id').where('prayers.id', 'in', ids).execute()
  return rows.map(({ category_id }) => category_id)
}

/** Like `withCategoryCounts`, and publishes live events. */
const withCountsAndEvents = <Result>(
  ctx: Context,
  id: string | string[],
  change: () => Promise<Result>,
): Promise<Result> => withLiveEvents(ctx, id, () => withCategoryCounts(ctx.db, id, change))

const plainValues = (input: NewPrayer) =>
  Object.fromEntries(plainFieldNames.map((name) => [name, input[name] ?? initialFields[name]])) as typeof initialFields

export async function insertPrayer(
  ctx: Context,
  author: Viewer,
  input: NewPrayer,
  held_reason: HeldReason | null,
  alert: AlertKind | null = null,
): Promise<Pick<PrayerRow, 'id' | 'listed_at' | 'visibility'>> {
  const id = uuidv4()
  const at = now(ctx)
  const { is_anonymous = false, visibility = 'public', group_id = null, in_summary = false } = input
  const publication = held_reason === null ? 'published' : 'held'
  const listed_at = listedAt(at, is_anonymous)
  const subject = { id, author_id: author.id, group_id, is_anonymous, visibility, publication, held_reason } as const
  await ctx.db
    .insertInto('prayers')
    .values({
      ...subject,
      ...plainValues(input),
      content: input.content,
      language: input.language ?? null,
      in_summary,
      held_at: held_reason === null ? null : at,
      alert,
      created_at: at,
      listed_at,
      updated_at: at,
      last_activity_at: at,
      expires_at: input.expires_at ?? null,
    })
    .execute()
  const { title = null, content, language = null } = input
  await indexPrayers(ctx.db, [{ id, listed_at, title, content, language }], { are_new: true })
  await publishNewPrayer(ctx, { ...subject, line_of: null })
  return { id, listed_at, visibility }
}

/** Refuses a day that has passed. `before`: the day of the request, which may stay. */
export function checkDay(
  { clock }: Context,
  expires_at: string | null | undefined,
  before: string | null = null,
): void {
  if (typeof expires_at !== 'string' || !namesNewDay(before, expires_at)) return
  if (hasPassed(expires_at, clock())) throw refuseMember('expires_at', 'passed')
}

/**
 * Checks and inserts a new request, and queues its classification. `is_copy`: see `openCase`. `offers_help`: see
 * `WrittenPrayer`.
 */
export async function createPrayer(
  ctx: Context,
  limits: RateLimits,
  viewer: Viewer,
  prayer: NewPrayer,
  how: { is_copy?: boolean } = {},
): Promise<{ id: string; offers_help: boolean; in_summary: boolean }> {
  await checkAudience(ctx, viewer, prayer)
  checkDay(ctx, prayer.expires_at)
  const posted = toPostedPrayer(prayer)
  const { alert, is_quiet, reason } = await evaluatePostedPrayer(ctx, viewer, posted)
  // Words of danger are kept, never refused.
  const most = alert === null ? await readSetting(ctx, 'prayers_per_hour') : Infinity
  await limits.count(prayersOfMember, viewer.id, { code: 'prayers.too_many_this_hour', most })
  if (alert === null) await checkEmailVerified(ctx, viewer)
  const { categoryIds = prayer.categories ?? [] } = prayer
  await checkCategories(ctx, categoryIds)
  const language = prayer.language ?? detectLanguage(ctx, posted)
  const in_summary = await decideInSummary(ctx.db, prayer.in_summary, { was: false, group_id: prayer.group_id })
  const made = await insertPrayer(ctx, viewer, { ...prayer, language, in_summary }, reason, alert)
  if (categoryIds.length > 0) await replaceCategories(ctx, made, categoryIds)
  if (alert !== null) await openCaseOfWords(ctx, made, how)
  if (is_quiet) await setQuietAlert(ctx, { id: made.id, prayer_request_id: made.id }, true)
  await ctx.addJob('prayers.classify', { id: made.id, is_new: true })
  return { id: made.id, offers_help: is_quiet, in_summary }
}

/**
 * Refuses everybody but the author, and authors who do not belong to the group of their request. Locks that membership
 * until the transaction ends, so that nobody is removed in between.
 */
export async function checkMayEdit(ctx: Context, viewer: Viewer, row: PrayerRow): Promise<void> {
  check(mayEditPrayer(viewer, row), 'request.forbidden')
  if (row.group_id !== null) check(await lockMembership(ctx, row.group_id, viewer.id), 'request.forbidden')
}

/** Updates the given fields and stores the previous text as an edit. */
export async function updatePrayer(
  ctx: Context,
  editor: { id: string | null },
  row: StoredPrayer,
  { held, ...change }: PrayerChange,
): Promise<void> {
  const at = now(ctx)
  const is_anonymous = change.is_anonymous ?? row.is_anonymous
  const { visibility = row.visibility, group_id = row.group_id } = change
  // Others hear of it as of a new one: it stands first there, and keeps that place, a day at least, however often it goes and comes.
  const isPlaced = row.listed_at > row.created_at && Date.parse(at) - Date.parse(row.listed_at) < DAY_MS
  const isShared = !isPlaced && isShownToOthers(row, { visibility, group_id })
  const placed_at = row.listed_at > row.created_at ? row.listed_at : row.created_at
  const listed_at = listedAt(isShared ? at : placed_at, is_anonymous)
  const status = change.status ?? row.status
  const answered_at = answeredAt({ status, is_anonymous, answered_at: row.answered_at }, at)
  const changesText =
    (change.content ?? row.content) !== row.content ||
    (change.title === undefined ? row.title : change.title) !== row.title
  if (changesText) {
    await ctx.db
      .insertInto('prayer_edits')
      .values({
        // Random: one that contains the time would reveal the minute of an anonymous author's change.
        id: uuidv4(),
        prayer_request_id: row.id,
        title: row.title,
        content: row.content,
        visibility: row.visibility,
        edited_by: editor.id,
        created_at: at,
      })
      .execute()
  }
  await withCountsAndEvents(ctx, row.id, () =>
    ctx.db
      .updateTable('prayers')
      .set({
        ...change,
        ...held,
        listed_at,
        answered_at,
        updated_at: nextTimestamp(ctx, row.updated_at),
        last_activity_at: at,
        ...(typeof change.expires_at === 'string' &&
          namesNewDay(row.expires_at, change.expires_at) && { expected_told_at: null }),
      })
      .where('id', '=', row.id)
      .execute(),
  )
  if (listed_at !== row.listed_at) {
    await ctx.db.updateTable('prayer_categories').set({ listed_at }).where('prayer_request_id', '=', row.id).execute()
  }
  const { content = row.content, title = row.title, language = row.language } = change
  if (changesText || listed_at !== row.listed_at || language !== row.language) {
    await indexPrayers(ctx.db, [{ id: row.id, listed_at, title, content, language }])
  }
  if (change.shows_pray_count !== undefined && change.shows_pray_count !== row.shows_pray_count) {
    await ctx.db
      .updateTable('prayers')
      .set({ waiting_order: waitingOrder(await readSetting(ctx, 'shows_pray_counts')) })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Sets the status of a request, and the time when it was answered. */
export async function setPrayerStatus(
  ctx: Context,
  prayer: Pick<PrayerRow, 'id' | 'is_anonymous' | 'answered_at'>,
  status: PrayerStatus,
): Promise<void> {
  const at = now(ctx)
  const answered_at = answeredAt({ ...prayer, status }, at)
  await withCountsAndEvents(ctx, prayer.id, () =>
    ctx.db
      .updateTable('prayers')
      .set({ status, answered_at, updated_at: at, last_activity_at: at })
      .where('id', '=', prayer.id)
      .execute(),
  )
}

/** Tells of a line that is published now, and classifies a request that may now be sent to the service, if one is configured. */
async function followPublication(ctx: Context, id: string): Promise<void> {
  const line = await prayersWithoutReader(ctx.db)
    .select('id')
    .where('id', '=', id)
    .where('line_of', 'is not', null)
    .executeTakeFirst()
  await (line ? enqueueLineNotice(ctx, id) : classifyShown(ctx, id))
}

/** Enqueues the classification of a request that may now be sent to the classification service, if one is configured. */
export async function classifyShown(ctx: Context, id: string): Promise<void> {
  if (ctx.remoteClassifier) await ctx.addJob('prayers.classify', { id })
}

/** Takes a request off the wall until somebody has read what is new about it. */
export const holdPrayer = (ctx: Context, id: string, held_reason: HeldReason) =>
  withCountsAndEvents(ctx, id, () =>
    ctx.db
      .updateTable('prayers')
      .set(heldSince(held_reason, now(ctx)))
      .where('id', '=', id)
      .execute(),
  )

/** Publishes a request, or hides it. */
export async function setPrayerPublication(
  ctx: Context,
  id: string,
  publication: Exclude<Publication, 'held'>,
  held_reason: HeldReason | null,
): Promise<void> {
  await withCountsAndEvents(ctx, id, () =>
    ctx.db
      .updateTable('prayers')
      .set({
        publication,
        held_reason,
        kept_at: null,
        // Since then nobody reads what its author tells of it.
        ...(publication === 'hidden' && {
          held_at: sql<string>`case when publication = 'published' then ${now(ctx)} else held_at end`,
        }),
      })
      .where('id', '=', id)
      .execute(),
  )
  if (publication === 'published') await followPublication(ctx, id)
}

/** Restores an earlier state of a request, also of a deleted one. */
export async function restorePrayer(
  ctx: Context,
  id: string,
  state: Pick<PrayerRow, 'publication' | 'held_reason'> & { held_at: string | null; kept_at: string | null },
): Promise<void> {
  await withCountsAndEvents(ctx, id, () =>
    ctx.db
      .updateTable('prayers')
      .set({ ...state, deleted_at: null })
      .where('id', '=', id)
      .execute(),
  )
  const words = await prayersWithoutReader(ctx.db)
    .select(['id', 'listed_at', 'title', 'content', 'language'])
    .where('id', '=', id)
    .execute()
  await indexPrayers(ctx.db, words)
  if (state.publication === 'published') await followPublication(ctx, id)
}

/** Makes a request of the group private to its author. Returns false when it is not, or no longer, in the group. */
export const removeFromGroup = (ctx: Context, id: string, group_id: string): Promise<boolean> =>
  withLiveEvents(ctx, id, () =>
    ctx.db
      .updateTable('prayers')
      .set({ visibility: 'private', group_id: null, updated_at: now(ctx) })
      .where('id', '=', id)
      .where('group_id', '=', group_id)
      .$call(hasEffect),
  )

export async function deletePrayers(ctx: Context, ids: string[]): Promise<void> {
  await withCountsAndEvents(ctx, ids, () =>
    ctx.db
      .updateTable('prayers')
      .set({ publication: 'deleted', deleted_at: now(ctx) })
      .where('id', 'in', ids)
      .execute(),
  )
  await unindexPrayers(ctx.db, ids)
}

/** Replaces all categories by those that the author chose. */
export async function replaceCategories(
  ctx: Context,
  prayer: { id: string; listed_at: string },
  categories: string[],
): Promise<void> {
  await withCountsAndEvents(ctx, prayer.id, async () => {
    await ctx.db.deleteFrom('prayer_categories').where('prayer_request_id', '=', prayer.id).execute()
    if (categories.length === 0) return
    await ctx.db
      .insertInto('prayer_categories')
      .values(
        categories.map((category_id, position) => ({
          prayer_request_id: prayer.id,
          category_id,
          is_machine_generated: false,
          confidence: null,
          position,
          listed_at: prayer.listed_at,
          created_at: now(ctx),
        })),
      )
      .execute()
  })
  await ctx.addJob('classifications.learn', { id: prayer.id })
}
