import { migratedColors } from '../../../../contract/colors.ts'
import { TOKENS } from '../../../../contract/tokens.ts'
import { MAX_FONT_FAMILY_LENGTH } from '../../../../contract/themes.values.ts'
import { colorKeys, type Draft, toDraft, toInput, tokenPath, findInvalidPaths } from './draft.ts'

/** In UTF-16 code units: a theme has about four thousand. */
export const MAX_FILE_LENGTH = 65_536

export const serializeTheme = (draft: Draft): string =>
  `${JSON.stringify({ oremus_theme: 1, ...toInput(draft) }, null, 2)}\n`

type ParseResult = { draft: Draft; wrong?: never } | { draft?: never; wrong: string | null }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys that the server adds to a theme but that cannot be edited; ignored here. */
const IGNORED_KEYS = new Set(['oremus_theme', 'id', 'order', 'is_default'])
const fontKeys = ['family', 'url']

/**
 * Returns the first path of a key that a theme does not have, or of a value that is not the expected text, number or
 * group.
 */
function findUnknownPath(file: Record<string, unknown>): string | undefined {
  for (const [name, value] of Object.entries(file)) {
    if (IGNORED_KEYS.has(name)) continue
    if (name === 'name' || name === 'description') {
      if (typeof value !== 'string' || value.length > MAX_FONT_FAMILY_LENGTH) return name
      continue
    }
    if (!['colors', 'font', 'typography', 'ui'].includes(name) || !isRecord(value)) return name
    for (const [key, part] of Object.entries(value)) {
      if (name === 'colors' || name === 'font') {
        const keys = name === 'colors' ? colorKeys : fontKeys
        if (!keys.includes(key) || typeof part !== 'string') return `${name}.${key}`
        continue
      }
      const known = TOKENS.find(([group]) => group === key)
      if (!known || !isRecord(part) || !tokenPath(key, '').startsWith(`${name}.`)) return `${name}.${key}`
      for (const [step, token] of Object.entries(part)) {
        const isKnown = Object.hasOwn(known[1], step) && (typeof token === 'string' || typeof token === 'number')
        if (!isKnown) return `${name}.${key}.${step}`
      }
    }
  }
  return undefined
}

/** Parses a theme file. `wrong`: path of the invalid part, or null when the file is not a theme. */
export function parseThemeFile(text: string): ParseResult {
  if (text.length > MAX_FILE_LENGTH) return { wrong: null }
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return { wrong: null }
  }
  if (!isRecord(file) || !isRecord(file.colors)) return { wrong: null }
  const unknownPath = findUnknownPath(file)
  if (unknownPath !== undefined) return { wrong: unknownPath }
  const { name = '', description = '', colors, font = {}, typography = {}, ui = {} } = file
  const stored = { name, description, colors: { ...migratedColors, ...colors }, font, typography, ui }
  const draft = toDraft(stored as Parameters<typeof toDraft>[0])
  const [wrong] = findInvalidPaths(draft).filter((path) => path !== 'name')
  return wrong === undefined ? { draft } : { wrong }
}
