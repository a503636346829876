import { type Palette, contrast, controlBorder, derive, relight, toOklch } from './colors.ts'

const grounds = ['background', 'surface', 'cardBackground', 'surfaceVariant', 'headingBackground']
const families = ['primary', 'secondary', 'accent', 'error', 'success', 'warning', 'info']

/** Which colours stand on which, and how far apart they must be: 4.5 for words, 3 for outlines and icons (WCAG 2.2, 1.4.3 and 1.4.11). */
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
  ['borderFocus', 'background', 3],
  ['borderFocus', 'surface', 3],
  ['borderFocus', 'surfaceVariant', 3],
  ['controlBorder', 'background', 3],
  ['controlBorder', 'surface', 3],
  ['controlBorder', 'surfaceVariant', 3],
]

export interface Contrast {
  front: string
  ground: string
  dark: boolean
  /** 1–21. */
  ratio: number
  least: number
}

/** Every pair of a palette, as it stands in light or in the dark palette made of it. */
export function contrastsOf(colors: Palette, dark: boolean): Contrast[] {
  const base = dark ? derive(colors) : { ...colors }
  const palette: Palette = { ...base, controlBorder: controlBorder(base, dark) }
  return pairs.map(([front, ground, least]) => {
    const ratio = contrast(palette[front] ?? '', palette[ground] ?? '')
    return { front, ground, dark, ratio, least }
  })
}

const isLow = ({ ratio, least }: Contrast): boolean => ratio < least

/** The pairs of a palette that are too alike, light and in the dark palette made of it. */
export const lowContrasts = (colors: Palette): Contrast[] =>
  [false, true].flatMap((dark) => contrastsOf(colors, dark).filter(isLow))

/** The colour that is set, for one that is made of others. */
export const ownKey = (key: string): string => (key === 'controlBorder' ? 'textMuted' : key)
const STEP = 0.005

function nearest(colors: Palette, key: string, { front, ground, dark, least }: Contrast) {
  const at = (other: string): string => colors[other] ?? ''
  const [lightness, chroma] = toOklch(at(key))
  const before = contrastsOf(colors, dark).filter(isLow).length
  let better: Fix | undefined
  for (let distance = STEP; distance <= 1; distance += STEP) {
    for (const next of [lightness - distance, lightness + distance]) {
      if (next < 0 || next > 1) continue
      const color = relight(at(key), next, chroma)
      // Most candidates fail here, which is far cheaper than all the pairs.
      if (!dark && front !== 'controlBorder' && contrast(color, key === front ? at(ground) : at(front)) < least)
        continue
      const low = contrastsOf({ ...colors, [key]: color }, dark).filter(isLow)
      if (low.some((pair) => pair.front === front && pair.ground === ground)) continue
      const touches = low.some((pair) => ownKey(pair.front) === key || pair.ground === key)
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
 * The nearest lightness, of the front or else of the ground, at which a pair can be read: best one that leaves that
 * colour readable everywhere. Undefined when neither helps.
 */
export function fixOf(colors: Palette, low: Contrast): Fix | undefined {
  const found = nearest(colors, ownKey(low.front), low)
  if (found?.isWhole) return found.fix
  const other = nearest(colors, low.ground, low)
  return other?.isWhole ? other.fix : (found ?? other)?.fix
}
