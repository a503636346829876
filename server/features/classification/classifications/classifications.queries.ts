import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import { type Db, prayersWithoutReader, withoutReader } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'

const classifiableColumns = [
  'prayers.id',
  'prayers.title',
  'prayers.content',
  'prayers.language',
  'prayers.listed_at',
  'prayers.visibility',
  'prayers.publication',
  'prayers.is_guarded',
] as const

const selectClassifiable = (db: Db) =>
  prayersWithoutReader(db)
    .select(classifiableColumns)
    .where('publication', '!=', sql.lit('deleted'))
    .where('line_of', 'is', null)

export type Classifiable = NonNullable<Awaited<ReturnType<ReturnType<typeof selectClassifiable>['executeTakeFirst']>>>

export const readClassifiable = (db: Db, id: string) => selectClassifiable(db).where('id', '=', id).executeTakeFirst()

/** The next requests, in the order of ids, whose categories no person has chosen. */
export const nextUnclassified = (db: Db, after: string | null, limit: number) =>
  selectClassifiable(db)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .where(hasNoManualLink())
    .orderBy('id')
    .limit(limit)
    .execute()

/** True if no person has chosen a category of the current request. */
function hasNoManualLink(): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  const links = query
    .selectFrom('prayer_categories')
    .select('prayer_categories.category_id')
    .whereRef('prayer_categories.prayer_request_id', '=', 'prayers.id')
    .where('prayer_categories.is_machine_generated', '=', false)
  return query.not(query.exists(links))
}

export async function countUnclassified(db: Db): Promise<number> {
  const { count } = await prayersWithoutReader(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('publication', '!=', sql.lit('deleted'))
    .where('line_of', 'is', null)
    .where(hasNoManualLink())
    .executeTakeFirstOrThrow()
  return count
}

/** Requests whose last prediction is by another model than the current one. */
export const nextOutdated = (db: Db, model_id: string, limit: number) =>
  db
    .selectFrom('classifications')
    // In this order: SQLite would otherwise scan all requests to find the few of another model.
    .crossJoin('prayers')
    .$call(withoutReader)
    .whereRef('prayers.id', '=', 'classifications.prayer_request_id')
    .select(classifiableColumns)
    .where('prayers.publication', '!=', sql.lit('deleted'))
    // Two ranges of the index; "not equal" would scan all of it.
    .where((query) =>
      query.or([query('classifications.model_id', '<', model_id), query('classifications.model_id', '>', model_id)]),
    )
    .limit(limit)
    .execute()
