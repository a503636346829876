import type { Context } from '../context.ts'

/** Returns the lines of the activity log about a thing, oldest first. */
export const readActs = ({ db }: Context, target_id: string) =>
  db.selectFrom('audit_log').selectAll().where('target_id', '=', target_id).orderBy('id').execute()

/** Returns only what was done to it: the action of each line. */
export const readActions = async (ctx: Context, target_id: string) =>
  (await readActs(ctx, target_id)).map(({ action }) => action)

/** Returns the kinds of the security events of an account, oldest first. */
export const readEvents = async ({ db }: Context, user_id: string): Promise<string[]> => {
  const events = db.selectFrom('security_events').select('kind').where('user_id', '=', user_id)
  return (await events.orderBy('id').execute()).map(({ kind }) => kind)
}
