import { type Context, now } from '../../../context.ts'
import { hasEffect } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'

/** Stores an author's appeal, once. Returns false when another request stored one first. */
export const saveAppeal = (ctx: Context, id: string, appeal: string): Promise<boolean> =>
  ctx.db
    .updateTable('decisions')
    .set({ appeal, appealed_at: now(ctx) })
    .where('id', '=', id)
    .where('appealed_at', 'is', null)
    .where('undone_at', 'is', null)
    .$call(hasEffect)

/** Stores the answer. Returns false when somebody else answered first. */
export async function saveAppealAnswer(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { outcome, answer }: { outcome: 'upheld' | 'overturned'; answer: string },
): Promise<boolean> {
  return await ctx.db
    .updateTable('decisions')
    .set({
      appeal_outcome: outcome,
      appeal_answer: answer,
      appeal_decided_by: viewer.id,
      appeal_decided_at: now(ctx),
    })
    .where('id', '=', id)
    .where('appeal_outcome', 'is', null)
    .$call(hasEffect)
}
