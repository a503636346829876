import { type Context, now } from '../../../context.ts'

/** Records the decision not to publish a held request. */
export const markKeptHeld = (ctx: Context, id: string) =>
  ctx.db
    .updateTable('prayers')
    .set({ kept_at: now(ctx) })
    .where('id', '=', id)
    .execute()

/** Only the first to acknowledge is stored. */
export const markAcknowledged = (ctx: Context, id: string, user_id: string) =>
  ctx.db
    .updateTable('prayers')
    .set({ acknowledged_by: user_id, acknowledged_at: now(ctx) })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .execute()
