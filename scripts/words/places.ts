// Finds where sentences are used, by reading the code as text: what it names is a hint for a translator, and proves nothing.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Site, Texts } from './catalogues.ts'

const MOST_PLACES = 3

/**
 * From the surest to the vaguest: `t('key')`; `t(`key_${x}`)`; the key as a value beside `t(x)`; `t(x)` alone; the line
 * that opens the key's namespace.
 */
const ranks = ['named', 'built', 'listed', 'chosen', 'opened'] as const
type Found = Map<string, Map<(typeof ranks)[number], string[]>>

interface File {
  name: string
  code: string
}

const readFiles = (site: Site, patterns: string[]): File[] =>
  globSync(patterns, { cwd: site.root })
    .filter((name) => !/\.test\.tsx?$|[\\/]test[\\/]/.test(name))
    .toSorted()
    .map((name) => ({ name: name.replaceAll('\\', '/'), code: readFileSync(path.join(site.root, name), 'utf8') }))

const lineAt = (code: string, index: number): number => code.slice(0, index).split('\n').length

/** Returns the code between the bracket at this index and the one that closes it. */
function argumentsAt(code: string, start: number): string {
  let depth = 0
  for (let index = start; index < code.length; index += 1) {
    if (code[index] === '(') depth += 1
    else if (code[index] === ')') depth -= 1
    if (depth === 0) return code.slice(start + 1, index)
  }
  return ''
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A template as an expression for the keys that it can make; undefined when it has no fixed part. */
function patternOf(prefix: string, template: string): RegExp | undefined {
  const parts = template.split(/\$\{[^}]*\}/)
  return parts.join('') === ''
    ? undefined
    : new RegExp(`^${escaped(prefix)}${parts.map(escaped).join(String.raw`\w+`)}$`)
}

const DEFINITION =
  /(\w+)(?: = useTranslations\((?:'([\w.]+)')?\)|: ReturnType<typeof useTranslations(?:<'([\w.]+)'>)?>)/g

/** Adds the uses of one file of the pages. */
function readPage({ name: file, code }: File, keys: string[], known: Set<string>, found: Found): void {
  const add = (key: string, rank: (typeof ranks)[number], index: number): void => {
    const ofKey = found.get(key) ?? new Map<(typeof ranks)[number], string[]>()
    found.set(key, ofKey.set(rank, [...(ofKey.get(rank) ?? []), `${file}:${String(lineAt(code, index))}`]))
  }
  const definitions = [...code.matchAll(DEFINITION)].map(({ index, 1: name = '', 2: one, 3: other }) => ({
    index,
    name,
    prefix: [one ?? other, ''].filter((part) => part !== undefined).join('.'),
  }))
  for (const { index, prefix } of definitions)
    for (const key of keys) if (prefix !== '' && key.startsWith(prefix)) add(key, 'opened', index)
  const prefixes = new Set<string>()
  for (const { 1: name = '', index } of code.matchAll(/\b(\w+)(?:\.(?:rich|markup))?\(/g)) {
    const definition = definitions.findLast((one) => one.name === name && one.index < index)
    if (!definition) continue
    const { prefix } = definition
    const given = argumentsAt(code, code.indexOf('(', index))
    const literals = [...given.matchAll(/'([\w.]+)'/g)]
      .map(([, key = '']) => prefix + key)
      .filter((key) => known.has(key))
    for (const key of literals) add(key, 'named', index)
    for (const [, template = ''] of given.matchAll(/`([^`]*)`/g)) {
      const pattern = patternOf(prefix, template)
      for (const key of pattern ? keys.filter((one) => pattern.test(one)) : []) add(key, 'built', index)
    }
    if (!/^\s*['"`]/.test(given) && literals.length === 0) {
      prefixes.add(prefix)
      for (const key of keys) if (prefix !== '' && key.startsWith(prefix)) add(key, 'chosen', index)
    }
  }
  for (const { 1: word = '', index } of code.matchAll(/'([\w.]+)'/g))
    for (const prefix of prefixes) if (known.has(prefix + word)) add(prefix + word, 'listed', index)
}

/** Returns where words are quoted in the code, by word. `expression` has the word as its first group. */
function findQuoted(files: File[], words: Iterable<string>, expression = /'([\w.]+)'/g): Map<string, string[]> {
  const known = new Set(words)
  const found = new Map<string, string[]>()
  for (const { name, code } of files)
    for (const { 1: word = '', index } of code.matchAll(expression))
      if (known.has(word)) found.set(word, [...(found.get(word) ?? []), `${name}:${String(lineAt(code, index))}`])
  return found
}

/**
 * Returns id → places that use the sentence, as `file:line`, at most three; none where the code does not tell. Ids begin
 * with the area: `forms.account.mailbox`.
 */
export function findPlaces(site: Site, english: Map<string, Texts>): Map<string, string[]> {
  const pages = [...english].filter(([area]) => area !== 'mail' && area !== 'errors')
  const keys = [...new Set(pages.flatMap(([, texts]) => [...texts.keys()]))]
  const found: Found = new Map()
  const web = readFiles(site, ['web/**/*.{ts,tsx}'])
  for (const file of web) readPage(file, keys, new Set(keys), found)
  const server = readFiles(site, ['server/**/*.ts'])
  const templates = [...(english.get('mail')?.keys() ?? [])].map((key) => key.split('.')[0] ?? '')
  const mails = findQuoted(server, templates, /template: '(\w+)'/g)
  const codes = findQuoted([...server, ...web], english.get('errors')?.keys() ?? [])
  const quoted = findQuoted(web, keys)

  const placesOf = (area: string, key: string): string[] => {
    if (area === 'errors') return codes.get(key) ?? []
    if (area === 'mail') return mails.get(key.split('.')[0] ?? '') ?? []
    const ofKey = found.get(key)
    const surest = ranks.find((rank) => ofKey?.has(rank))
    return (surest === undefined ? quoted.get(key) : ofKey?.get(surest)) ?? []
  }
  return new Map(
    [...english].flatMap(([area, texts]) =>
      [...texts.keys()].map((key) => {
        const places = [...new Set(placesOf(area, key))].slice(0, MOST_PLACES)
        return [`${area}.${key}`, places] as const
      }),
    ),
  )
}
