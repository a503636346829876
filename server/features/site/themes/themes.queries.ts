import { migratedColors } from '../../../../contract/colors.ts'
import type { Theme } from '../../../../contract/themes.ts'
import type { Db } from '../../../db/open.ts'

const selectThemes = (db: Db) =>
  db
    .selectFrom('themes')
    .select(['id', 'name', 'description', 'order', 'is_default', 'colors', 'font', 'typography', 'ui', 'updated_at'])
    .orderBy('order')
    .orderBy('name')

type Row = Awaited<ReturnType<ReturnType<typeof selectThemes>['execute']>>[number]

/** Adds header and button colours to themes that were stored before these existed. */
const toTheme = (row: Row): Theme => ({
  ...row,
  colors: { ...migratedColors, ...row.colors },
  typography: row.typography as Theme['typography'],
  ui: row.ui as Theme['ui'],
})

export const listThemes = async (db: Db): Promise<Theme[]> => (await selectThemes(db).execute()).map(toTheme)

export async function themeById(db: Db, id: string): Promise<Theme | undefined> {
  const row = await selectThemes(db).where('id', '=', id).executeTakeFirst()
  return row && toTheme(row)
}

/** The default theme, else the first. */
export async function defaultTheme(db: Db): Promise<Theme | undefined> {
  const themes = await listThemes(db)
  return themes.find(({ is_default }) => is_default) ?? themes[0]
}
