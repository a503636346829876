import type { Context } from '../context.ts'

/** Returns the lines of the activity log about a thing, oldest first. */
export const readActs = ({ db }: Context, target_id: string) =>
  db.selectFrom('audit_log').selectAll().where('target_id', '=', target_id).orderBy('id').execute()

/** Returns only what was done to it: the action of each line. */
export const readActions = async (ctx: Context, target_id: string) =>
  (await readActs(ctx, target_id)).map(({ action }) => action)
