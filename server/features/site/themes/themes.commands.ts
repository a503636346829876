import { v7 as uuidv7 } from 'uuid'
import type { Theme } from '../../../../contract/themes.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { type Context, nextTimestamp, now } from '../../../context.ts'
import { hasEffect } from '../../../db/open.ts'
import { foldIdentity } from '../../../db/names.ts'
import { listThemes } from './themes.queries.ts'
import { assignPlaces } from './themes.rules.ts'

type Writable = Omit<ParsedInput<'themes.create'>, 'allow_low_contrast' | 'order' | 'is_default'>

type Change = Omit<ParsedInput<'themes.edit'>, 'id' | 'allow_low_contrast' | 'updated_at' | 'order' | 'is_default'>

const toRow = ({ name, description, colors, font, typography, ui }: Change) => ({
  ...(name !== undefined && { name, name_folded: foldIdentity(name) }),
  ...(description !== undefined && { description }),
  ...(colors !== undefined && { colors: JSON.stringify(colors) }),
  ...(font !== undefined && { font: JSON.stringify(font) }),
  ...(typography !== undefined && { typography: JSON.stringify(typography) }),
  ...(ui !== undefined && { ui: JSON.stringify(ui) }),
})

/** Inserts a theme after the last. A taken name violates the database's unique constraint. */
export async function insertTheme(ctx: Context, theme: Writable): Promise<string> {
  const id = uuidv7()
  const at = now(ctx)
  const { last } = await ctx.db
    .selectFrom('themes')
    .select((themes) => themes.fn.max('order').as('last'))
    .executeTakeFirstOrThrow()
  const { font = {}, typography = {}, ui = {}, ...rest } = theme
  const row = toRow({ ...rest, font, typography, ui }) as { name: string; name_folded: string; colors: string }
  await ctx.db
    .insertInto('themes')
    .values({
      id,
      font: '{}',
      typography: '{}',
      ui: '{}',
      ...row,
      order: (last ?? -1) + 1,
      is_default: false,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}

/**
 * Returns false when another save was committed since `before` was read. Stores the colours with those that were filled
 * in when it was read.
 */
export const updateTheme = (ctx: Context, before: Theme, change: Change): Promise<boolean> =>
  ctx.db
    .updateTable('themes')
    .set({
      ...toRow({ ...change, colors: change.colors ?? (before.colors as Writable['colors']) }),
      updated_at: nextTimestamp(ctx, before.updated_at),
    })
    .where('id', '=', before.id)
    .where('updated_at', '=', before.updated_at)
    .$call(hasEffect)

/** Users who had chosen it get the default again. */
export async function deleteTheme({ db }: Context, id: string): Promise<void> {
  await db.updateTable('preferences').set({ theme_preference: null }).where('theme_preference', '=', id).execute()
  await db.deleteFrom('themes').where('id', '=', id).execute()
}

/** At most one theme is the default at any moment: a unique index ensures it. */
export async function setDefaultTheme({ db }: Context, id: string): Promise<void> {
  await db.updateTable('themes').set({ is_default: false }).where('id', '!=', id).execute()
  await db.updateTable('themes').set({ is_default: true }).where('id', '=', id).execute()
}

/**
 * Gives themes their places. Returns false when one of them does not exist. Another theme at the same place moves behind
 * it, so no two have the same. Updates in the order of ids, so that two transactions cannot deadlock.
 */
export async function setThemeOrders({ db }: Context, orders: { id: string; order: number }[]): Promise<boolean> {
  const before = await listThemes(db)
  const places = assignPlaces(before, orders)
  if (!places) return false
  for (const { id, order } of before.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const place = places.get(id) ?? order
    if (place !== order) await db.updateTable('themes').set({ order: place }).where('id', '=', id).execute()
  }
  return true
}
