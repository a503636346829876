import type { Context } from '../../../context.ts'
import { holdRows } from '../../../db/open.ts'
import { check, ensureFound, refuseMember } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { isTimeZone } from './notice-times.rules.ts'
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

  'preferences.write': async ({ ctx, viewer, input: { id, theme_preference: choice, time_zone, ...change } }) => {
    check(id === viewer.id, 'request.forbidden')
    // A device may be newer than this machine: its time zone must not take the hour that was chosen with it.
    const isKnown = typeof time_zone !== 'string' || isTimeZone(time_zone)
    if (!isKnown && choice === undefined && Object.keys(change).length === 0)
      throw refuseMember('time_zone', 'not_allowed')
    const theme_preference = choice === undefined ? undefined : await resolveTheme(ctx, choice)
    await writePreferences(ctx, viewer.id, { ...change, ...(isKnown && { time_zone }), theme_preference })
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
