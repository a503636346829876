import { type Context, now } from '../../../context.ts'
import { hasEffect } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'

/** Ends one of the viewer's own sessions. Returns false when there is none, or it has already ended. */
export const endDevice = (ctx: Context, viewer: Viewer, id: string): Promise<boolean> =>
  ctx.db
    .updateTable('sessions')
    .set({ revoked_at: now(ctx), revoked_reason: 'signed_out_elsewhere' })
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('revoked_at', 'is', null)
    .$call(hasEffect)
