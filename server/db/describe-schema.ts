import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from './engine.ts'
import type { Schema } from './schema.ts'

interface SchemaObject {
  kind: string
  name: string
  definition: string
}

/** Tables of SQLite have their constraints in their own text; columns are listed too, so that a difference has a name. */
const OF_SQLITE: RawBuilder<SchemaObject> = sql`
  select type as kind, name, sql as definition from sqlite_master
    where sql is not null and name not glob 'sqlite_*' and name not glob 'search_words_*'
  union all select 'column', made.name || '.' || field.name, lower(field.type) ||
      case when field."notnull" then ' not null' else '' end || coalesce(' default ' || field.dflt_value, '')
    from sqlite_master as made join pragma_table_info(made.name) as field
    where made.type = 'table' and made.sql not like 'create virtual%'
      and made.name not glob 'sqlite_*' and made.name not glob 'search_words_*'`

const OF_POSTGRES: RawBuilder<SchemaObject> = sql`
  with made as (select oid, relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace)
  select 'table' as kind, relname as name, '' as definition from made
  union all select 'column', relname || '.' || attname, format_type(atttypid, atttypmod) ||
      case when attnotnull then ' not null' else '' end || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') ||
      case when attidentity = '' then '' else ' identity' end
    from made join pg_attribute on attrelid = made.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all select 'constraint', relname || '.' || conname,
      pg_get_constraintdef(pg_constraint.oid, true) || case when convalidated then '' else ' not valid' end
    from made join pg_constraint on conrelid = made.oid and contype in ('p', 'u', 'f', 'c', 'x')
  union all select 'index', pg_class.relname,
      pg_get_indexdef(indexrelid, 0, true) || case when indisvalid then '' else ' (invalid)' end
    from made join pg_index on indrelid = made.oid join pg_class on pg_class.oid = indexrelid
    where not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
  union all select 'trigger', tgname,
      pg_get_triggerdef(pg_trigger.oid, true) || case when tgenabled = 'O' then '' else ' (disabled)' end
    from made join pg_trigger on tgrelid = made.oid and not tgisinternal
  union all select 'function', proname, prosrc from pg_proc
    where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype`

/**
 * Describes every table, column, constraint, index, trigger and function of a trigger, one per line, sorted:
 * `index prayers_deleted: create index …`. White space of a definition is reduced to single spaces.
 */
export async function describeSchema(db: Kysely<Schema>, engine: Engine['name']): Promise<string[]> {
  const { rows } = await (engine === 'sqlite' ? OF_SQLITE : OF_POSTGRES).execute(db)
  return rows
    .filter(({ name }) => !name.startsWith('kysely_'))
    .map(({ kind, name, definition }) => `${kind} ${name}: ${definition.replaceAll(/\s+/g, ' ').trim()}`.trim())
    .toSorted()
}
