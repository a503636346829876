import {
  PAGES,
  type Site,
  type Stamps,
  hashOf,
  readCatalogue,
  readEnglish,
  readPages,
  readStamps,
  writeStamps,
} from './catalogues.ts'

/**
 * `right`: renders today's English. `changed`: the English has changed since. `unmarked`: nobody has said yet which
 * English it renders. `missing`: not translated.
 */
export type State = 'right' | 'changed' | 'unmarked' | 'missing'

/** A sentence or a page, and how its translation stands. */
export interface Word {
  /** Area and key: `forms.account.mailbox`, `errors.request.invalid`, `pages.help/1-how-privacy-works`. */
  id: string
  area: string
  key: string
  english: string
  translation: string | undefined
  /** Hash of the English sentence that the translation renders. */
  stamp: string | undefined
  state: State
}

export interface LanguageState {
  language: string
  /** Whether changes of the English are tracked for this language. */
  isStamped: boolean
  sentences: Word[]
  pages: Word[]
}

function stateOf(english: string, translation: string | undefined, stamp: string | undefined): State {
  if (translation === undefined || translation.trim() === '') return 'missing'
  if (stamp === undefined) return 'unmarked'
  return stamp === hashOf(english) ? 'right' : 'changed'
}

/** Returns every sentence and page of the English site with its translation. */
export function readLanguage(site: Site, language: string): LanguageState {
  const stamps = readStamps(site, language)
  const words = (area: string, english: Map<string, string>, translated: Map<string, string>): Word[] =>
    [...english].map(([key, text]) => {
      const translation = translated.get(key)
      const stamp = stamps?.[area]?.[key]
      return {
        id: `${area}.${key}`,
        area,
        key,
        english: text,
        translation,
        stamp,
        state: stateOf(text, translation, stamp),
      }
    })
  return {
    language,
    isStamped: stamps !== undefined,
    sentences: [...readEnglish(site)].flatMap(([area, texts]) =>
      words(area, texts, readCatalogue(site, language, area)),
    ),
    pages: words(PAGES, readPages(site, 'en'), readPages(site, language)),
  }
}

/** Whether somebody has to look at a translation because its English is not the one that it was made from. */
export const isOutOfDate = ({ state }: Word): boolean => state === 'changed' || state === 'unmarked'

/**
 * Returns the ids whose translation does not render today's English; none for a language that is not stamped. A page
 * that is not translated is read in English, and needs nothing.
 */
export function findOutdated({ isStamped, sentences, pages }: LanguageState): string[] {
  if (!isStamped) return []
  return [...sentences.filter(({ state }) => state !== 'right'), ...pages.filter(isOutOfDate)].map(({ id }) => id)
}

/** Returns a copy of the stamps that says of these words: they render the English of today. */
export function stampWords(stamps: Stamps, words: Word[]): Stamps {
  const stamped = structuredClone(stamps)
  for (const { area, key, english } of words) (stamped[area] ??= {})[key] = hashOf(english)
  return stamped
}

/** The word of that id, for which `.md` and the area `pages` may be left out. */
const findWord = ({ sentences, pages }: LanguageState, id: string): Word | undefined => {
  const page = id.replace(/\.md$/, '')
  return [...sentences, ...pages].find((word) => word.id === id || word.id === page || word.id === `${PAGES}.${page}`)
}

/**
 * Marks translations as still right although their English has changed. Returns the problems, by id; nothing is written
 * when there is one.
 */
export function markStillRight(site: Site, language: string, ids: string[]): [id: string, problem: string][] {
  const state = readLanguage(site, language)
  const problems = ids.flatMap((id): [string, string][] => {
    const word = findWord(state, id)
    if (!word) return [[id, 'English has no such key. Keys look like forms.account.mailbox.']]
    return word.state === 'missing' ? [[id, 'It is not translated yet.']] : []
  })
  if (problems.length === 0) {
    const words = ids.flatMap((id) => findWord(state, id) ?? [])
    writeStamps(site, language, stampWords(readStamps(site, language) ?? {}, words))
  }
  return problems
}

/** Marks all that is translated as right. Returns how many sentences and pages that is. */
export function markAllRight(site: Site, language: string): number {
  const { sentences, pages } = readLanguage(site, language)
  const present = [...sentences, ...pages].filter(({ state }) => state !== 'missing')
  writeStamps(site, language, stampWords({}, present))
  return present.length
}
