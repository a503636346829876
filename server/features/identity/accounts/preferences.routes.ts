import type { Context } from '../../../context.ts'
import { holdRows } from '../../../db/open.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { findThemeId, readPreferences } from './preferences.queries.ts'
import { writePreferences } from './preferences.commands.ts'

/** The id of the chosen theme, null for the one of the site. */
async function resolveTheme(ctx: Context, choice: string | null): Promise<string | null> {
  if (choice === null) return null
  const found = ensureFound(await findThemeId(ctx.db, choice), 'themes.not_found')
  const theme = ctx.db.selectFrom('themes').select('id').where('id', '=', found)
  return ensureFound(await holdRows(theme, ctx.database).executeTakeFirst(), 'themes.not_found').id
}

/** Only the owner reads and changes preferences, not even an administrator. */
export const preferences = {
  'preferences.read': async ({ ctx, viewer, input }) => {
    check(input.id === viewer.id, 'request.forbidden')
    return await readPreferences(ctx, viewer.id)
  },

  'preferences.write': async ({ ctx, viewer, input: { id, theme_preference: choice, ...change } }) => {
    check(id === viewer.id, 'request.forbidden')
    const theme_preference = choice === undefined ? undefined : await resolveTheme(ctx, choice)
    await writePreferences(ctx, viewer.id, { ...change, theme_preference })
    return await readPreferences(ctx, viewer.id)
  },

  'preferences.theme': async ({ ctx, viewer, input }) => {
    check(input.userId === viewer.id, 'request.forbidden')
    return { themeId: (await readPreferences(ctx, viewer.id)).theme_preference }
  },

  'preferences.choose_theme': async ({ ctx, viewer, input: { userId, themeId: choice } }) => {
    check(userId === viewer.id, 'request.forbidden')
    const themeId = await resolveTheme(ctx, choice)
    await writePreferences(ctx, viewer.id, { theme_preference: themeId })
    return { themeId }
  },
} satisfies Handlers<'preferences'>
