import { type Palette, contrast, controlBorder, deriveDarkPalette, migratedColors, relight, toOklch } from './colors.ts'

const grounds = ['background', 'surface', 'cardBackground', 'surfaceVariant', 'headingBackground']
const families = ['primary', 'secondary', 'accent', 'error', 'success', 'warning', 'info']

/**
 * Pairs of colours that appear together, with their minimum contrast: 4.5 for text, 3 for outlines and icons (WCAG 2.2,
 * 1.4.3 and 1.4.11).
 */
const pairs: [front: string, ground: string, least: number][] = [
  ...grounds.flatMap((ground) =>
    ['textPrimary', 'textSecondary', 'textMuted'].map((key): [string, string, number] => [key, ground, 4.5]),
  ),
  ...families.flatMap((family): [string, string, number][] => [
    [family, 'background', 4.5],
    [family, 'cardBackground', 4.5],
    [family, 'surfaceVariant', 4.5],
    [`${family}Dark`, `${family}Light`, 4.5],
    ['textPrimary', `${family}Light`, 4.5],
    ['textSecondary', `${family}Light`, 4.5],
    [family, `${family}Light`, 3],
  ]),
  ['headerText', 'headerBackground', 4.5],
  ['buttonText', 'buttonBackground', 4.5],
  ['buttonText', 'buttonHover', 4.5],
  ['selectionText', 'selectionBackground', 4.5],
  ['textInverse', 'primary', 4.5],
  ['textInverse', 'error', 4.5],
  ...['borderFocus', 'controlBorder'].flatMap((key) =>
    ['background', 'surface', 'surfaceVariant'].map((ground): [string, string, number] => [key, ground, 3]),
  ),
]

export interface Contrast {
  foreground: string
  background: string
  dark: boolean
  /** 1–21. */
  ratio: number
  minimum: number
}

/** Returns every pair of a palette, or of the dark palette derived from it. */
export function listContrasts(colors: Palette, dark: boolean): Contrast[] {
  const base = dark ? deriveDarkPalette(colors) : { ...colors }
  const palette: Palette = { ...base, controlBorder: controlBorder(base, dark) }
  return pairs.map(([foreground, background, minimum]) => {
    const ratio = contrast(palette[foreground] ?? '', palette[background] ?? '')
    return { foreground, background, dark, ratio, minimum }
  })
}

const isLow = ({ ratio, minimum }: Contrast): boolean => ratio < minimum

/** Returns the pairs with too little contrast, in a palette and in the dark palette derived from it. */
export const listLowContrasts = (colors: Palette): Contrast[] =>
  [false, true].flatMap((dark) => listContrasts(colors, dark).filter(isLow))

const isMigrated = (colors: Palette, key: string): boolean =>
  (migratedColors as Palette)[key]?.toLowerCase() === colors[key]?.toLowerCase()

/** Returns the pairs with too little contrast, but for those of the colours that themes without any are given. */
export const listRefusedContrasts = (colors: Palette): Contrast[] =>
  listLowContrasts(colors).filter(
    ({ foreground, background, dark }) =>
      dark || !(foreground in migratedColors && isMigrated(colors, foreground) && isMigrated(colors, background)),
  )

/** Returns the editable colour from which a derived one is computed. */
export const baseKey = (key: string): string => (key === 'controlBorder' ? 'textMuted' : key)
const STEP = 0.005

function findNearestFix(colors: Palette, key: string, { foreground, background, dark, minimum }: Contrast) {
  const at = (other: string): string => colors[other] ?? ''
  const [lightness, chroma] = toOklch(at(key))
  const before = listContrasts(colors, dark).filter(isLow).length
  let better: Fix | undefined
  for (let distance = STEP; distance <= 1; distance += STEP) {
    for (const next of [lightness - distance, lightness + distance]) {
      if (next < 0 || next > 1) continue
      const color = relight(at(key), next, chroma)
      // Most candidates fail this check, which is much cheaper than checking all pairs.
      if (
        !dark &&
        foreground !== 'controlBorder' &&
        contrast(color, key === foreground ? at(background) : at(foreground)) < minimum
      )
        continue
      const low = listContrasts({ ...colors, [key]: color }, dark).filter(isLow)
      if (low.some((pair) => pair.foreground === foreground && pair.background === background)) continue
      const touches = low.some((pair) => baseKey(pair.foreground) === key || pair.background === key)
      if (!touches) return { fix: { key, color }, isWhole: true }
      if (low.length < before) better ??= { key, color }
    }
  }
  return better && { fix: better, isWhole: false }
}

export interface Fix {
  key: string
  color: string
}

/**
 * Returns the nearest lightness of the foreground, else of the background, that makes a pair readable; prefers one that
 * keeps all other pairs of that colour readable. Undefined when neither helps.
 */
export function suggestFix(colors: Palette, low: Contrast): Fix | undefined {
  const found = findNearestFix(colors, baseKey(low.foreground), low)
  if (found?.isWhole) return found.fix
  const other = findNearestFix(colors, low.background, low)
  return other?.isWhole ? other.fix : (found ?? other)?.fix
}
