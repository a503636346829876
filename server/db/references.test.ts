import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { engine } from '../test/app.ts'
import { sharedTestApp } from '../test/shared-app.ts'

const app = sharedTestApp()

/** Tables that are emptied every hour. */
const SHORT = ['passkey_challenges']

/** What nobody indexed is read whole for every single row that is deleted: both engines have the same indexes. */
it.skipIf(engine === 'postgres')('a row that is deleted with another one is found by an index', async () => {
  const { rows } = await sql<{ reference: string }>`
    select parts.name || '.' || of."from" as reference
    from sqlite_schema parts, pragma_foreign_key_list(parts.name) of
    where parts.type = 'table' and of.on_delete = 'CASCADE' and parts.name not in (${sql.join(SHORT)})
    and not exists (
      select 1 from pragma_index_list(parts.name) indexes, pragma_index_info(indexes.name) first
      join sqlite_schema made on made.name = indexes.name
      where first.seqno = 0 and first.name = of."from"
      and (indexes.partial = 0 or made.sql like '%where ' || of."from" || ' is not null')
    )`.execute(app.ctx.db)
  expect(rows.map(({ reference }) => reference)).toEqual([])
})
