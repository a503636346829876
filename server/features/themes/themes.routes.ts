import { lowContrasts } from '../../../contract/contrasts.ts'
import type { Theme } from '../../../contract/themes.ts'
import { recordAct } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { Refusal, check, found } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import {
  allThemes,
  defaultTheme,
  deleteTheme,
  insertTheme,
  setDefaultTheme,
  setOrder,
  themeById,
  themeByIdOrName,
  updateTheme,
} from './themes.queries.ts'

/** Refuses colours that cannot be read beside each other, and tells which, unless they are wanted all the same. */
function checkContrast(colors: Record<string, string | undefined>, isAllowed: boolean | undefined): void {
  if (isAllowed) return
  const given = Object.fromEntries(
    Object.entries(colors).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const low = lowContrasts(given)
  if (low.length === 0) return
  const fields = low.map(({ front, ground, dark, ratio, least }) => ({
    path: `colors.${front}`,
    code: 'not_allowed' as const,
    detail: `${ratio.toFixed(2)}:1 on ${ground}${dark ? ' in dark mode' : ''}; ${least}:1 is needed.`,
  }))
  throw new Refusal('themes.low_contrast', { fields })
}

/** Only the site itself, and hosts that whoever runs it has named: a font tells its host who reads. */
function checkFont({ config }: Context, url: string | undefined): void {
  if (url?.startsWith('https:')) check(config.font_hosts.includes(new URL(url).host), 'themes.foreign_font')
}

const asNameTaken = (ctx: Context) => (error: unknown) => {
  throw ctx.database.engine.isDuplicate(error) ? new Refusal('themes.name_taken') : error
}

const read = async (ctx: Context, id: string): Promise<Theme> => found(await themeById(ctx.db, id), 'themes.not_found')

const record = (ctx: Context, viewer: { id: string }, verb: string, id: string, detail = {}) =>
  recordAct(ctx, viewer.id, { action: `themes.${verb}`, target_type: 'theme', target_id: id, detail })

async function makeDefault(ctx: Context, viewer: { id: string }, id: string): Promise<Theme> {
  await setDefaultTheme(ctx, id)
  await record(ctx, viewer, 'set_default', id)
  return await read(ctx, id)
}

export const themes = {
  'themes.list': ({ ctx }) => allThemes(ctx.db),

  'themes.default': async ({ ctx }) => found(await defaultTheme(ctx.db), 'themes.not_found'),

  'themes.one': ({ ctx, input }) => read(ctx, input.id),

  'themes.create': async ({ ctx, viewer, input: { allow_low_contrast, ...theme } }) => {
    checkContrast(theme.colors, allow_low_contrast)
    checkFont(ctx, theme.font?.url)
    const id = await insertTheme(ctx, theme).catch(asNameTaken(ctx))
    await record(ctx, viewer, 'create', id, { name: theme.name, allow_low_contrast })
    return await read(ctx, id)
  },

  'themes.edit': async ({ ctx, viewer, input: { id, allow_low_contrast, updated_at, ...change } }) => {
    const before = await read(ctx, id)
    check(updated_at === undefined || updated_at === before.updated_at, 'themes.changed')
    if (change.colors) checkContrast(change.colors, allow_low_contrast)
    checkFont(ctx, change.font?.url)
    check(await updateTheme(ctx, before, change).catch(asNameTaken(ctx)), 'themes.changed')
    await record(ctx, viewer, 'edit', id, { changed: Object.keys(change), allow_low_contrast })
    return await read(ctx, id)
  },

  'themes.delete': async ({ ctx, viewer, input: { id } }) => {
    const { is_default, name } = await read(ctx, id)
    check(!is_default, 'themes.is_default')
    await deleteTheme(ctx, id)
    await record(ctx, viewer, 'delete', id, { name })
    return { id }
  },

  'themes.clone': async ({ ctx, viewer, input: { id, new_name } }) => {
    const { description, colors, font, typography, ui } = await read(ctx, id)
    // Stored themes are taken as they are: what they hold was checked when it was written.
    const copy = { name: new_name, description, colors, font, typography, ui } as Parameters<typeof insertTheme>[1]
    const cloned = await insertTheme(ctx, copy).catch(asNameTaken(ctx))
    await record(ctx, viewer, 'clone', cloned, { of: id })
    return await read(ctx, cloned)
  },

  'themes.set_default': async ({ ctx, viewer, input: { themeId } }) => {
    await read(ctx, themeId)
    return await makeDefault(ctx, viewer, themeId)
  },

  'themes.set_order': async ({ ctx, viewer, input: { id, order } }) => {
    check(await setOrder(ctx, id, order), 'themes.not_found')
    await record(ctx, viewer, 'set_order', id, { order })
    return await read(ctx, id)
  },

  'themes.set_orders': async ({ ctx, viewer, input: { orders } }) => {
    for (const { id, order } of orders) check(await setOrder(ctx, id, order), 'themes.not_found')
    await record(ctx, viewer, 'set_orders', 'all', { orders })
    return await allThemes(ctx.db)
  },

  'themes.default_setting': async ({ ctx }) => ({ value: (await defaultTheme(ctx.db))?.id ?? null }),

  'themes.set_default_setting': async ({ ctx, viewer, input: { value } }) => {
    const { id } = found(await themeByIdOrName(ctx.db, value), 'themes.not_found')
    await makeDefault(ctx, viewer, id)
    return { value: id }
  },
} satisfies Handlers<'themes'>
