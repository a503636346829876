import type { Theme } from '../../../contract/themes.ts'
import type { Db } from '../../db/open.ts'

export const allThemes = (db: Db): Promise<(Theme & { ui: Record<string, unknown> })[]> =>
  db
    .selectFrom('themes')
    .select(['id', 'name', 'description', 'order', 'is_default', 'colors', 'ui'])
    .orderBy('order')
    .orderBy('name')
    .execute()
