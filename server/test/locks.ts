import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Context } from '../context.ts'

/** In a transaction: waits until another one waits for rows that it has changed. On SQLite every other waits from its beginning. */
export async function untilAwaited({ db, database }: Context): Promise<void> {
  if (database.engine.name === 'sqlite') return
  const waiting = sql`select 1 from pg_locks where locktype = 'transactionid' and not granted and transactionid in
    (select transactionid from pg_locks where locktype = 'transactionid' and granted and pid = pg_backend_pid())`
  await expect.poll(async () => (await waiting.execute(db)).rows, { timeout: 10_000 }).not.toEqual([])
}
