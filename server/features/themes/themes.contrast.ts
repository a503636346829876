import { type Palette, contrast, controlBorder, derive } from './themes.color.ts'

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

export interface LowContrast {
  front: string
  ground: string
  dark: boolean
  /** 1–21. */
  ratio: number
  least: number
}

/** The pairs of a palette that are too alike, light and in the dark palette made of it. */
export function lowContrasts(colors: Palette): LowContrast[] {
  return [false, true].flatMap((dark) => {
    const base = dark ? derive(colors) : { ...colors }
    const palette: Palette = { ...base, controlBorder: controlBorder(base, dark) }
    return pairs
      .map(([front, ground, least]) => {
        const ratio = contrast(palette[front] ?? '', palette[ground] ?? '')
        return { front, ground, dark, ratio, least }
      })
      .filter(({ ratio, least }) => ratio < least)
  })
}
