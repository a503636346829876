import type { NewPrayer, PrayerPage } from '../../../contract/prayers.ts'
import { recordAct } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Facts, Handlers } from '../../http/implement.ts'
import { check, found } from '../../http/errors.ts'
import type { Viewer } from '../../http/session.ts'
import { allCategoriesExist, oneCategory } from '../categories/categories.queries.ts'
import { checkVerified } from '../emails/emails.queries.ts'
import {
  chooseCategories,
  deletePrayers,
  forgetPrayed,
  insertPrayer,
  recordPrayed,
  setFollowing,
  tellFollowers,
  updatePrayer,
} from './prayers.changes.ts'
import { alertCare, judgeChange, judgePosted, toPosted } from './prayers.holding.ts'
import { type Place, listPrayers } from './prayers.lists.ts'
import {
  isActiveMember,
  listLinks,
  listUpdates,
  readAllForActing,
  readForActing,
  readPrayCount,
  readPrayer,
  readPrayerDetail,
} from './prayers.queries.ts'
import {
  LAST_PAGE,
  PRAY_COOLDOWN_MS,
  PRAY_DIGEST_MS,
  type PrayerRow,
  isAnswer,
  mayDelete,
  mayEdit,
  nextPrayAt,
} from './prayers.rules.ts'

const PAGE_SIZE = 20

function openCursor({ secrets }: Context, cursor: string | undefined, view: Place['view']): Place | undefined {
  if (cursor === undefined) return undefined
  const place = secrets.openCursor(cursor) as Place | undefined
  check(place?.view === view, 'request.invalid')
  return place
}

type PageInput = Pick<
  Facts<'prayers.list'>['input'],
  'page' | 'pageSize' | 'cursor' | 'view' | 'exclude_group_prayers' | 'mine' | 'following'
>

async function readPage(
  ctx: Context,
  viewer: Viewer | null,
  input: PageInput & { category_id?: string },
): Promise<PrayerPage> {
  const { page = 0, pageSize = PAGE_SIZE, view = 'newest', cursor, ...filters } = input
  check(cursor !== undefined || page <= LAST_PAGE, 'prayers.too_deep')
  const after = openCursor(ctx, cursor, view)
  const offset = after ? 0 : page * pageSize
  const { items, has_more, next } = await listPrayers(ctx.db, viewer, { ...filters, view, pageSize, offset, after })
  return { items, page, pageSize, has_more, next_cursor: next ? ctx.secrets.sealCursor(next) : null }
}

/** A request belongs to a group exactly when its audience is that group, and only its members may put it there. */
async function checkAudience(
  ctx: Context,
  viewer: Viewer,
  { visibility, group_id }: Pick<NewPrayer, 'visibility' | 'group_id'>,
): Promise<void> {
  check((visibility === 'group') === (typeof group_id === 'string'), 'request.invalid')
  if (typeof group_id === 'string') check(await isActiveMember(ctx.db, group_id, viewer.id), 'groups.not_found')
}

async function checkCategories(ctx: Context, ids: string[]): Promise<void> {
  check(await allCategoriesExist(ctx.db, ids), 'categories.not_found')
}

/** Deletes requests; what somebody else than the author deletes is written down. */
async function deleteAs(ctx: Context, viewer: Viewer, rows: PrayerRow[], reason: string | undefined): Promise<void> {
  await deletePrayers(
    ctx,
    rows.map(({ id }) => id),
  )
  for (const { id, author_id } of rows) {
    if (author_id === viewer.id) continue
    await recordAct(ctx, viewer.id, { action: 'prayers.delete', target_type: 'prayer', target_id: id, reason })
  }
}

export const prayers = {
  'prayers.list': ({ ctx, viewer, input }) => readPage(ctx, viewer, input),

  'prayers.in_category': async ({ ctx, viewer, input: { id, ...page } }) => {
    found(await oneCategory(ctx.db, id), 'categories.not_found')
    return await readPage(ctx, viewer, { ...page, category_id: id })
  },

  'prayers.create': async ({ ctx, limits, viewer, input }) => {
    await checkVerified(ctx, viewer)
    await checkAudience(ctx, viewer, input)
    await limits.count('prayers_of_member', viewer.id, 'prayers.too_many_today')
    const { categoryIds = [], ...written } = input
    await checkCategories(ctx, categoryIds)
    const { alert, reason } = await judgePosted(ctx, viewer, toPosted(written))
    const id = await insertPrayer(ctx, viewer, written, reason, alert)
    const row = await readForActing(ctx.db, viewer, id)
    if (categoryIds.length > 0) await chooseCategories(ctx, row, categoryIds)
    if (alert !== null) await alertCare(ctx, row)
    await ctx.addJob('prayers.classify', { id })
    return await readPrayer(ctx.db, viewer, id)
  },

  'prayers.one': ({ ctx, viewer, input }) => readPrayerDetail(ctx.db, viewer, input.id),

  'prayers.edit': async ({ ctx, viewer, input: { id, categoryIds, ...change } }) => {
    const row = await readForActing(ctx.db, viewer, id)
    check(mayEdit(viewer, row), 'request.forbidden')
    if (change.visibility !== undefined || change.group_id !== undefined) {
      const { visibility = row.visibility } = change
      // Leaving a group's audience without naming another takes the request out of the group.
      change.group_id ??= visibility === 'group' ? row.group_id : null
      await checkAudience(ctx, viewer, { visibility, group_id: change.group_id })
    }
    const { alert, held } = await judgeChange(ctx, viewer, row, change)
    await updatePrayer(ctx, viewer, row, { ...change, ...(held && { held }), ...(alert !== undefined && { alert }) })
    if (categoryIds !== undefined) {
      await checkCategories(ctx, categoryIds)
      await chooseCategories(ctx, await readForActing(ctx.db, viewer, id), categoryIds)
    }
    const isShown = change.visibility !== undefined && row.visibility === 'private'
    if (alert || (isShown && row.alert !== null))
      await alertCare(ctx, { id, visibility: change.visibility ?? row.visibility })
    if (change.content !== undefined || change.title !== undefined) await ctx.addJob('prayers.classify', { id })
    if (change.status !== undefined && change.status !== row.status && isAnswer(change.status)) {
      await tellFollowers(ctx, { prayer_request_id: id, update_id: null, status: change.status })
    }
    return await readPrayer(ctx.db, viewer, id)
  },

  'prayers.delete': async ({ ctx, viewer, input }) => {
    const row = await readForActing(ctx.db, viewer, input.id)
    check(mayDelete(viewer, row), 'request.forbidden')
    await deleteAs(ctx, viewer, [row], input.reason)
    return { id: row.id }
  },

  'prayers.delete_batch': async ({ ctx, viewer, input: { ids, reason } }) => {
    const rows = await readAllForActing(ctx.db, viewer, ids)
    check(
      rows.every((row) => mayDelete(viewer, row)),
      'prayers.not_found',
    )
    await deleteAs(ctx, viewer, rows, reason)
    return { ids }
  },

  'prayers.pray': async ({ ctx, limits, viewer, input }) => {
    const row = await readForActing(ctx.db, viewer, input.id)
    await limits.count('prayed_by_member', viewer.id)
    const { prayed_at, first } = await recordPrayed(ctx, {
      prayer_request_id: row.id,
      user_id: viewer.id,
      cooldown_ms: PRAY_COOLDOWN_MS,
    })
    if (first && row.author_id !== viewer.id) {
      // Later, so that the author can neither tell who prayed from who is there, nor be told of what was taken back.
      const run_at = new Date(ctx.clock().getTime() + PRAY_DIGEST_MS).toISOString()
      const day = prayed_at.slice(0, 'yyyy-mm-dd'.length)
      const unique_key = `notifications.tell_prayed ${row.id} ${day}`
      await ctx.addJob('notifications.tell_prayed', { prayer_request_id: row.id, day }, { run_at, unique_key })
    }
    const pray_count = await readPrayCount(ctx.db, viewer, row.id)
    return { pray_count, has_prayed: true, next_at: nextPrayAt(prayed_at) }
  },

  'prayers.unpray': async ({ ctx, viewer, input }) => {
    const row = await readForActing(ctx.db, viewer, input.id)
    check((await forgetPrayed(ctx, row.id, viewer.id)) !== 'too_late', 'prayers.undo_too_late')
    const pray_count = await readPrayCount(ctx.db, viewer, row.id)
    return { pray_count, has_prayed: false }
  },

  'prayers.follow': async ({ ctx, viewer, input }) => {
    const row = await readForActing(ctx.db, viewer, input.id)
    await setFollowing(ctx, { prayer_request_id: row.id, user_id: viewer.id, follows: true })
    return { is_following: true }
  },

  'prayers.unfollow': async ({ ctx, viewer, input }) => {
    const row = await readForActing(ctx.db, viewer, input.id)
    await setFollowing(ctx, { prayer_request_id: row.id, user_id: viewer.id, follows: false })
    return { is_following: false }
  },

  'prayers.updates': async ({ ctx, viewer, input }) =>
    await listUpdates(ctx.db, viewer, await readForActing(ctx.db, viewer, input.id)),

  'prayers.categories': async ({ ctx, viewer, input }) => {
    const row = await readForActing(ctx.db, viewer, input.id)
    return await listLinks(ctx.db, viewer, [row.id])
  },

  'prayers.categories_of': ({ ctx, viewer, input }) =>
    input.ids.length === 0 ? Promise.resolve([]) : listLinks(ctx.db, viewer, input.ids),
} satisfies Handlers<'prayers'>
