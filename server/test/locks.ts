import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Context } from '../context.ts'

/**
 * In a transaction: waits until so many others wait for rows, which it or one of them has changed. On SQLite every other waits from its
 * beginning.
 */
export async function untilAwaited({ db, database }: Context, others = 1): Promise<void> {
  if (database.engine.name === 'sqlite') return
  const waiting = sql`select distinct pid from pg_locks where not granted and pid in
    (select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`
  const count = async (): Promise<number> => (await waiting.execute(db)).rows.length
  await expect.poll(count).toBeGreaterThanOrEqual(others)
}
