import { MAX_PAUSE_DAYS } from '../../../../contract/notifications.values.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import type { Context } from '../../../context.ts'
import { lockRows } from '../../../db/open.ts'
import { toNoticeChoices } from './notice-times.rules.ts'
import { noticeColumns } from './preferences.queries.ts'

/** The end of a pause, never further away than the longest one. */
function pauseEnd(ctx: Context, wanted: string | null): string | null {
  const last = new Date(ctx.clock().getTime() + MAX_PAUSE_DAYS * DAY_MS).toISOString()
  return wanted === null || wanted < last ? wanted : last
}

export async function writePreferences(
  ctx: Context,
  user_id: string,
  { notify, mail_paused, paused_until, ...change }: Omit<ParsedInput<'preferences.write'>, 'id'>,
): Promise<void> {
  await ctx.db
    .insertInto('preferences')
    .values({ user_id, notify: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Locks the row, because two switches that are changed at once write the same column.
  const stored = await lockRows(
    ctx.db
      .selectFrom('preferences')
      .select(['notify', ...noticeColumns])
      .where('user_id', '=', user_id),
    ctx.database,
  ).executeTakeFirstOrThrow()
  const notices = { ...stored.notices, ...change.notices }
  const written = await ctx.db
    .updateTable('preferences')
    .set({
      ...change,
      notify: JSON.stringify({ ...stored.notify, ...notify }),
      notices: JSON.stringify(notices),
      ...(paused_until !== undefined && { paused_until: pauseEnd(ctx, paused_until) }),
      ...(mail_paused === false && { refused_address_hash: null }),
    })
    .where('user_id', '=', user_id)
    .returning(noticeColumns)
    .executeTakeFirstOrThrow()
  const [before, after] = [stored, written].map((row) => JSON.stringify(toNoticeChoices(row)))
  if (before !== after) await ctx.addJob('notifications.reschedule', { user_id })
}

/** Keeps the time zone of somebody who has chosen none: whoever chooses an hour means the clock in front of them. */
export async function keepTimeZone(ctx: Context, user_id: string, time_zone: string): Promise<void> {
  const chosen = await ctx.db
    .selectFrom('preferences')
    .select('time_zone')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (typeof chosen?.time_zone !== 'string') await writePreferences(ctx, user_id, { time_zone })
}
