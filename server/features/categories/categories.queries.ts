import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

const columns = ['id', 'key', 'name', 'description', 'order'] as const

export const allCategories = (db: Db) =>
  db.selectFrom('categories').select(columns).orderBy('order').orderBy('name').execute()

export const oneCategory = (db: Db, id: string) =>
  db.selectFrom('categories').select(columns).where('id', '=', id).executeTakeFirst()

export const categoryCounts = (db: Db) =>
  db.selectFrom('categories').select(['id', 'name', 'prayer_count as count']).orderBy('order').orderBy('name').execute()

/** Adds to the kept count of each category. In the order of ids, so that two transactions cannot wait for each other. */
export async function addToCounts(db: Db, changes: Map<string, number>): Promise<void> {
  for (const [id, change] of [...changes].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (change === 0) continue
    await db
      .updateTable('categories')
      .set({ prayer_count: sql`prayer_count + ${change}` })
      .where('id', '=', id)
      .execute()
  }
}
