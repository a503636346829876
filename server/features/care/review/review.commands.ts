import { type Context, now } from '../../../context.ts'

/** Keeps that somebody decided against showing it. */
export const markKeptHeld = (ctx: Context, id: string) =>
  ctx.db
    .updateTable('prayers')
    .set({ kept_at: now(ctx) })
    .where('id', '=', id)
    .execute()

/** The first who does so is kept. */
export const markAcknowledged = (ctx: Context, id: string, user_id: string) =>
  ctx.db
    .updateTable('prayers')
    .set({ acknowledged_by: user_id, acknowledged_at: now(ctx) })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .execute()
