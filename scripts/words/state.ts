import { createHash } from 'node:crypto'
import { globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findFaults } from './rules.ts'

/** A copy of the repository whose words are read. */
export interface Site {
  /** Folder that contains `messages` and `server`. */
  root: string
  /** Code → English sentence: the refusals of the server, whose English is not in `messages/en`. */
  errors: Record<string, string>
}

/** `messages/sources.json`: which English the translations render. */
interface Stamp {
  /** Id → eight digits of the SHA-256 of the English that all translations render, but for the exceptions. */
  english: Record<string, string>
  /** Id → languages whose translation renders an older English. */
  exceptions: Record<string, string[]>
}

/** A sentence or a page, and how its translation stands. */
export interface Word {
  /** Area and key: `forms.account.mailbox`, `errors.request.invalid`, `pages.help/1-how-privacy-works`. */
  id: string
  english: string
  translation: string | undefined
  /** `right`: renders today's English. `outdated`: nobody has said so. `missing`: not translated. */
  state: 'right' | 'out of date' | 'missing'
  /** The faults that the rules of words find in the translation. */
  faults: string[]
}

type Messages = { [key: string]: string | Messages }

const PAGES = 'pages.'
// Not in the folder of a language: whatever lies in those is built for browsers.
const STAMP = 'messages/sources.json'

/** Returns dotted keys with their sentences. */
const flatten = (messages: unknown, prefix: string): [string, string][] =>
  Object.entries(messages as Messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )

const readJson = (site: Site, file: string): unknown => JSON.parse(readFileSync(path.join(site.root, file), 'utf8'))

const hashOf = (english: string): string => createHash('sha256').update(english).digest('hex').slice(0, 8)

/** Returns the languages that have a folder, English left out. */
export const translatedLanguages = (site: Site): string[] =>
  readdirSync(path.join(site.root, 'messages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'en')
    .map(({ name }) => name)
    .toSorted()

/** Returns the sentences and the seeded pages of a language by id. */
function readTexts(site: Site, language: string): Map<string, string> {
  const areas = globSync('*.json', { cwd: path.join(site.root, 'messages', language) }).toSorted()
  const cwd = path.join(site.root, 'server/db/seed-content', language)
  const pages = globSync('*/*.md', { cwd }).toSorted()
  return new Map([
    ...areas.flatMap((file) => flatten(readJson(site, `messages/${language}/${file}`), file.replace(/json$/, ''))),
    ...pages.map((file): [string, string] => [
      PAGES + file.replaceAll('\\', '/').replace(/\.md$/, ''),
      readFileSync(path.join(cwd, file), 'utf8'),
    ]),
  ])
}

const readEnglish = (site: Site): Map<string, string> =>
  new Map([...readTexts(site, 'en'), ...flatten(site.errors, 'errors.')])

/** Returns id → meaning: what a sentence must say, for those who translate it. */
export const readMeanings = (site: Site): Map<string, string> =>
  new Map(flatten(readJson(site, 'messages/meanings.json'), ''))

/** Returns every sentence and page of the English site with its translation. */
export function readLanguage(site: Site, language: string): Word[] {
  const { english, exceptions } = readJson(site, STAMP) as Stamp
  const translations = readTexts(site, language)
  return [...readEnglish(site)].map(([id, text]) => {
    const translation = translations.get(id)
    const isMissing = translation === undefined || translation.trim() === ''
    const isRight = english[id] === hashOf(text) && !exceptions[id]?.includes(language)
    return {
      id,
      english: text,
      translation,
      state: isMissing ? 'missing' : isRight ? 'right' : 'out of date',
      faults: isMissing || isPage(id) ? [] : findFaults(id.split('.')[0] ?? '', text, translation, language),
    }
  })
}

export const isPage = (id: string): boolean => id.startsWith(PAGES)

/** True when somebody has to look at it. A page that is not translated is read in English, and needs nothing. */
export const needsWork = ({ id, state, faults }: Word): boolean =>
  faults.length > 0 || state === 'out of date' || (state === 'missing' && !isPage(id))

/**
 * Marks translations in these languages as rendering the English of today; those of other languages that rendered an older
 * one become exceptions. `.md` and the area `pages` may be left out. Returns the problems; nothing is written when there is one.
 */
export function markStillRight(site: Site, languages: string[], names: string[]): string[] {
  const english = readEnglish(site)
  const ids = names.map((name) => {
    const page = name.replace(/\.md$/, '')
    return [name, page, PAGES + page].find((id) => english.has(id)) ?? name
  })
  const known = translatedLanguages(site)
  const words = new Map(known.map((language) => [language, readLanguage(site, language)]))
  const inState = (id: string, state: Word['state']): string[] =>
    known.filter((language) => words.get(language)?.some((word) => word.id === id && word.state === state))
  const problems = ids.flatMap((id) => {
    if (!english.has(id)) return [`${id}: English has no such key. Keys look like forms.account.mailbox.`]
    const missing = isPage(id) ? [] : inState(id, 'missing').filter((language) => languages.includes(language))
    return missing.map((language) => `${id}: It is not translated into ${language} yet.`)
  })
  if (problems.length > 0) return problems
  const stamp = readJson(site, STAMP) as Stamp
  for (const id of ids) {
    stamp.english[id] = hashOf(english.get(id) ?? '')
    stamp.exceptions[id] = inState(id, 'out of date').filter((language) => !languages.includes(language))
  }
  // In the order of the English, without what it does not have any more.
  const inOrder = <Value>(of: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries([...english.keys()].flatMap((id) => (of[id] === undefined ? [] : [[id, of[id]]])))
  const filled = Object.fromEntries(Object.entries(stamp.exceptions).filter(([, own]) => own.length > 0))
  writeFileSync(
    path.join(site.root, STAMP),
    `${JSON.stringify({ english: inOrder(stamp.english), exceptions: inOrder(filled) }, null, 2)}\n`,
  )
  return []
}
