import { controlBorder, deriveDarkPalette } from '../../../../contract/colors.ts'
import {
  COLOR,
  FONT_FAMILY,
  FONT_URL,
  LATIN_ONLY_GROUPS,
  TOKENS,
  familyList,
  customPropertyOf,
  quoteFamily,
} from '../../../../contract/tokens.ts'

type Colors = Record<string, string>

export interface StyledTheme {
  id: string
  is_default: boolean
  colors: Colors
  font: Record<string, unknown>
  typography: Record<string, unknown>
  ui: Record<string, unknown>
}

const ID = /^[\w-]{1,64}$/

const LATIN = ':not(:lang(ar),:lang(hi),:lang(zh),:lang(ja),:lang(ko))'

function tokens(theme: StyledTheme, isOfLatin: boolean): string[] {
  const groups = { ...theme.typography, ...theme.ui } as Record<string, Record<string, unknown> | undefined>
  return TOKENS.filter(([group]) => LATIN_ONLY_GROUPS.has(group) === isOfLatin).flatMap(([group, keys, read]) =>
    Object.entries(keys).flatMap(([key, property]) => {
      const value = read(groups[group]?.[key])
      return value === undefined ? [] : [`${property}:${value}`]
    }),
  )
}

/** The rules that load the theme's own font from its file and put it before the others. */
function fontRules({ font, typography }: StyledTheme): { face: string; rule: string[] } {
  const { family, url } = font
  if (typeof family !== 'string' || !FONT_FAMILY.test(family)) return { face: '', rule: [] }
  const sans = familyList((typography.fontFamily as Record<string, unknown> | undefined)?.sans)
  const rule = [`--font-sans:${quoteFamily(family)},${sans ?? 'sans-serif'}`]
  if (typeof url !== 'string' || !FONT_URL.test(url)) return { face: '', rule }
  return { face: `@font-face{font-family:"${family}";src:url("${url}")format("woff2");font-display:swap}`, rule }
}

const declarations = (colors: Colors, dark: boolean): string =>
  Object.entries({ ...colors, controlBorder: controlBorder(colors, dark) })
    .filter(([key, value]) => /^\w+$/.test(key) && COLOR.test(value))
    .map(([key, value]) => `${customPropertyOf(key)}:${value}`)
    .join(';')

/** The custom properties of all themes as one style sheet, light ones for paper, dark ones for screens alone. */
export function styleSheet(themes: StyledTheme[]): string {
  return themes
    .filter(({ id }) => ID.test(id))
    .flatMap((theme) => {
      const { id, is_default, colors } = theme
      const light = is_default ? `:root,[data-theme="${id}"]` : `[data-theme="${id}"]`
      const dark = is_default ? `.dark,.dark[data-theme="${id}"]` : `.dark[data-theme="${id}"]`
      const { face, rule } = fontRules(theme)
      const latin = [...tokens(theme, true), ...rule].join(';')
      return [
        face,
        `${light}{color-scheme:light;${[...tokens(theme, false), declarations(colors, false)].join(';')}}`,
        latin && `[data-theme="${id}"]${LATIN}{${latin}}`,
        `@media screen{${dark}{color-scheme:dark;${declarations(deriveDarkPalette(colors), true)}}}`,
      ].filter(Boolean)
    })
    .join('\n')
}

/**
 * The place of every theme when some are moved: a theme whose place is taken comes right behind, those that were moved
 * first. Returns undefined when a moved one is not there.
 */
export function assignPlaces(
  themes: readonly { id: string; order: number }[],
  moved: readonly { id: string; order: number }[],
): Map<string, number> | undefined {
  const wanted = new Map(moved.map(({ id, order }) => [id, order]))
  if (moved.some(({ id }) => !themes.some((theme) => theme.id === id))) return undefined
  const sorted = themes
    .map(({ id, order }) => ({ id, order: wanted.get(id) ?? order, is_moved: wanted.has(id) }))
    .toSorted((one, other) => one.order - other.order || Number(other.is_moved) - Number(one.is_moved))
  let last = -1
  return new Map(sorted.map(({ id, order }) => [id, (last = Math.max(order, last + 1))]))
}
