import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Category } from '../../../../contract/categories.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { type Context, now } from '../../../context.ts'
import { foldIdentity } from '../../../db/names.ts'
import { type Db, lockReferredRows, lockRows, withoutReader } from '../../../db/open.ts'
import { columns, toCategory, listCategories } from './categories.queries.ts'

/** Adds to the stored count of each category. Updates in the order of ids, so that two transactions cannot deadlock. */
export async function adjustCategoryCounts(db: Db, changes: Map<string, number>): Promise<void> {
  for (const [id, change] of [...changes].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (change === 0) continue
    await db
      .updateTable('categories')
      .set({ prayer_count: sql`prayer_count + ${change}` })
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Locks the counts of the categories of these requests, and of those that are chosen for them, in that order: for a transaction that goes
 * on to change them several times, and would come to them in another.
 */
export async function lockCategoryCounts(
  { db, database }: Pick<Context, 'db' | 'database'>,
  prayer_request_ids: string[],
  chosen: string[] = [],
): Promise<void> {
  const theirs = db
    .selectFrom('categories')
    .select('id')
    .where((query) => {
      const linked = query
        .selectFrom('prayer_categories')
        .select('category_id')
        .where('prayer_request_id', 'in', prayer_request_ids)
      return query.or([query('id', 'in', linked), ...(chosen.length > 0 ? [query('id', 'in', chosen)] : [])])
    })
    .orderBy('id')
  await lockReferredRows(theirs, database).execute()
}

/** Inserts a category after all others. */
export async function insertCategory(
  ctx: Context,
  { name, description = '', color = null }: ParsedInput<'categories.create'>,
): Promise<Category> {
  const at = now(ctx)
  const last = await ctx.db
    .selectFrom('categories')
    .select(({ fn }) => fn.max('order').as('order'))
    .executeTakeFirst()
  const row = await ctx.db
    .insertInto('categories')
    .values({
      id: uuidv7(),
      key: null,
      name,
      name_folded: foldIdentity(name),
      description,
      color,
      order: (last?.order ?? -1) + 1,
      created_at: at,
      updated_at: at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toCategory(row)
}

export async function updateCategory(
  ctx: Context,
  id: string,
  change: Pick<ParsedInput<'categories.edit'>, 'name' | 'description' | 'color'>,
): Promise<void> {
  await ctx.db
    .updateTable('categories')
    .set({
      ...change,
      ...(change.name !== undefined && { name_folded: foldIdentity(change.name) }),
      updated_at: now(ctx),
    })
    .where('id', '=', id)
    .execute()
}

/** Moves a category to a position and renumbers all of them from 0. Updates in the order of ids, like the counts. */
export async function moveCategory(ctx: Context, category: Category, place: number): Promise<void> {
  const others = (await listCategories(ctx.db)).filter(({ id }) => id !== category.id)
  const all = others.toSpliced(place, 0, category)
  const places = all.map(({ id, order: before }, order) => ({ id, before, order }))
  for (const { id, before, order } of places.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (order !== before) await ctx.db.updateTable('categories').set({ order }).where('id', '=', id).execute()
  }
}

/** Waits for those who change a request of the category at this moment: they count it where they found it. */
export async function lockPrayersOf({ db, database }: Context, id: string): Promise<void> {
  const theirs = db
    .selectFrom('prayers')
    .$call(withoutReader)
    .select('prayers.id')
    .where('prayers.id', 'in', (query) =>
      query.selectFrom('prayer_categories').select('prayer_request_id').where('category_id', '=', id),
    )
    .orderBy('prayers.id')
  await lockReferredRows(theirs, database).execute()
}

/** Deletes a category, whose requests the caller has locked. `move_to` gets them, except those that it already has. */
export async function deleteCategory(ctx: Context, id: string, move_to: string | undefined): Promise<void> {
  const { db } = ctx
  // Waits for those who choose one of them at this moment, and for their counts.
  const both = db
    .selectFrom('categories')
    .select('id')
    .where('id', 'in', [id, move_to ?? id])
    .orderBy('id')
  await lockRows(both, ctx.database).execute()
  if (move_to !== undefined) {
    // A person who chose the one that goes chose this one: no machine takes it away.
    await db
      .updateTable('prayer_categories')
      .set({ is_machine_generated: false, confidence: null })
      .where('category_id', '=', move_to)
      .where('prayer_request_id', 'in', (query) =>
        query
          .selectFrom('prayer_categories as chosen')
          .select('chosen.prayer_request_id')
          .where('chosen.category_id', '=', id)
          .where('chosen.is_machine_generated', '=', false),
      )
      .execute()
    await db
      .updateTable('prayer_categories')
      .set({ category_id: move_to })
      .where('category_id', '=', id)
      .where('prayer_request_id', 'not in', (query) =>
        query
          .selectFrom('prayer_categories as there')
          .select('there.prayer_request_id')
          .where('there.category_id', '=', move_to),
      )
      .execute()
    await recountCategory(db, move_to)
  }
  // A request without another category waits for a moderator, like one that never had any.
  await db
    .updateTable('classifications')
    .set({ doubt: 'unsorted' })
    .where('doubt', 'is', null)
    .where('prayer_request_id', 'in', (query) =>
      query.selectFrom('prayer_categories').select('prayer_request_id').where('category_id', '=', id),
    )
    .where('prayer_request_id', 'not in', (query) =>
      query
        .selectFrom('prayer_categories as gone')
        .innerJoin('prayer_categories as other', 'other.prayer_request_id', 'gone.prayer_request_id')
        .select('gone.prayer_request_id')
        .where('gone.category_id', '=', id)
        .where('other.category_id', '!=', id),
    )
    .execute()
  await db.deleteFrom('categories').where('id', '=', id).execute()
}

/** The categories of the requests that count for them: published and public. */
export const selectCounted = (db: Db) =>
  db
    .selectFrom('prayer_categories')
    .innerJoin('prayers', 'prayers.id', 'prayer_categories.prayer_request_id')
    .$call(withoutReader)
    .where('publication', '=', sql.lit('published'))
    .where('visibility', '=', sql.lit('public'))
    .where('status', '!=', sql.lit('archived'))

/** Recomputes the stored count. */
async function recountCategory(db: Db, id: string): Promise<void> {
  const { count } = await selectCounted(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow()
  await db.updateTable('categories').set({ prayer_count: count }).where('id', '=', id).execute()
}
