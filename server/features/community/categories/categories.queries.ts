import type { Category } from '../../../../contract/categories.ts'
import type { Context } from '../../../context.ts'
import { foldIdentity } from '../../../db/names.ts'
import { type Db, hasRow, holdRows } from '../../../db/open.ts'
import { builtInNames } from '../../../db/seed.ts'
import { check } from '../../../http/errors.ts'

export const columns = ['id', 'key', 'name', 'description', 'color', 'order'] as const

type Row = Omit<Category, 'is_built_in'>

export const toCategory = (row: Row): Category => ({
  ...row,
  is_built_in: row.key !== null && builtInNames.get(row.key) === row.name,
})

export const listCategories = async (db: Db): Promise<Category[]> =>
  (await db.selectFrom('categories').select(columns).orderBy('order').orderBy('name').execute()).map(toCategory)

export async function findCategory(db: Db, id: string): Promise<Category | undefined> {
  const row = await db.selectFrom('categories').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toCategory(row)
}

export const categoryCounts = (db: Db) =>
  db.selectFrom('categories').select(['id', 'name', 'prayer_count as count']).orderBy('order').orderBy('name').execute()

export const isCategoryNameTaken = (db: Db, name: string, except?: string): Promise<boolean> =>
  db
    .selectFrom('categories')
    .select('id')
    .where('name_folded', '=', foldIdentity(name))
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .$call(hasRow)

/** Refuses ids of which a category does not exist; the others stay until the transaction ends. */
export async function checkCategories(
  { db, database }: Pick<Context, 'db' | 'database'>,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const found = db.selectFrom('categories').select('id').where('id', 'in', ids).orderBy('id')
  const known = await holdRows(found, database).execute()
  check(known.length === new Set(ids).size, 'categories.not_found')
}
