import type { ParsedInput } from '../../../../contract/schemas.ts'
import type { Context } from '../../../context.ts'
import { lockRows } from '../../../db/open.ts'

export async function writePreferences(
  ctx: Context,
  user_id: string,
  { notify, ...change }: Omit<ParsedInput<'preferences.write'>, 'id'>,
): Promise<void> {
  await ctx.db
    .insertInto('preferences')
    .values({ user_id, notify: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Locks the row, because two switches that are changed at once write the same column.
  const stored = await lockRows(
    ctx.db.selectFrom('preferences').select('notify').where('user_id', '=', user_id),
    ctx.database,
  ).executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('preferences')
    .set({ ...change, notify: JSON.stringify({ ...stored.notify, ...notify }) })
    .where('user_id', '=', user_id)
    .execute()
}
