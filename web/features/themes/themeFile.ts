import { migratedColors } from '../../../contract/colors.ts'
import { TOKENS } from '../../../contract/tokens.ts'
import { colorKeys, type Draft, draftOf, inputOf, tokenPath, wrongParts } from './draft.ts'

/** Code units: a theme has about four thousand. */
export const LONGEST = 65_536

export const toFile = (draft: Draft): string => `${JSON.stringify({ oremus_theme: 1, ...inputOf(draft) }, null, 2)}\n`

type Read = { draft: Draft; wrong?: never } | { draft?: never; wrong: string | null }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the server says of a theme beside what can be written; left alone here. */
const PASSED_OVER = new Set(['oremus_theme', 'id', 'order', 'is_default'])
const fontKeys = ['family', 'url']

/** The first place of something that a theme does not have, or that is no text, number or group where there should be one. */
function strangePart(file: Record<string, unknown>): string | undefined {
  for (const [name, value] of Object.entries(file)) {
    if (PASSED_OVER.has(name)) continue
    if (name === 'name' || name === 'description') {
      if (typeof value !== 'string' || value.length > 400) return name
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

/** Reads a file of a theme. `wrong`: the part that is not right, or null when the file is none of a theme. */
export function fromFile(text: string): Read {
  if (text.length > LONGEST) return { wrong: null }
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return { wrong: null }
  }
  if (!isRecord(file) || !isRecord(file.colors)) return { wrong: null }
  const strange = strangePart(file)
  if (strange !== undefined) return { wrong: strange }
  const { name = '', description = '', colors, font = {}, typography = {}, ui = {} } = file
  const stored = { name, description, colors: { ...migratedColors, ...colors }, font, typography, ui }
  const draft = draftOf(stored as Parameters<typeof draftOf>[0])
  const [wrong] = wrongParts(draft).filter((path) => path !== 'name')
  return wrong === undefined ? { draft } : { wrong }
}
