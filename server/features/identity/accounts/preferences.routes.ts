import type { Context } from '../../../context.ts'
import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { readPreferences, themeExists } from './preferences.queries.ts'
import { writePreferences } from './preferences.commands.ts'

async function checkTheme(ctx: Context, id: string | null | undefined): Promise<void> {
  if (typeof id === 'string') check(await themeExists(ctx.db, id), 'themes.not_found')
}

/** Only the owner reads and changes preferences, not even an administrator. */
export const preferences = {
  'preferences.read': async ({ ctx, viewer, input }) => {
    check(input.id === viewer.id, 'request.forbidden')
    return await readPreferences(ctx.db, viewer.id)
  },

  'preferences.write': async ({ ctx, viewer, input: { id, ...change } }) => {
    check(id === viewer.id, 'request.forbidden')
    await checkTheme(ctx, change.theme_preference)
    await writePreferences(ctx, viewer.id, change)
    return await readPreferences(ctx.db, viewer.id)
  },

  'preferences.theme': async ({ ctx, viewer, input }) => {
    check(input.userId === viewer.id, 'request.forbidden')
    return { themeId: (await readPreferences(ctx.db, viewer.id)).theme_preference }
  },

  'preferences.choose_theme': async ({ ctx, viewer, input: { userId, themeId } }) => {
    check(userId === viewer.id, 'request.forbidden')
    await checkTheme(ctx, themeId)
    await writePreferences(ctx, viewer.id, { theme_preference: themeId })
    return { themeId }
  },
} satisfies Handlers<'preferences'>
