import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { engine, startTestApp } from '../test/app.ts'
import { makePrayer } from '../test/make.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { copyDatabase } from './copy.ts'
import { migrate, openDatabase } from './open.ts'

// Indexing a big site takes longer than PostgreSQL lets a transaction wait.
it.runIf(engine === 'postgres')('indexes a copy when nothing is read from its source any more', async () => {
  const app = await startTestApp()
  await makePrayer(app.ctx, await app.person('hannah'), { content: 'Please pray for rain.' })
  const target = openDatabase({ data_dir: '', database_url: await newDatabaseUrl() })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.ctx.db)
  const watched = async () => {
    await migrate(target)
    await sql`create function refuse_while_read() returns trigger language plpgsql as $$ begin
      if exists (select from pg_stat_activity where state = 'idle in transaction' and datname = ${sql.lit(rows[0]?.name)})
        then raise exception 'the source is still being read'; end if;
      return new; end $$`.execute(target.db)
    await sql`create trigger watched before insert on search_words for each row execute function refuse_while_read()`.execute(
      target.db,
    )
  }
  await copyDatabase(app.ctx.database, target, watched)
  const indexed = await sql<{ count: number }>`select count(*) as count from search_words`.execute(target.db)
  expect(Number(indexed.rows[0]?.count)).toBe(1)
  await target.db.destroy()
  await app.stop()
})
