import compile from 'icu-minify/compile'

/** The parts of a sentence that are not words. */
interface Shape {
  /** `{name}` and `<tag>` */
  names: Set<string>
  /** Argument → the forms of its plural, and whether it counts an order (1st, 2nd). */
  plurals: { argument: string; forms: string[]; isOrdinal: boolean }[]
  /** Argument → its choices. */
  choices: Map<string, string[]>
}

// The types of icu-minify's nodes.
const SELECT = 1
const PLURAL = 2
const ORDINAL = 3

function readNode(node: unknown, shape: Shape): void {
  if (!Array.isArray(node)) return
  const [name, type, options] = node as [string, unknown, Record<string, unknown> | undefined]
  const isTyped = typeof type === 'number' && type !== 0
  const isTag = node.length > 1 && !isTyped
  shape.names.add(isTag ? `<${name}>` : `{${name}}`)
  if (isTag) {
    for (const child of node.slice(1)) readNode(child, shape)
  } else if (type === SELECT || type === PLURAL || type === ORDINAL) {
    const branches = Object.entries(options ?? {})
    const forms = branches.map(([form]) => form)
    if (type === SELECT) shape.choices.set(name, forms)
    else shape.plurals.push({ argument: name, forms, isOrdinal: type === ORDINAL })
    for (const [, branch] of branches) readNodes(branch, shape)
  }
}

function readNodes(nodes: unknown, shape: Shape): void {
  if (Array.isArray(nodes)) for (const node of nodes) readNode(node, shape)
}

function shapeOf(text: string): Shape {
  const shape: Shape = { names: new Set(), plurals: [], choices: new Map() }
  readNodes(compile(text), shape)
  return shape
}

const quoted = (words: Iterable<string>): string => [...words].join(', ')
const minus = (one: Iterable<string>, other: Iterable<string>): string[] => {
  const without = new Set(other)
  return [...one].filter((item) => !without.has(item))
}

/** The fault of a sentence that cannot be read at all, in a translator's words. */
function describeSyntax(error: unknown): string {
  const { message, location } = error as { message: string; location?: { start: { offset: number } } }
  const where = location ? ` near character ${String(location.start.offset + 1)}` : ''
  if (/MISSING_OTHER_CLAUSE/.test(message)) return `a plural or a choice lacks its form other {…}${where}`
  if (/TAG/.test(message)) return `a <tag> lacks its </tag>, or the other way round${where}`
  return `braces do not match${where}: each { needs its }, as in English (${message})`
}

function namesFaults(english: Iterable<string>, translation: Iterable<string>): string[] {
  const lacking = minus(english, translation)
  const foreign = minus(translation, english)
  return [
    ...(lacking.length > 0 ? [`write ${quoted(lacking)} into it, exactly as in English`] : []),
    ...(foreign.length > 0 ? [`take ${quoted(foreign)} out: English has no such placeholder or tag here`] : []),
  ]
}

function pluralFaults({ plurals }: Shape, language: string): string[] {
  return plurals.flatMap(({ argument, forms, isOrdinal }) => {
    const type = isOrdinal ? 'ordinal' : 'cardinal'
    const needed = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
    const known = ['zero', 'one', 'two', 'few', 'many', 'other']
    const lacking = needed.filter((form) => !forms.includes(form))
    const foreign = forms.filter((form) => !form.startsWith('=') && !known.includes(form))
    const forms_needed = `the plural of {${argument}} needs ${needed.map((form) => `${form} {…}`).join(' ')}`
    return [
      ...(lacking.length > 0 ? [`${forms_needed}. Add: ${quoted(lacking)}`] : []),
      ...(foreign.length > 0 ? [`${forms_needed}. The names of forms are not translated: ${quoted(foreign)}`] : []),
    ]
  })
}

function choiceFaults(english: Shape, translation: Shape): string[] {
  return [...translation.choices].flatMap(([argument, choices]) => {
    const own = english.choices.get(argument)
    if (!own || (minus(own, choices).length === 0 && minus(choices, own).length === 0)) return []
    return [`the choices of {${argument}} are ${quoted(own)} and are not translated`]
  })
}

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name)

/** Mails put values in by name, and know no plural, no tag and no quoting. */
function mailFaults(english: string, translation: string): string[] {
  const faults = namesFaults(placeholders(english), placeholders(translation))
  if (faults.length === 0 && /[{}]/.test(translation.replaceAll(/\{\w+\}/g, '')))
    return ['mails have plain {placeholders} only, no plural and no other brace']
  return faults
}

function pageFaults(english: string, translation: string, language: string): string[] {
  let shape: Shape
  try {
    shape = shapeOf(translation)
  } catch (error) {
    return [describeSyntax(error)]
  }
  const original = shapeOf(english)
  const names = namesFaults(original.names, shape.names)
  if (names.length > 0 && translation.includes("'"))
    return [...names, "write ’ instead of ', which hides a placeholder after it"]
  return [...names, ...pluralFaults(shape, language), ...choiceFaults(original, shape)]
}

/** The server's refusals are shown as they are: nothing is put into them. */
function errorFaults(translation: string): string[] {
  try {
    if (typeof compile(translation) === 'string') return []
  } catch {
    // Says the same to the translator.
  }
  return ['write it without { } < >: nothing is put into this sentence']
}

/** Returns why a translation cannot be taken, each with what to do; empty when it can. */
export function findFaults(area: string, english: string, translation: string, language: string): string[] {
  if (/\n/.test(translation) && !/\n/.test(english)) return ['write it in one line']
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0009\u000B-\u001F\u007F]/.test(translation))
    return ['it holds characters that nobody can see, such as a tab']
  if (area === 'mail') return mailFaults(english, translation)
  return area === 'errors' ? errorFaults(translation) : pageFaults(english, translation, language)
}
