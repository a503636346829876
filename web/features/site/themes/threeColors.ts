import { type Palette, contrast, relight, toOklch } from '../../../../contract/colors.ts'

/** The colours from which a whole theme follows: buttons and links, the flame and small touches, and what lies behind. */
export interface ThreeColors {
  main: string
  touch: string
  paper: string
}

export const threeKeys = ['main', 'touch', 'paper'] as const satisfies (keyof ThreeColors)[]

interface Derived {
  colors: Palette
  /** These could not be read as they were chosen: Main and Touch became darker, Paper lighter. */
  changed: (keyof ThreeColors)[]
}

/** Least lightness of Paper, 0–1: by day dark words are read on it. */
const LIGHTEST_NEEDED = 0.92
const STEP = 0.005
const WHITE = '#FFFFFF'
/** The meaning of these colours must not depend on a community’s taste. */
const STATUS = { error: '#B32926', success: '#2A6F3E', warning: '#975D04', info: '#216598' }

/** Returns the colour, darkened until its contrast with every ground is at least `least`. Black is reached at the latest. */
function darkenOn(color: string, grounds: string[], least: number): string {
  const [lightness, chroma] = toOklch(color)
  let current = color
  for (let next = lightness; grounds.some((ground) => contrast(current, ground) < least) && next > 0;) {
    next -= STEP
    current = relight(color, Math.max(next, 0), chroma)
  }
  return current
}

const lightnessOf = (color: string): number => toOklch(color)[0]

/** Returns a colour with its pale and its deep shade, all of them readable where they are used. */
function toFamily(key: string, color: string, grounds: string[]): Palette {
  const light = relight(color, 0.94, 0.035)
  const base = darkenOn(darkenOn(color, grounds, 4.5), [light], 3)
  const deep = darkenOn(relight(base, Math.min(lightnessOf(base) * 0.78, 0.4), 0.12), [light, ...grounds], 4.5)
  return { [key]: base, [`${key}Light`]: light, [`${key}Dark`]: deep }
}

/** Lightens Paper until black on its darkest shade is far from the limit. */
function toPaper(paper: string): string {
  const [lightness, chroma] = toOklch(paper)
  return lightness >= LIGHTEST_NEEDED ? paper : relight(paper, LIGHTEST_NEEDED + STEP, chroma)
}

const isSame = (one: ThreeColors, other: ThreeColors): boolean => threeKeys.every((key) => one[key] === other[key])

/**
 * Makes the palette of a theme from three colours, so that every pair of `listContrasts` is readable, by day and by night. Its `primary`,
 * `accent` and `background` are the three, and make the same palette again.
 */
export function deriveFromThree({ main, touch, paper }: ThreeColors): Derived {
  const chosen = { main: main.toUpperCase(), touch: touch.toUpperCase(), paper: paper.toUpperCase() }
  let used = chosen
  let colors = toPalette(used)
  // Shades follow from a colour as it is used, not as it was chosen.
  while (!isSame(readThree(colors), used)) {
    used = readThree(colors)
    colors = toPalette(used)
  }
  return { colors, changed: threeKeys.filter((key) => used[key] !== chosen[key]) }
}

function toPalette(three: ThreeColors): Palette {
  const background = toPaper(three.paper)
  const paperLightness = lightnessOf(background)
  const [, paperChroma] = toOklch(background)
  const surface = relight(background, Math.max(0.993, paperLightness), Math.min(paperChroma, 0.006))
  const surfaceVariant = relight(background, paperLightness - 0.025, Math.min(paperChroma + 0.004, 0.03))
  const headingBackground = relight(three.main, 0.945, 0.014)
  const grounds = [background, surface, surfaceVariant, headingBackground]

  const families = Object.entries({ primary: three.main, accent: three.touch, ...STATUS })
    .concat([['secondary', relight(three.main, 0.45, 0.04)]])
    .map(([key, color]) => toFamily(key, color, grounds))
  const palette: Palette = Object.assign({}, ...families) as Palette
  const { primary = '', primaryDark = '', accent = '' } = palette

  const selectionBackground = relight(accent, 0.9, 0.07)
  const pales = Object.entries(palette).flatMap(([key, color]) => (key.endsWith('Light') ? [color] : []))
  const word = (lightness: number) =>
    darkenOn(relight(primary, lightness, 0.02), [...grounds, ...pales, selectionBackground], 4.5)
  const textPrimary = word(0.24)
  return {
    ...palette,
    background,
    surface,
    surfaceVariant,
    headingBackground,
    cardBackground: surface,
    headerBackground: surface,
    headerText: textPrimary,
    textPrimary,
    textSecondary: word(0.4),
    textMuted: word(0.48),
    textInverse: WHITE,
    buttonBackground: primary,
    buttonText: WHITE,
    // Nothing is darker than a button that is nearly black.
    buttonHover: lightnessOf(primary) < 0.2 ? relight(primary, lightnessOf(primary) + 0.14, 0.05) : primaryDark,
    selectionBackground,
    selectionText: textPrimary,
    border: relight(background, paperLightness - 0.085, Math.min(paperChroma + 0.004, 0.02)),
    borderFocus: primary,
    shadow: relight(primary, 0.22, 0.03),
    ...Object.fromEntries(Object.keys(STATUS).map((key) => [`${key}Text`, palette[`${key}Dark`] ?? ''])),
  }
}

/** Returns the three colours that a palette shows most. */
export const readThree = ({ primary = '', accent = '', background = '' }: Palette): ThreeColors => ({
  main: primary,
  touch: accent,
  paper: background,
})

/** True when the palette is that of three colours, and nothing in it was chosen by hand. */
export function isOfThree(palette: Palette): boolean {
  const { colors } = deriveFromThree(readThree(palette))
  return Object.entries(colors).every(([key, value]) => palette[key] === value)
}
