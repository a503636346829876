import type { Handlers } from '../../../http/implement.ts'
import { hasEffect } from '../../../db/open.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import { check } from '../../../http/errors.ts'
import { readPrayerRow } from '../prayers/prayers.queries.ts'
import { keepTimeZone } from '../../identity/accounts/preferences.commands.ts'
import { lockUser } from '../../identity/users/users.queries.ts'
import {
  lockList,
  listItems,
  listLists,
  listReminders,
  lockReminder,
  readList,
  readListPosition,
} from './prayer-lists.queries.ts'
import { insertList, orderItems, orderLists, pauseReminder, saveItem, saveReminder } from './prayer-lists.commands.ts'
import { MAX_ITEMS, MAX_LISTS, MAX_REMINDERS, knownTimeZone, weekdayOf } from './prayer-lists.rules.ts'

/** Each leaves a job, which stays until its time when another takes its place. */
const remindersOfMember = defineLimit('reminders_of_member', 60, HOUR)

export const prayerLists = {
  'prayer_lists.list': ({ ctx, viewer, input }) => listLists(ctx.db, viewer.id, input.prayer_request_id),

  'prayer_lists.create': async ({ ctx, viewer, input }) => {
    // Without the lock, concurrent requests would each find room for one more list.
    await lockUser(ctx, viewer.id)
    check((await listLists(ctx.db, viewer.id)).length < MAX_LISTS, 'prayer_lists.too_many')
    return await insertList(ctx, viewer.id, input.name)
  },

  'prayer_lists.one': async ({ ctx, viewer, input }) => {
    const list = await readList(ctx.db, viewer.id, input.id)
    return { ...list, items: await listItems(ctx.db, viewer, list.id) }
  },

  'prayer_lists.rename': async ({ ctx, viewer, input: { id, name } }) => {
    await lockList(ctx, viewer.id, id)
    await ctx.db.updateTable('prayer_lists').set({ name }).where('id', '=', id).execute()
    return { id, name }
  },

  'prayer_lists.delete': async ({ ctx, viewer, input: { id } }) => {
    await lockList(ctx, viewer.id, id)
    await ctx.db.deleteFrom('prayer_lists').where('id', '=', id).execute()
    return { id }
  },

  'prayer_lists.order': async ({ ctx, viewer, input }) => {
    await lockUser(ctx, viewer.id)
    await orderLists(ctx.db, viewer.id, input.ids)
    return await listLists(ctx.db, viewer.id)
  },

  'prayer_lists.add': async ({ ctx, viewer, input: { id, prayer_request_id } }) => {
    await lockList(ctx, viewer.id, id)
    await readPrayerRow(ctx.db, viewer, prayer_request_id)
    const { count, next, has } = await readListPosition(ctx.db, id, prayer_request_id)
    check(has || count < MAX_ITEMS, 'prayer_lists.full')
    await saveItem(ctx, { prayer_list_id: id, prayer_request_id, order: next })
    return { id, prayer_request_id }
  },

  // Also removes requests that the viewer may no longer read or that no longer exist: the list is the viewer's own.
  'prayer_lists.remove': async ({ ctx, viewer, input: { id, prayerId } }) => {
    await lockList(ctx, viewer.id, id)
    await ctx.db
      .deleteFrom('prayer_list_items')
      .where('prayer_list_id', '=', id)
      .where('prayer_request_id', '=', prayerId)
      .execute()
    return { id, prayer_request_id: prayerId }
  },

  'prayer_lists.order_items': async ({ ctx, viewer, input: { id, ids } }) => {
    await lockList(ctx, viewer.id, id)
    await orderItems(ctx.db, id, ids)
    return { id }
  },

  'prayer_lists.reminders': ({ ctx, viewer }) => listReminders(ctx.db, viewer.id),

  'prayer_lists.remind': async ({ ctx, limits, viewer, input }) => {
    const { prayer_request_id = null, prayer_list_id = null, remind_at, repeats } = input
    // Where somebody lives is stored only where it is needed.
    const time_zone = repeats === 'once' ? null : knownTimeZone(input.time_zone)
    await lockUser(ctx, viewer.id)
    // Without the lock, another tab could delete the list before the reminder of it is stored.
    if (prayer_list_id !== null) await lockList(ctx, viewer.id, prayer_list_id)
    if (prayer_request_id !== null) await readPrayerRow(ctx.db, viewer, prayer_request_id)
    await limits.count(remindersOfMember, viewer.id)
    const weekdays = repeats === 'weekly' ? (input.weekdays ?? weekdayOf(remind_at, time_zone)) : null
    const wanted = { prayer_request_id, prayer_list_id, remind_at, repeats, time_zone, weekdays }
    const saved = await saveReminder(ctx, viewer.id, wanted)
    // Its email would wait for the end of quiet hours by another clock.
    if (time_zone !== null) await keepTimeZone(ctx, viewer.id, time_zone)
    check((await listReminders(ctx.db, viewer.id)).length <= MAX_REMINDERS, 'prayer_lists.too_many_reminders')
    return saved
  },

  'prayer_lists.pause_reminder': async ({ ctx, viewer, input: { id, is_paused } }) =>
    await pauseReminder(ctx, await lockReminder(ctx, viewer.id, id), is_paused),

  'prayer_lists.forget_reminder': async ({ ctx, viewer, input: { id } }) => {
    const isDeleted = await ctx.db
      .deleteFrom('reminders')
      .where('id', '=', id)
      .where('user_id', '=', viewer.id)
      .$call(hasEffect)
    check(isDeleted, 'prayer_lists.no_reminder')
    return { id }
  },
} satisfies Handlers<'prayer_lists'>
