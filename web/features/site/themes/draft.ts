import { controlBorder, deriveDarkPalette, optionalColors, requiredColors } from '../../../../contract/colors.ts'
import type { Input } from '../../../../contract/schemas.ts'
import type { Theme } from '../../../../contract/themes.ts'
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

/** State of the theme editor: all values as typed, so that invalid input is not lost. */
export interface Draft {
  name: string
  description: string
  colors: Record<string, string>
  font: { family: string; url: string }
  /** Group → key → value. */
  tokens: Record<string, Record<string, string>>
}

export const colorKeys: readonly string[] = [...requiredColors, ...optionalColors]
const isOptional = (key: string): boolean => optionalColors.some((optional) => optional === key)
/** Groups of tokens that are numbers, and groups of `ui` as opposed to `typography`. */
const NUMERIC_GROUPS = new Set(['fontWeight', 'lineHeight'])
const MEASURE_GROUPS = new Set(['borderRadius', 'padding', 'spacing'])
/** Returns the path of a token in the server's input and in its errors. */
export const tokenPath = (group: string, key: string): string =>
  `${MEASURE_GROUPS.has(group) ? 'ui' : 'typography'}.${group}.${key}`

type StoredTheme = Pick<Theme, 'name' | 'description' | 'colors' | 'font' | 'typography' | 'ui'>

export const toDraft = ({ name, description, colors, font, typography, ui }: StoredTheme): Draft => ({
  name,
  description,
  colors: Object.fromEntries(colorKeys.map((key) => [key, colors[key] ?? ''])),
  font: { family: font.family ?? '', url: font.url ?? '' },
  tokens: Object.fromEntries(
    TOKENS.map(([group, keys]) => [
      group,
      Object.fromEntries(
        Object.keys(keys).map((key) => [key, String(typography[group]?.[key] ?? ui[group]?.[key] ?? '')]),
      ),
    ]),
  ),
})

const omitEmpty = (record: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''))

const pickTokenGroups = (tokens: Draft['tokens'], areMeasures: boolean) =>
  Object.fromEntries(
    Object.entries(tokens)
      .filter(([group]) => MEASURE_GROUPS.has(group) === areMeasures)
      .map(([group, values]) => [
        group,
        Object.fromEntries(
          Object.entries(omitEmpty(values)).map(([key, value]) => [
            key,
            NUMERIC_GROUPS.has(group) ? Number(value) : value,
          ]),
        ),
      ]),
  )

/** Converts a draft to the input of the endpoint, which is also the content of an exported file. */
export function toInput({ name, description, colors, font, tokens }: Draft) {
  const input = {
    name: name.trim(),
    description: description.trim(),
    colors: omitEmpty(colors),
    font,
    typography: pickTokenGroups(tokens, false),
    ui: pickTokenGroups(tokens, true),
  }
  return input as Required<Pick<Input<'themes.create'>, keyof typeof input & keyof Input<'themes.create'>>>
}

export function isColor(key: string, value: string): boolean {
  if (value === '') return isOptional(key)
  return COLOR.test(value) && (key === 'shadow' || value.length === 7)
}
export const isToken = (group: string, value: string): boolean => {
  const read = TOKENS.find(([name]) => name === group)?.[2]
  return value === '' || read?.(NUMERIC_GROUPS.has(group) ? Number(value) : value) !== undefined
}
const isFont = ({ family, url }: Draft['font']) => ({
  family: family === '' || familyList(family) !== undefined,
  url: url === '' || FONT_URL.test(url),
})

/** Returns the paths of invalid values, as the server names them. */
export function findInvalidPaths({ name, colors, font, tokens }: Draft): string[] {
  const fonts = isFont(font)
  return [
    ...(name.trim() === '' ? ['name'] : []),
    ...colorKeys.filter((key) => !isColor(key, colors[key] ?? '')).map((key) => `colors.${key}`),
    ...(fonts.family ? [] : ['font.family']),
    ...(fonts.url ? [] : ['font.url']),
    ...Object.entries(tokens).flatMap(([group, values]) =>
      Object.entries(values)
        .filter(([, value]) => !isToken(group, value))
        .map(([key]) => tokenPath(group, key)),
    ),
  ]
}

/** Returns the valid colours; an invalid one is replaced by its saved value. */
export const keepValidColors = (colors: Draft['colors'], saved: Draft['colors']): Record<string, string> =>
  omitEmpty(
    Object.fromEntries(
      Object.entries(colors).map(([key, value]) => [key, isColor(key, value) ? value : (saved[key] ?? '')]),
    ),
  )

/** Returns the custom properties of a theme, as the style sheet defines them. */
export function toCssProperties(
  colors: Record<string, string>,
  { font, tokens }: Pick<Draft, 'font' | 'tokens'>,
  { dark, isLatin }: { dark: boolean; isLatin: boolean },
): Record<string, string> {
  const palette = dark ? deriveDarkPalette(colors) : colors
  const properties: Record<string, string> = { colorScheme: dark ? 'dark' : 'light' }
  for (const [key, value] of Object.entries({ ...palette, controlBorder: controlBorder(palette, dark) }))
    if (COLOR.test(value)) properties[customPropertyOf(key)] = value
  for (const [group, keys, read] of TOKENS) {
    if (LATIN_ONLY_GROUPS.has(group) && !isLatin) continue
    for (const [key, property] of Object.entries(keys)) {
      const text = tokens[group]?.[key] ?? ''
      const value = text === '' ? undefined : read(NUMERIC_GROUPS.has(group) ? Number(text) : text)
      if (value !== undefined) properties[property] = value
    }
  }
  if (isLatin && FONT_FAMILY.test(font.family))
    properties['--font-sans'] = `${quoteFamily(font.family)},${properties['--font-sans'] ?? 'sans-serif'}`
  return properties
}
