// No import of zod, because the theme editor uses the same arithmetic in the browser.

/** The colours of a theme, grouped by use. */
export const colorGroups = {
  text: ['textPrimary', 'textSecondary', 'textMuted', 'textInverse'],
  brand: [
    'primary',
    'primaryLight',
    'primaryDark',
    'secondary',
    'secondaryLight',
    'secondaryDark',
    'accent',
    'accentLight',
    'accentDark',
  ],
  surfaces: [
    'background',
    'surface',
    'surfaceVariant',
    'cardBackground',
    'headingBackground',
    'border',
    'borderFocus',
    'shadow',
    'selectionBackground',
    'selectionText',
  ],
  header: ['headerBackground', 'headerText', 'buttonBackground', 'buttonText', 'buttonHover'],
  status: [
    'error',
    'errorLight',
    'errorDark',
    'success',
    'successLight',
    'successDark',
    'warning',
    'warningLight',
    'warningDark',
    'info',
    'infoLight',
    'infoDark',
  ],
  optional: ['errorText', 'successText', 'warningText', 'infoText'],
} as const
const { optional, ...required } = colorGroups

export const requiredColors = Object.values(required).flat()
export const optionalColors = optional
export type ColorKey = (typeof colorGroups)[keyof typeof colorGroups][number]

/** Defaults for themes saved before these keys existed. `buttonHover` is the button's colour times 0.8. */
export const migratedColors = {
  headerBackground: '#3B82F6',
  headerText: '#FFFFFF',
  buttonBackground: '#3B82F6',
  buttonText: '#FFFFFF',
  buttonHover: '#2F68C5',
} as const

/** A palette: colour key → `#rrggbb`. */
export type Palette = Record<string, string>

/** Three components of a colour: red, green, blue, or lightness, chroma, hue. */
type Triple = [number, number, number]

// sRGB ↔ linear light: IEC 61966-2-1.
const toLinear = (value: number): number => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number): number =>
  value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055

/** Returns red, green and blue, 0–1. Anything but # and six hex digits is black. */
export function toRgb(color: string): Triple {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return [0, 0, 0]
  const part = (start: number): number => Number.parseInt(color.slice(start, start + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

const toHex = (rgb: Triple): string =>
  `#${rgb
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase()

/** Returns a darker colour: each component times 0.8. */
export const darker = (color: string): string => toHex(toRgb(color).map((part) => part * 0.8) as Triple)

function luminance(color: string): number {
  const [red, green, blue] = toRgb(color).map(toLinear) as Triple
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the WCAG 2.2 contrast ratio of two colours, 1–21. */
export function contrast(one: string, other: string): number {
  const first = luminance(one)
  const second = luminance(other)
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/**
 * Returns lightness 0–1, chroma, and hue in degrees. Matrices: Björn Ottosson, "A perceptual color space for image
 * processing".
 */
export function toOklch(color: string): Triple {
  const [red, green, blue] = toRgb(color).map(toLinear) as Triple
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  const lightness = 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s
  const a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s
  const b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI]
}

/** Returns the nearest sRGB colour of that lightness and hue, reducing the chroma until it fits. */
export function fromOklch([lightness, chroma, hue]: Triple): string {
  const angle = (hue * Math.PI) / 180
  for (let current = chroma; ; current -= 0.004) {
    const a = Math.max(current, 0) * Math.cos(angle)
    const b = Math.max(current, 0) * Math.sin(angle)
    const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
    const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
    const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
    const rgb = [
      4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
      -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
      -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
    ].map(fromLinear) as Triple
    if (current <= 0 || rgb.every((value) => value > -0.001 && value < 1.001)) return toHex(rgb)
  }
}

/** Returns the colour at another lightness, 0–1, with the same hue and a chroma of at most `max_chroma`. */
export function relight(color: string, lightness: number, max_chroma: number): string {
  const [, chroma, hue] = toOklch(color)
  return fromOklch([lightness, Math.min(chroma, max_chroma), hue])
}

// Neutral colours of every dark palette.
const DARK: Palette = {
  background: '#121212',
  surface: '#1F1F1F',
  textPrimary: '#E1E1E1',
  textSecondary: '#B0B0B0',
  cardBackground: '#1F1F1F',
  surfaceVariant: '#2A2A2A',
  headingBackground: '#1A1A1A',
  headerBackground: '#1A1A1A',
  headerText: '#E1E1E1',
  textMuted: '#A0A0A0',
  textInverse: '#121212',
  border: '#383838',
  shadow: '#000000',
  selectionText: '#F5F5F5',
}

const FAMILIES = ['primary', 'secondary', 'accent', 'error', 'success', 'warning', 'info']

const colorOf = (palette: Palette, key: string): string => palette[key] ?? '#000000'

/** Derives the dark palette of a theme: neutral surfaces, and each colour family at another lightness with its hue. */
export function deriveDarkPalette(light: Palette): Palette {
  const dark: Palette = { ...light, ...DARK }
  for (const family of FAMILIES) {
    dark[family] = relight(colorOf(light, family), 0.82, 0.085)
    dark[`${family}Light`] = relight(colorOf(light, family), 0.3, 0.045)
    dark[`${family}Dark`] = relight(colorOf(light, family), 0.9, 0.06)
    if (`${family}Text` in light) dark[`${family}Text`] = colorOf(dark, `${family}Dark`)
  }
  dark.buttonBackground = colorOf(dark, 'primary')
  dark.buttonHover = colorOf(dark, 'primaryDark')
  dark.buttonText = relight(colorOf(light, 'primary'), 0.2, 0.03)
  dark.borderFocus = relight(colorOf(light, 'borderFocus'), 0.85, 0.12)
  dark.selectionBackground = relight(colorOf(light, 'accent'), 0.4, 0.07)
  return dark
}

/**
 * Returns the outline of form controls: the muted text colour, moved towards the surface while its contrast is at least
 * 3.3:1 (WCAG 1.4.11 requires 3:1, which the decorative `border` does not guarantee).
 */
export function controlBorder(palette: Palette, dark: boolean): string {
  const muted = colorOf(palette, 'textMuted')
  let [lightness] = toOklch(muted)
  let outline = muted
  for (let steps = 0; steps < 100; steps += 1) {
    lightness += dark ? -0.01 : 0.01
    const next = relight(muted, lightness, 0.02)
    const grounds = ['surface', 'surfaceVariant', 'background'].map((key) => contrast(next, colorOf(palette, key)))
    if (Math.min(...grounds) < 3.3) break
    outline = next
  }
  return outline
}
