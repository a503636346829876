import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ReactionType } from '../../../../contract/prayers.ts'
import { type Context, now } from '../../../context.ts'

type Target = { prayer_request_id: string; update_id: null } | { prayer_request_id: null; update_id: string }

/** Stores one reaction per kind, user and target, and updates the count. Returns the stored reaction. */
export async function insertReaction(ctx: Context, user_id: string, target: Target, type: ReactionType) {
  const id = uuidv7()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('reactions')
    .values({ id, user_id, ...target, type, created_at: now(ctx) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) {
    await ctx.db
      .insertInto('reaction_counts')
      .values({ target_id: target.prayer_request_id ?? target.update_id, type, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['target_id', 'type']).doUpdateSet({ count: sql`reaction_counts.count + 1` }),
      )
      .execute()
    return { id, ...target, type }
  }
  const column = target.update_id === null ? 'prayer_request_id' : 'update_id'
  const kept = await ctx.db
    .selectFrom('reactions')
    .select('id')
    .where(column, '=', target.prayer_request_id ?? target.update_id)
    .where('user_id', '=', user_id)
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return { id: kept.id, ...target, type }
}

/** Deletes a user's own reaction. Returns false when they have none with this id. */
export async function deleteReaction(ctx: Context, user_id: string, id: string): Promise<boolean> {
  const gone = await ctx.db
    .deleteFrom('reactions')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(['prayer_request_id', 'update_id', 'type'])
    .executeTakeFirst()
  if (!gone) return false
  await ctx.db
    .updateTable('reaction_counts')
    .set({ count: sql`count - 1` })
    .where('target_id', '=', gone.prayer_request_id ?? gone.update_id ?? '')
    .where('type', '=', gone.type)
    .execute()
  return true
}
