import type { NewPrayer } from '../../../contract/prayers.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { check, ensureFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import type { RateLimits } from '../../http/rate-limit.ts'
import type { Viewer } from '../../http/session.ts'
import { checkEmailVerified } from '../emails/emails.queries.ts'
import { checkMayPost, readGroupAsOverseer } from '../groups/groups.access.ts'
import { groupById, membershipIn } from '../groups/groups.queries.ts'
import { isActiveMember, isOverseer, mayManageGroup } from '../groups/groups.rules.ts'
import { type PrayerChange, replaceCategories, insertPrayer, removeFromGroup } from './prayers.changes.ts'
import { enqueueCareNotice, checkCategories, evaluatePostedPrayer, toPostedPrayer } from './prayers.holding.ts'
import { readPage, readGroupPrayersPage } from './prayers.lists.ts'
import { readSetting } from '../../settings/settings.ts'
import { readPrayerRow, readPrayer, selectPrayers } from './prayers.queries.ts'
import type { PrayerRow } from './prayers.rules.ts'

/** A request belongs to a group exactly when its audience is that group, and only those who may share there put it there. */
async function checkAudience(
  ctx: Context,
  viewer: Viewer,
  { visibility, group_id }: Pick<NewPrayer, 'visibility' | 'group_id'>,
): Promise<void> {
  check((visibility === 'group') === (typeof group_id === 'string'), 'request.invalid')
  if (typeof group_id === 'string') await checkMayPost(ctx, viewer, group_id)
}

/** Shares a new request; gives its id. */
export async function createPrayer(
  ctx: Context,
  limits: RateLimits,
  viewer: Viewer,
  prayer: NewPrayer,
): Promise<string> {
  await checkEmailVerified(ctx, viewer)
  await checkAudience(ctx, viewer, prayer)
  const max = await readSetting(ctx, 'prayers_per_hour')
  await limits.count('prayers_of_member', viewer.id, { code: 'prayers.too_many_today', most: max })
  const { categoryIds = [] } = prayer
  await checkCategories(ctx, categoryIds)
  const { alert, reason } = await evaluatePostedPrayer(ctx, viewer, toPostedPrayer(prayer))
  const id = await insertPrayer(ctx, viewer, prayer, reason, alert)
  const row = await readPrayerRow(ctx.db, viewer, id)
  if (categoryIds.length > 0) await replaceCategories(ctx, row, categoryIds)
  if (alert !== null) await enqueueCareNotice(ctx, row)
  await ctx.addJob('prayers.classify', { id })
  return id
}

/** A change whose audience the author may choose. One that stays as it is needs no leave, also where its author has left. */
export async function resolveAudience(
  ctx: Context,
  viewer: Viewer,
  row: PrayerRow,
  { visibility = row.visibility, group_id: wanted, ...change }: PrayerChange,
): Promise<PrayerChange> {
  // Leaving a group's audience without naming another takes the request out of the group.
  const group_id = wanted ?? (visibility === 'group' ? row.group_id : null)
  // Then not written again: somebody may be taking it out of its group at this moment.
  if (visibility === row.visibility && group_id === row.group_id) return change
  await checkAudience(ctx, viewer, { visibility, group_id })
  return { ...change, visibility, group_id }
}

/** Requests inside of groups. */
export const groupPrayers = {
  'prayers.of_groups': ({ ctx, viewer, input }) => readGroupPrayersPage(ctx, viewer, input),

  'prayers.in_group': async ({ ctx, viewer, input: { id, ...page } }) => {
    const isMember = isActiveMember(membershipIn(await readGroupAsOverseer(ctx, viewer, id, 'groups.read_prayers')))
    check(isMember || isOverseer(viewer), 'groups.not_found')
    return await readPage(ctx, viewer, { ...page, group_id: id, oversees: !isMember })
  },

  'prayers.create_in_group': async ({ ctx, limits, viewer, input: { id: group_id, ...prayer } }) => {
    const id = await createPrayer(ctx, limits, viewer, { ...prayer, visibility: 'group', group_id })
    return await readPrayer(ctx.db, viewer, id)
  },

  'prayers.delete_from_group': async ({ ctx, viewer, input: { id: group_id, prayerId, reason } }) => {
    const group = ensureFound(await groupById(ctx.db, viewer.id, group_id), 'groups.not_found')
    const membership = membershipIn(group)
    const oversees = isOverseer(viewer) && !isActiveMember(membership)
    const row = await selectPrayers(ctx.db, viewer, oversees ? group_id : undefined)
      .where('prayers.id', '=', prayerId)
      .where('prayers.group_id', '=', group_id)
      .executeTakeFirst()
    const isAuthor = row?.author_id === viewer.id
    // Who has left the group can still take away what they wrote there.
    check(isActiveMember(membership) || oversees || isAuthor, 'groups.not_found')
    const { author_id } = ensureFound(row, 'prayers.not_found')
    check(isAuthor || oversees || mayManageGroup(membership), 'request.forbidden')
    check(await removeFromGroup(ctx, prayerId, group_id), 'prayers.not_found')
    if (isAuthor) return { id: prayerId }
    if (oversees) {
      const act = { action: 'groups.delete_prayer', target_type: 'prayer', target_id: prayerId, reason }
      await recordAudit(ctx, viewer.id, { ...act, detail: { group_id } })
    }
    if (author_id !== null)
      await ctx.addJob('notifications.tell_left_group', { author_id, prayer_request_id: prayerId })
    return { id: prayerId }
  },
} satisfies Partial<Handlers<'prayers'>>
