import type { ParsedInput } from '../../../../contract/schemas.ts'
import type { Context } from '../../../context.ts'
import { lockRows } from '../../../db/open.ts'

/** Members that change when emails about notices come. */
const timing = ['notices', 'notice_hour', 'time_zone', 'quiet_from', 'quiet_to'] as const

export async function writePreferences(
  ctx: Context,
  user_id: string,
  { notify, mail_paused, ...change }: Omit<ParsedInput<'preferences.write'>, 'id'>,
): Promise<void> {
  await ctx.db
    .insertInto('preferences')
    .values({ user_id, notify: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Locks the row, because two switches that are changed at once write the same column.
  const stored = await lockRows(
    ctx.db.selectFrom('preferences').select(['notify', 'notices']).where('user_id', '=', user_id),
    ctx.database,
  ).executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('preferences')
    .set({
      ...change,
      notify: JSON.stringify({ ...stored.notify, ...notify }),
      notices: JSON.stringify({ ...stored.notices, ...change.notices }),
      ...(mail_paused === false && { refused_address_hash: null }),
    })
    .where('user_id', '=', user_id)
    .execute()
  if (timing.some((name) => change[name] !== undefined)) await ctx.addJob('notifications.reschedule', { user_id })
}
