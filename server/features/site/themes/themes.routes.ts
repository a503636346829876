import { type Contrast, listLowContrasts, listRefusedContrasts } from '../../../../contract/contrasts.ts'
import { type Theme, Typography } from '../../../../contract/themes.ts'
import { findThemeId } from '../../identity/accounts/preferences.queries.ts'
import { lockAdmins } from '../../identity/users/users.queries.ts'
import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { isUnchanged, pickChanges } from '../../../http/changes.ts'
import { Refusal, check, ensureFound, refuseDuplicate } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { listThemes, defaultTheme, themeById } from './themes.queries.ts'
import { deleteTheme, insertTheme, setDefaultTheme, setThemeOrders, updateTheme } from './themes.commands.ts'

const toWarning = ({ foreground, background, dark, ratio, minimum }: Contrast) => ({
  path: `colors.${foreground}`,
  detail: `${ratio.toFixed(2)}:1 on ${background}${dark ? ' in dark mode' : ''}; ${minimum}:1 is needed.`,
})

const definedColors = (colors: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(colors).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Refuses colours whose contrast is too low, and names them, unless the administrator confirms them. */
function checkContrast(colors: Record<string, string | undefined>, isAllowed: boolean | undefined): void {
  const refused = isAllowed ? [] : listRefusedContrasts(definedColors(colors))
  if (refused.length === 0) return
  const fields = refused.map((pair) => ({ ...toWarning(pair), code: 'not_allowed' as const }))
  throw new Refusal('themes.low_contrast', { fields })
}

/** Allows fonts only from the site itself and from configured hosts: a font reveals to its host who reads. */
function checkFont({ config }: Context, url: string | undefined): void {
  if (url?.startsWith('https:')) check(config.font_hosts.includes(new URL(url).host), 'themes.foreign_font')
}

const readTheme = async (ctx: Context, id: string): Promise<Theme> =>
  ensureFound(await themeById(ctx.db, id), 'themes.not_found')

/** The theme as it was saved, with a warning for each pair of its colours that is hard to read. */
const readSaved = async (ctx: Context, id: string) => {
  const theme = await readTheme(ctx, id)
  return { ...theme, warnings: listLowContrasts(theme.colors).map(toWarning) }
}

const readChosenTheme = async (ctx: Context, choice: string): Promise<Theme> =>
  readTheme(ctx, ensureFound(await findThemeId(ctx.db, choice), 'themes.not_found'))

type Verb = 'create' | 'edit' | 'delete' | 'clone' | 'set_order' | 'set_orders' | 'set_default'
const record = (ctx: Context, viewer: { id: string }, verb: Verb, id: string, detail = {}) =>
  recordAudit(ctx, viewer.id, { action: `themes.${verb}`, target_type: 'theme', target_id: id, detail })

async function makeDefault(ctx: Context, viewer: { id: string }, id: string): Promise<Theme> {
  await setDefaultTheme(ctx, id)
  await record(ctx, viewer, 'set_default', id)
  return await readTheme(ctx, id)
}

export const themes = {
  'themes.list': ({ ctx }) => listThemes(ctx.db),

  'themes.default': async ({ ctx }) => ensureFound(await defaultTheme(ctx.db), 'themes.not_found'),

  'themes.one': ({ ctx, input }) => readChosenTheme(ctx, input.id),

  'themes.create': async ({ ctx, viewer, input: { allow_low_contrast, order, is_default, ...theme } }) => {
    checkContrast(theme.colors, allow_low_contrast)
    checkFont(ctx, theme.font?.url)
    await lockAdmins(ctx)
    const id = await insertTheme(ctx, theme).catch(refuseDuplicate(ctx, 'themes.name_taken'))
    await record(ctx, viewer, 'create', id, { name: theme.name, allow_low_contrast })
    if (order !== undefined) await setThemeOrders(ctx, [{ id, order }])
    if (is_default) await makeDefault(ctx, viewer, id)
    return await readSaved(ctx, id)
  },

  'themes.edit': async ({ ctx, viewer, input: { id, allow_low_contrast, updated_at, ...change } }) => {
    await lockAdmins(ctx)
    const before = await readTheme(ctx, id)
    // Font names of the built-in themes have quotes, which are removed from what is sent.
    const stored = { ...before, typography: Typography.safeParse(before.typography).data }
    const changes = pickChanges(stored, change)
    // A change that is sent again because its answer was lost stands against nobody.
    check(isUnchanged(changes) || updated_at === undefined || updated_at === before.updated_at, 'themes.changed')
    const { order, is_default, ...look } = changes
    check(is_default !== false, 'themes.is_default')
    if (look.colors) checkContrast(look.colors, allow_low_contrast)
    checkFont(ctx, look.font?.url)
    if (!isUnchanged(look)) {
      check(await updateTheme(ctx, before, look).catch(refuseDuplicate(ctx, 'themes.name_taken')), 'themes.changed')
    }
    if (order !== undefined) await setThemeOrders(ctx, [{ id, order }])
    if (!isUnchanged(changes)) {
      await record(ctx, viewer, 'edit', id, { changed: Object.keys(changes), allow_low_contrast })
    }
    if (is_default) await makeDefault(ctx, viewer, id)
    return await readSaved(ctx, id)
  },

  'themes.delete': async ({ ctx, viewer, input: { id } }) => {
    await lockAdmins(ctx)
    const { is_default, name } = await readTheme(ctx, id)
    check(!is_default, 'themes.is_default')
    await deleteTheme(ctx, id)
    await record(ctx, viewer, 'delete', id, { name })
    return { id }
  },

  'themes.clone': async ({ ctx, viewer, input: { id, new_name } }) => {
    await lockAdmins(ctx)
    const { description, colors, font, typography, ui } = await readTheme(ctx, id)
    // Stored themes were validated when they were written.
    const copy = { name: new_name, description, colors, font, typography, ui } as Parameters<typeof insertTheme>[1]
    const cloned = await insertTheme(ctx, copy).catch(refuseDuplicate(ctx, 'themes.name_taken'))
    await record(ctx, viewer, 'clone', cloned, { of: id })
    return await readTheme(ctx, cloned)
  },

  'themes.set_default': async ({ ctx, viewer, input: { themeId } }) => {
    await lockAdmins(ctx)
    const { id } = await readChosenTheme(ctx, themeId)
    return await makeDefault(ctx, viewer, id)
  },

  'themes.set_order': async ({ ctx, viewer, input: { id, order } }) => {
    await lockAdmins(ctx)
    check(await setThemeOrders(ctx, [{ id, order }]), 'themes.not_found')
    await record(ctx, viewer, 'set_order', id, { order })
    return await readTheme(ctx, id)
  },

  'themes.set_orders': async ({ ctx, viewer, input: { orders } }) => {
    await lockAdmins(ctx)
    check(await setThemeOrders(ctx, orders), 'themes.not_found')
    await record(ctx, viewer, 'set_orders', 'all', { orders })
    return await listThemes(ctx.db)
  },

  'themes.default_setting': async ({ ctx }) => ({ value: (await defaultTheme(ctx.db))?.id ?? null }),

  'themes.set_default_setting': async ({ ctx, viewer, input: { value } }) => {
    await lockAdmins(ctx)
    const { id } = await readChosenTheme(ctx, value)
    await makeDefault(ctx, viewer, id)
    return { value: id }
  },
} satisfies Handlers<'themes'>
