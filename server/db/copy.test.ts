import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { now } from '../context.ts'
import { engine } from '../test/app.ts'
import { newTestApp } from '../test/shared-app.ts'
import { newFolder } from '../test/folder.ts'
import { makeGroup, makePrayer, rowOfPrayer } from '../test/make.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { copyDatabase } from './copy.ts'
import { migrate, openDatabase } from './open.ts'

// Both take longer on a big site than PostgreSQL lets a transaction wait.
it.runIf(engine === 'postgres')('joins and indexes a copy when nothing is read from its source any more', async () => {
  const app = await newTestApp()
  const hannah = await app.person('hannah')
  await makePrayer(app.ctx, hannah, { content: 'Please pray for rain.' })
  const group_id = await makeGroup(app.ctx, [hannah])
  const at = now(app.ctx)
  const invitation = { id: randomUUID(), secret_hash: 'a', group_id, created_at: at, expires_at: at, max_uses: 1 }
  await app.ctx.db.insertInto('invitations').values(invitation).execute()
  const target = openDatabase({ data_dir: '', database_url: await newDatabaseUrl() })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.ctx.db)
  const watched = async () => {
    await migrate(target)
    await sql`create function refuse_while_read() returns trigger language plpgsql as $$ begin
      if exists (select from pg_stat_activity where state = 'idle in transaction' and datname = ${sql.lit(rows[0]?.name)})
        then raise exception 'the source is still being read'; end if;
      return new; end $$`.execute(target.db)
    await sql`create trigger watched before update on invitations for each row execute function refuse_while_read()`.execute(
      target.db,
    )
    await sql`create trigger watched before insert on search_words for each row execute function refuse_while_read()`.execute(
      target.db,
    )
  }
  await copyDatabase(app.ctx.database, target, watched)
  const indexed = await sql<{ count: number }>`select count(*) as count from search_words`.execute(target.db)
  expect(Number(indexed.rows[0]?.count)).toBe(1)
  expect(await target.db.selectFrom('invitations').select('group_id').execute()).toEqual([{ group_id }])
  await target.db.destroy()
})

it('copies what refers to a row that comes later: an invitation to a group, and a line under a request', async () => {
  const app = await newTestApp()
  const { ctx } = app
  const author_id = await app.person('hannah')
  const at = now(ctx)
  const group_id = await makeGroup(ctx, [author_id])
  const invitation = { id: randomUUID(), secret_hash: 'a', group_id, created_at: at, expires_at: at, max_uses: 1 }
  await ctx.db.insertInto('invitations').values(invitation).execute()
  const makeRow = (id: string, line_of: string | null = null) => ({
    id,
    author_id,
    line_of,
    content: 'Please pray for rain.',
    visibility: 'private' as const,
    ...rowOfPrayer(at),
  })
  // The first and the last of more than one batch.
  const [line, asked] = ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff']
  const others = Array.from({ length: 500 }, () => makeRow(randomUUID()))
  await ctx.db
    .insertInto('prayers')
    .values([makeRow(asked), ...others])
    .execute()
  await ctx.db.insertInto('prayers').values(makeRow(line, asked)).execute()

  const database_url = engine === 'postgres' ? await newDatabaseUrl() : undefined
  const target = openDatabase({ data_dir: newFolder(), database_url })
  await copyDatabase(ctx.database, target)
  const { db } = target
  expect(await db.selectFrom('prayers').select('line_of').where('id', '=', line).execute()).toEqual([
    { line_of: asked },
  ])
  expect(await db.selectFrom('invitations').select('group_id').execute()).toEqual([{ group_id }])
  await db.destroy()
})
