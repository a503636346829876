import { recordAudit } from '../../../audit/audit.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { readGroupAsOverseer } from '../groups/group-access.ts'
import { groupById } from '../groups/groups.queries.ts'
import { isActiveMember, isOverseer, mayManageGroup, membershipIn, toGroup } from '../groups/groups.rules.ts'
import { tellOfCopies } from './care-cases.commands.ts'
import { removeFromGroup, createPrayer } from './prayers.commands.ts'
import { readPage, readGroupPrayersPage } from './feed.queries.ts'
import { readPrayer, selectPrayers } from './prayers.queries.ts'

/** A group with its newest requests. Lies here because groups know nothing of requests. */
export const groupDetails = {
  'groups.one': async ({ ctx, viewer, input: { id, prayers = true } }) => {
    const row = await readGroupAsOverseer(ctx, viewer, id, 'groups.read')
    if (!prayers) return toGroup(row)
    // An administrator who does not belong to it asks for them by their own call, which is recorded as such.
    if (!isActiveMember(membershipIn(row))) return { ...toGroup(row), prayers: [] }
    return { ...toGroup(row), prayers: (await readPage(ctx, viewer, { group_id: id })).items }
  },
} satisfies Pick<Handlers<'groups'>, 'groups.one'>

/** Requests that are shared in groups. */
export const groupPrayers = {
  'prayers.of_groups': ({ ctx, viewer, input }) => readGroupPrayersPage(ctx, viewer, input),

  'prayers.in_group': async ({ ctx, viewer, input: { id, ...page } }) => {
    const isMember = isActiveMember(membershipIn(await readGroupAsOverseer(ctx, viewer, id, 'groups.read_prayers')))
    check(isMember || isOverseer(viewer), 'groups.not_found')
    return await readPage(ctx, viewer, { ...page, group_id: id, oversees: !isMember })
  },

  'prayers.create_in_group': async ({ ctx, limits, viewer, input: { id: group_id, ...prayer } }) => {
    const { id } = await createPrayer(ctx, limits, viewer, { ...prayer, visibility: 'group', group_id })
    return await readPrayer(ctx.db, viewer, id)
  },

  'prayers.delete_from_group': async ({ ctx, viewer, input: { id: group_id, prayerId, reason } }) => {
    const group = ensureFound(await groupById(ctx.db, viewer.id, group_id), 'groups.not_found')
    const membership = membershipIn(group)
    const oversees = isOverseer(viewer) && !isActiveMember(membership)
    const row = await selectPrayers(ctx.db, viewer, { overseen: oversees ? group_id : undefined })
      .where('prayers.id', '=', prayerId)
      .where('prayers.group_id', '=', group_id)
      .executeTakeFirst()
    const isAuthor = row?.author_id === viewer.id
    // Authors who have left the group can still remove their own requests from it.
    check(isActiveMember(membership) || oversees || isAuthor, 'groups.not_found')
    const { author_id, alert } = ensureFound(row, 'prayers.not_found')
    check(isAuthor || oversees || mayManageGroup(membership), 'request.forbidden')
    if (alert !== null) await tellOfCopies(ctx, [prayerId])
    check(await removeFromGroup(ctx, prayerId, group_id), 'prayers.not_found')
    if (isAuthor) return { id: prayerId }
    if (oversees) {
      const act = { action: 'groups.delete_prayer' as const, target_type: 'prayer', target_id: prayerId, reason }
      await recordAudit(ctx, viewer.id, { ...act, detail: { group_id } })
    }
    if (author_id !== null)
      await ctx.addJob('notifications.tell_left_group', { author_id, prayer_request_id: prayerId })
    return { id: prayerId }
  },
} satisfies Partial<Handlers<'prayers'>>
