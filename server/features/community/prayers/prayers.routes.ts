import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../http/implement.ts'
import { isUnchanged, pickChanges } from '../../../http/changes.ts'
import { check, ensureFound, refuseMember } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { lockCategoryCounts } from '../categories/categories.commands.ts'
import { findCategory, checkCategories } from '../categories/categories.queries.ts'
import {
  changesByAuthor,
  checkDay,
  checkMayEdit,
  classifyShown,
  lockPrayers,
  replaceCategories,
  deletePrayers,
  updatePrayer,
  createPrayer,
} from './prayers.commands.ts'
import { resolveAudience } from './audience.commands.ts'
import { groupPrayers } from './group-prayers.routes.ts'
import { lines } from './lines.routes.ts'
import { type PrayerChange, openCaseOfWords, evaluatePrayerChange } from './prayer-review.ts'
import { readPage } from './feed.queries.ts'
import {
  listLinks,
  listEdits,
  listUpdates,
  readPrayerRows,
  readPrayerRow,
  readPrayerRowToActOn,
  readPrayCount,
  readPrayer,
  readPrayerDetail,
  readWrittenPrayer,
  showsPrayCounts,
} from './prayers.queries.ts'
import { type PrayerRow, isOutcome, isPrayCountVisible, mayDeletePrayer, nextPrayAt } from './prayers.rules.ts'
import { enqueueOutcome, pray, undoPrayed, setFollowing } from './praying.commands.ts'
import { deleteCases, reopenForNewWords, tellOfCopies } from './care-cases.commands.ts'
import { decideRemoval, readPublicationState } from './decisions.commands.ts'
import { setQuietAlert } from './quiet-alerts.commands.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import { idsOf } from '../../../db/open.ts'

const LINKS_PAGE_SIZE = 100
const prayedByMember = defineLimit('prayed_by_member', 300, HOUR)

/** Deletes requests. What somebody other than the author deletes is a decision, and recorded in the audit log. */
async function deleteAs(ctx: Context, viewer: Viewer, rows: PrayerRow[], reason: string | undefined): Promise<void> {
  const own = rows.filter(({ author_id }) => author_id === viewer.id)
  await tellOfCopies(ctx, idsOf(own))
  // Its author may delete one meanwhile, or another moderator: nothing is decided about that.
  await lockPrayers(ctx.db, idsOf(rows))
  const others: { row: PrayerRow; before: Awaited<ReturnType<typeof readPublicationState>> }[] = []
  for (const row of rows) {
    if (row.author_id === viewer.id) continue
    others.push({ row, before: await readPublicationState(ctx, { prayer_request_id: row.id, update_id: null }) })
  }
  await deletePrayers(ctx, idsOf(rows))
  // A deletion by a moderator leaves the author in danger: nothing but closing ends that case.
  await deleteCases(ctx.db, idsOf(own))
  for (const { row, before } of others) {
    const { id, author_id } = row
    await decideRemoval(ctx, { prayer_request_id: id, author_id, decided_by: viewer.id, reason }, before)
    await recordAudit(ctx, viewer.id, { action: 'prayers.delete', target_type: 'prayer', target_id: id, reason })
  }
}

/** The categories of a body that has them as a request shows them; undefined while they are those of the request. */
async function pickNewCategories(
  ctx: Context,
  viewer: Viewer,
  id: string,
  given: string[],
): Promise<string[] | undefined> {
  const { categories } = await readPrayer(ctx.db, viewer, id)
  const changes = pickChanges({ ids: categories.map((category) => category.id) }, { ids: given })
  return changes.ids
}

/** True when words that were held for danger leave their group, or change: of copies of them in other groups nobody may have been told. */
const leavesCopies = (row: PrayerRow, { content = row.content, group_id = row.group_id }: PrayerChange): boolean =>
  row.alert !== null && row.group_id !== null && (group_id === null || content !== row.content)

export const prayers = {
  'prayers.list': ({ ctx, viewer, input }) => readPage(ctx, viewer, input),

  'prayers.in_category': async ({ ctx, viewer, input: { id, ...page } }) => {
    ensureFound(await findCategory(ctx.db, id), 'categories.not_found')
    return await readPage(ctx, viewer, { ...page, category_id: id })
  },

  ...groupPrayers,
  ...lines,

  'prayers.create': async ({ ctx, limits, viewer, input: { group_ids, ...prayer } }) => {
    check(group_ids === undefined || typeof prayer.group_id !== 'string', 'request.invalid')
    // Always in the same order, so that two users who share in the same groups cannot deadlock.
    const groups = group_ids?.toSorted() ?? [prayer.group_id ?? null]
    const made: Awaited<ReturnType<typeof createPrayer>>[] = []
    for (const group_id of groups) {
      made.push(await createPrayer(ctx, limits, viewer, { ...prayer, group_id }, { is_copy: made.length > 0 }))
    }
    const [{ id, ...forAuthor } = { id: '', offers_help: false, in_summary: false }, ...others] = made
    return {
      ...(await readPrayer(ctx.db, viewer, id)),
      ...forAuthor,
      ...(group_ids && { other_ids: others.map((one) => one.id) }),
    }
  },

  'prayers.one': ({ ctx, viewer, input }) => readPrayerDetail(ctx.db, viewer, input.id),

  'prayers.edit': async ({ ctx, limits, viewer, input: { id, categoryIds, categories, updated_at, ...wanted } }) => {
    await checkMayEdit(ctx, viewer, await readPrayerRow(ctx.db, viewer, id))
    // The second of two changes of one version at the same moment waits here and is refused. A request that was hidden or deleted meanwhile
    // must not come back as held.
    await lockPrayers(ctx.db, [id])
    const row = await readPrayerRow(ctx.db, viewer, id)
    check(updated_at === undefined || updated_at === row.updated_at, 'prayers.changed')
    const chosen = categoryIds ?? (categories && (await pickNewCategories(ctx, viewer, id, categories)))
    const given = pickChanges(row, wanted)
    if (isUnchanged(given) && chosen === undefined) return await readWrittenPrayer(ctx.db, viewer, id)
    await limits.count(changesByAuthor, viewer.id)
    if (given.status !== undefined && !isOutcome(given.status)) throw refuseMember('status', 'not_allowed')
    checkDay(ctx, given.expires_at, row.expires_at)
    const change = await resolveAudience(ctx, viewer, row, { ...given, in_summary: wanted.in_summary })
    const { alert, is_quiet, held } = await evaluatePrayerChange(ctx, viewer, row, change)
    if (chosen !== undefined) {
      // A change may be of its readers and of its categories, and each changes the counts.
      await lockPrayers(ctx.db, [id])
      await lockCategoryCounts(ctx, [id], chosen)
      await checkCategories(ctx, chosen)
    }
    if (leavesCopies(row, change)) await tellOfCopies(ctx, [id])
    await updatePrayer(ctx, viewer, row, { ...change, ...(held && { held }), ...(alert !== undefined && { alert }) })
    if (is_quiet !== undefined) await setQuietAlert(ctx, { id, prayer_request_id: id }, is_quiet)
    if (chosen !== undefined) await replaceCategories(ctx, await readPrayerRow(ctx.db, viewer, id), chosen)
    const isShown = change.visibility !== undefined && row.visibility === 'private'
    const visibility = change.visibility ?? row.visibility
    if (alert || (isShown && row.alert !== null)) await openCaseOfWords(ctx, { id, visibility })
    else if (held?.held_reason === 'crisis' && visibility !== 'private') await reopenForNewWords(ctx, id)
    if (change.content !== undefined || change.title !== undefined) {
      await ctx.addJob('prayers.classify', { id })
      // A moderator's choice for the earlier text is not one for this text.
      await ctx.addJob('classifications.learn', { id })
    } else if (change.visibility !== undefined || change.is_guarded !== undefined) await classifyShown(ctx, id)
    if (change.status !== undefined && change.status !== row.status) {
      await enqueueOutcome(ctx, { prayer_request_id: id, update_id: null, status: change.status })
    }
    return await readWrittenPrayer(ctx.db, viewer, id)
  },

  'prayers.delete': async ({ ctx, viewer, input }) => {
    const row = await readPrayerRow(ctx.db, viewer, input.id)
    check(mayDeletePrayer(viewer, row), 'request.forbidden')
    await deleteAs(ctx, viewer, [row], input.reason)
    return { id: row.id }
  },

  'prayers.delete_batch': async ({ ctx, viewer, input: { ids, reason } }) => {
    const rows = await readPrayerRows(ctx.db, viewer, ids)
    check(
      rows.every((row) => mayDeletePrayer(viewer, row)),
      'prayers.not_found',
    )
    await deleteAs(ctx, viewer, rows, reason)
    return { ids }
  },

  'prayers.pray': async ({ ctx, limits, viewer, input }) => {
    const row = await readPrayerRowToActOn(ctx.db, viewer, input.id)
    await limits.count(prayedByMember, viewer.id)
    const { prayed_at, pray_count } = await pray(ctx, row, viewer.id)
    const isShown = isPrayCountVisible(row, viewer, await showsPrayCounts(ctx.db, viewer))
    return {
      pray_count: isShown ? (pray_count ?? row.pray_count) : null,
      has_prayed: true,
      next_at: nextPrayAt(prayed_at),
    }
  },

  'prayers.unpray': async ({ ctx, viewer, input }) => {
    const row = await readPrayerRow(ctx.db, viewer, input.id)
    check(await undoPrayed(ctx, row.id, viewer.id), 'prayers.undo_too_late')
    const pray_count = await readPrayCount(ctx.db, viewer, row.id)
    return { pray_count, has_prayed: false }
  },

  'prayers.follow': async ({ ctx, viewer, input }) => {
    const row = await readPrayerRowToActOn(ctx.db, viewer, input.id)
    await setFollowing(ctx, { prayer_request_id: row.id, user_id: viewer.id, follows: true })
    return { is_following: true }
  },

  'prayers.unfollow': async ({ ctx, viewer, input }) => {
    const row = await readPrayerRow(ctx.db, viewer, input.id)
    await setFollowing(ctx, { prayer_request_id: row.id, user_id: viewer.id, follows: false })
    return { is_following: false }
  },

  'prayers.edits': async ({ ctx, viewer, input }) =>
    await listEdits(ctx.db, await readPrayerRow(ctx.db, viewer, input.id), input.page),

  'prayers.updates': async ({ ctx, viewer, input }) =>
    await listUpdates(ctx.db, viewer, await readPrayerRow(ctx.db, viewer, input.id)),

  'prayers.categories': async ({ ctx, viewer, input }) => {
    const row = await readPrayerRow(ctx.db, viewer, input.id)
    return await listLinks(ctx.db, viewer, { ids: [row.id] })
  },

  'prayers.categories_of': async ({ ctx, viewer, input: { ids, page = 0, pageSize = LINKS_PAGE_SIZE } }) => {
    return ids?.length === 0 ? [] : await listLinks(ctx.db, viewer, ids ? { ids } : { page, pageSize })
  },
} satisfies Handlers<'prayers'>
