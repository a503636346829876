// Free of zod: the preview of a theme reads its tokens as the style sheet does.

/** The custom property of a colour key: `textPrimary` → `--color-text-primary`. */
export const customPropertyOf = (key: string): string =>
  `--color-${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

// Nothing that is not plainly a colour or a length reaches the style sheet, whatever the database holds.
export const COLOR = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i
const LENGTH = /^\d{1,3}(\.\d{1,4})?(px|rem|em|%)$/

export const FONT_FAMILY = /^[A-Za-z0-9-][A-Za-z0-9 -]{0,39}$/
export const FONT_URL = /^(\/fonts\/[\w-]{1,100}\.woff2|https:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?\/[\w./-]{1,200}\.woff2)$/
/** Names that are no fonts but mean one, and so stand without quotes. */
const GENERIC = new Set(['serif', 'sans-serif', 'monospace', 'system-ui', 'ui-monospace', '-apple-system'])

/** The name of a font as CSS has it. */
export const quoteFamily = (family: string): string => (GENERIC.has(family) ? family : `"${family}"`)

/** A list of fonts with each name quoted anew, or undefined when a part of it is no name. */
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
/** Where each token of a theme goes: group, key, custom property, and how it is read. */
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
/** What a script with its own fonts and taller lines decides itself: see `web/styles/tokens.css`. */
export const LATIN_ONLY_GROUPS = new Set(['fontFamily', 'lineHeight'])
