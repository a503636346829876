import type { Db } from '../../db/open.ts'

export const allThemes = (db: Db) =>
  db
    .selectFrom('themes')
    .select(['id', 'name', 'description', 'order', 'is_default', 'colors'])
    .orderBy('order')
    .orderBy('name')
    .execute()

/** The themes with all that the style sheet is made of. */
export const styledThemes = (db: Db) =>
  db
    .selectFrom('themes')
    .select(['id', 'name', 'is_default', 'colors', 'ui'])
    .orderBy('order')
    .orderBy('name')
    .execute()
