// No import of zod, because the theme preview reads the tokens in the browser, as the style sheet does.

/** Returns the custom property of a colour key: `textPrimary` → `--color-text-primary`. */
export const customPropertyOf = (key: string): string =>
  `--color-${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

// Only values that are clearly a colour or a length reach the style sheet, whatever the database contains.
export const COLOR = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i
export const LENGTH = /^\d{1,3}(\.\d{1,4})?(px|rem|em|%)$/

export const FONT_FAMILY = /^[A-Za-z0-9-][A-Za-z0-9 -]{0,39}$/
export const FONT_URL = /^(\/fonts\/[\w-]{1,100}\.woff2|https:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?\/[\w./-]{1,200}\.woff2)$/
/** Generic font families, which are written without quotes. */
const GENERIC = new Set(['serif', 'sans-serif', 'monospace', 'system-ui', 'ui-monospace', '-apple-system'])

/** Returns the name of a font in CSS. */
export const quoteFamily = (family: string): string => (GENERIC.has(family) ? family : `"${family}"`)

/** Returns a list of fonts with each name quoted again, or undefined when a part of it is not a valid name. */
export function familyList(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const names = value.split(',').map((part) => part.replaceAll(/["']/g, '').trim())
  return names.every((name) => FONT_FAMILY.test(name)) ? names.map(quoteFamily).join(',') : undefined
}
const lengthOf = (value: unknown): string | undefined =>
  typeof value === 'string' && LENGTH.test(value) ? value : undefined
const numberOf = (value: unknown): string | undefined =>
  typeof value === 'number' && value > 0 && value <= 1000 ? String(value) : undefined

export type TokenReader = (value: unknown) => string | undefined
/** The tokens of a theme: group, key, custom property, and the function that reads the value. */
export const TOKENS: [group: string, keys: Record<string, string>, read: TokenReader][] = [
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
/** Groups that scripts with their own fonts and taller lines override: see `web/styles/tokens.css`. */
export const LATIN_ONLY_GROUPS = new Set(['fontFamily', 'lineHeight'])
