import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A copy of the repository whose words are read. */
export interface Site {
  /** Folder that contains `messages` and `server`. */
  root: string
  /** Code → English sentence: the refusals of the server, whose English is not in `messages/en`. */
  errors: Record<string, string>
}

/** Dotted key → sentence, in the order of the file. */
export type Texts = Map<string, string>

/**
 * Area → dotted key → hash of the English sentence that the translation renders. The area `pages` has the seeded pages,
 * by type and name (`help/1-how-privacy-works`).
 */
export type Stamps = Record<string, Record<string, string>>

type Messages = { [key: string]: string | Messages }

/** The area of the stamps that holds pages instead of sentences. */
export const PAGES = 'pages'

const messagesOf = (site: Site, ...parts: string[]): string => path.join(site.root, 'messages', ...parts)

/** Returns what stands beside a translation for its English sentence: eight hexadecimal digits. */
export const hashOf = (english: string): string => createHash('sha256').update(english).digest('hex').slice(0, 8)

/** Returns dotted keys with their sentences. */
export const flatten = (messages: Messages, prefix = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )

function nest(texts: Texts): Messages {
  const messages: Messages = {}
  for (const [key, text] of texts) {
    const parts = key.split('.')
    let group = messages
    for (const part of parts.slice(0, -1)) group = (group[part] ??= {}) as Messages
    group[parts.at(-1) ?? ''] = text
  }
  return messages
}

const readTexts = (file: string): Texts =>
  new Map(existsSync(file) ? flatten(JSON.parse(readFileSync(file, 'utf8')) as Messages) : [])

/** Returns the languages that have a folder, English left out. */
export const translatedLanguages = (site: Site): string[] =>
  readdirSync(messagesOf(site), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'en')
    .map(({ name }) => name)

/** Returns every area with its English sentences, `errors` last. */
export function readEnglish(site: Site): Map<string, Texts> {
  const files = readdirSync(messagesOf(site, 'en')).filter((file) => file.endsWith('.json'))
  const areas = files.toSorted().map((file) => [file.slice(0, -5), readTexts(messagesOf(site, 'en', file))] as const)
  return new Map([...areas, ['errors', new Map(Object.entries(site.errors))]])
}

/** Returns the sentences of an area; none when the language has no such file. */
export const readCatalogue = (site: Site, language: string, area: string): Texts =>
  readTexts(messagesOf(site, language, `${area}.json`))

/** Writes an area in the order of the English keys. Sentences that English does not have come last. */
export function writeCatalogue(site: Site, language: string, area: string, texts: Texts): void {
  const english = readEnglish(site).get(area) ?? new Map<string, string>()
  const known = [...english.keys()].filter((key) => texts.has(key))
  const others = [...texts.keys()].filter((key) => !english.has(key))
  const ordered = new Map([...known, ...others].map((key) => [key, texts.get(key) ?? '']))
  writeFileSync(messagesOf(site, language, `${area}.json`), `${JSON.stringify(nest(ordered), null, 2)}\n`)
}

/** Returns the seeded pages of a language: type and name → Markdown. */
export function readPages(site: Site, language: string): Texts {
  const cwd = path.join(site.root, 'server/db/seed-content', language)
  const names = globSync('*/*.md', { cwd }).map((file) => file.replaceAll('\\', '/').slice(0, -3))
  return new Map(names.toSorted().map((name) => [name, readFileSync(path.join(cwd, `${name}.md`), 'utf8')]))
}

/** Returns area → key → meaning: what a sentence must say, for those who translate it. */
export function readMeanings(site: Site): Map<string, Texts> {
  const meanings = JSON.parse(readFileSync(messagesOf(site, 'meanings.json'), 'utf8')) as Record<string, Messages>
  return new Map(Object.entries(meanings).map(([area, texts]) => [area, new Map(flatten(texts))]))
}

// Not in the folder of the language: all catalogues in there are built for browsers.
const stampsFile = (site: Site, language: string): string => messagesOf(site, `sources.${language}.json`)

/** Returns the stamps of a language; undefined when it has none yet. */
export function readStamps(site: Site, language: string): Stamps | undefined {
  const file = stampsFile(site, language)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stamps) : undefined
}

/** Writes the stamps in the order of the English keys, without those that English does not have. */
export function writeStamps(site: Site, language: string, stamps: Stamps): void {
  const english = new Map([...readEnglish(site), [PAGES, readPages(site, 'en')]])
  const ordered = [...english].map(([area, texts]) => {
    const own = stamps[area] ?? {}
    const kept = [...texts.keys()].flatMap((key) => (own[key] === undefined ? [] : [[key, own[key]] as const]))
    return [area, Object.fromEntries(kept)] as const
  })
  const filled = ordered.filter(([, own]) => Object.keys(own).length > 0)
  writeFileSync(stampsFile(site, language), `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`)
}
