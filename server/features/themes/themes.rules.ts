import { controlBorder, derive } from './themes.color.ts'

type Colors = Record<string, string>

export interface StyledTheme {
  id: string
  is_default: boolean
  colors: Colors
  font: Record<string, unknown>
  typography: Record<string, unknown>
  ui: Record<string, unknown>
}

/** The custom property of a colour key: `textPrimary` → `--color-text-primary`. */
export const propertyOf = (key: string): string =>
  `--color-${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

// Nothing that is not plainly a colour or a length reaches the style sheet, whatever the database holds.
const COLOR = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i
const LENGTH = /^\d{1,3}(\.\d{1,4})?(px|rem|em|%)$/
const ID = /^[\w-]{1,64}$/

const FAMILY = /^[A-Za-z0-9-][A-Za-z0-9 -]{0,39}$/
const FONT_URL = /^(\/fonts\/[\w-]{1,100}\.woff2|https:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?\/[\w./-]{1,200}\.woff2)$/
/** Names that are no fonts but mean one, and so stand without quotes. */
const GENERIC = new Set(['serif', 'sans-serif', 'monospace', 'system-ui', 'ui-monospace', '-apple-system'])

const quoted = (family: string): string => (GENERIC.has(family) ? family : `"${family}"`)

/** A list of fonts with each name quoted anew, or undefined when a part of it is no name. */
function familyList(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const names = value.split(',').map((part) => part.replaceAll(/["']/g, '').trim())
  return names.every((name) => FAMILY.test(name)) ? names.map(quoted).join(',') : undefined
}
const lengthOf = (value: unknown): string | undefined =>
  typeof value === 'string' && LENGTH.test(value) ? value : undefined
const numberOf = (value: unknown): string | undefined =>
  typeof value === 'number' && value > 0 && value <= 1000 ? String(value) : undefined

type Read = (value: unknown) => string | undefined
/** Where each token of a theme goes: group, key, custom property, and how it is read. */
const TOKENS: [group: string, keys: Record<string, string>, read: Read][] = [
  [
    'fontFamily',
    { sans: '--font-sans', serif: '--font-serif', mono: '--font-mono', display: '--font-display' },
    familyList,
  ],
  [
    'fontWeight',
    Object.fromEntries(['light', 'normal', 'medium', 'semibold', 'bold'].map((key) => [key, `--weight-${key}`])),
    numberOf,
  ],
  [
    'fontSize',
    Object.fromEntries(['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'].map((key) => [key, `--text-${key}`])),
    lengthOf,
  ],
  ['lineHeight', Object.fromEntries(['tight', 'normal', 'relaxed'].map((key) => [key, `--leading-${key}`])), numberOf],
  ['borderRadius', { card: '--radius-card' }, lengthOf],
  ['padding', { card: '--padding-card' }, lengthOf],
  ['spacing', { headingMarginBottom: '--space-heading', paragraphMarginBottom: '--space-paragraph' }, lengthOf],
]
/** What a script with its own fonts and taller lines decides itself: see `web/styles/tokens.css`. */
const OF_LATIN = new Set(['fontFamily', 'lineHeight'])
const LATIN = ':not(:lang(ar),:lang(hi),:lang(zh),:lang(ja),:lang(ko))'

function tokens(theme: StyledTheme, isOfLatin: boolean): string[] {
  const groups = { ...theme.typography, ...theme.ui } as Record<string, Record<string, unknown> | undefined>
  return TOKENS.filter(([group]) => OF_LATIN.has(group) === isOfLatin).flatMap(([group, keys, read]) =>
    Object.entries(keys).flatMap(([key, property]) => {
      const value = read(groups[group]?.[key])
      return value === undefined ? [] : [`${property}:${value}`]
    }),
  )
}

/** The theme's own font, loaded from its file and put before the others. */
function ownFont({ font, typography }: StyledTheme): { face: string; rule: string[] } {
  const { family, url } = font
  if (typeof family !== 'string' || !FAMILY.test(family)) return { face: '', rule: [] }
  const sans = familyList((typography.fontFamily as Record<string, unknown> | undefined)?.sans)
  const rule = [`--font-sans:${quoted(family)},${sans ?? 'sans-serif'}`]
  if (typeof url !== 'string' || !FONT_URL.test(url)) return { face: '', rule }
  return { face: `@font-face{font-family:"${family}";src:url("${url}")format("woff2");font-display:swap}`, rule }
}

const declarations = (colors: Colors, dark: boolean): string =>
  Object.entries({ ...colors, controlBorder: controlBorder(colors, dark) })
    .filter(([key, value]) => /^\w+$/.test(key) && COLOR.test(value))
    .map(([key, value]) => `${propertyOf(key)}:${value}`)
    .join(';')

let last: { from: string; css: string } | undefined

/** The custom properties of every theme, light and dark, as one style sheet. Every page asks for it, so the last one is kept. */
export function styleSheet(themes: StyledTheme[]): string {
  const from = JSON.stringify(themes)
  if (last?.from !== from) last = { from, css: build(themes) }
  return last.css
}

function build(themes: StyledTheme[]): string {
  return themes
    .filter(({ id }) => ID.test(id))
    .flatMap((theme) => {
      const { id, is_default, colors } = theme
      const light = is_default ? `:root,[data-theme="${id}"]` : `[data-theme="${id}"]`
      const dark = is_default ? `.dark,.dark[data-theme="${id}"]` : `.dark[data-theme="${id}"]`
      const { face, rule } = ownFont(theme)
      const latin = [...tokens(theme, true), ...rule].join(';')
      return [
        face,
        `${light}{color-scheme:light;${[...tokens(theme, false), declarations(colors, false)].join(';')}}`,
        latin && `[data-theme="${id}"]${LATIN}{${latin}}`,
        `${dark}{color-scheme:dark;${declarations(derive(colors), true)}}`,
      ].filter(Boolean)
    })
    .join('\n')
}
