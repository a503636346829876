import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { RateLimitStore } from './rate-limit.ts'

/**
 * Stores counts in the database. Its statements run outside any request's transaction, because a refused request must
 * not undo a count.
 */
export const createRateLimitStore = ({ database: { db }, secrets, log }: Context): RateLimitStore => ({
  hash: (key) => secrets.hashAddress(key),
  load: () => db.selectFrom('rate_limits').selectAll().where('expires_at', '>', new Date().toISOString()).execute(),
  add: async (changes) => {
    const at = new Date().toISOString()
    try {
      return await db
        .insertInto('rate_limits')
        // In one order: two processes that count the same people must not wait for each other.
        .values(changes.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            points: sql`case when rate_limits.expires_at <= ${at} then 0 else rate_limits.points end + excluded.points`,
            expires_at: sql`case when rate_limits.expires_at <= ${at} then excluded.expires_at else rate_limits.expires_at end`,
          }),
        )
        .returningAll()
        .execute()
    } catch (error) {
      log.warn({ err: error }, 'counts of rate limits could not be stored')
      throw error
    }
  },
})

/** Deletes windows that have ended. */
export async function purgeRateLimits({ db }: Context): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<=', new Date().toISOString()).execute()
}
