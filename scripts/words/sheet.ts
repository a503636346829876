// The work sheet of a language: a PO file with every sentence, which a volunteer edits and the desk reads back.
import {
  type Site,
  type Stamps,
  hashOf,
  readCatalogue,
  readEnglish,
  readMeanings,
  readStamps,
  writeCatalogue,
  writeStamps,
} from './catalogues.ts'
import { findPrevious } from './history.ts'
import { findPlaces } from './places.ts'
import { type PoEntry, readPo, writePo } from './po.ts'
import { findFaults, pluralForms } from './rules.ts'
import { type LanguageState, type Word, isOutOfDate, readLanguage } from './state.ts'

/** What the sentences of an area are for. Another area is called by its name alone. */
const areaNames: Record<string, string> = {
  app: 'every page: menus, the list of requests, praying, categories',
  forms: 'writing a request, reading it, signing in and up, appearance',
  acts: 'what readers do with a request: follow, encourage, report, share; News',
  care: 'the note for people in danger, the composer’s questions, the queue of the care team',
  decisions: 'what moderators decided, as the author reads it, and the appeal',
  groups: 'groups: finding, joining, leading them',
  lists: 'prayer lists, reminders, praying one request after the other',
  profile: 'the member’s own profile, settings, devices, export, leaving',
  second_factors: 'the second step when signing in: app codes, passkeys, recovery codes',
  services: 'translating, reading aloud and dictating by outside services',
  mail: 'emails. Plain text: no tags, no plural forms',
  errors: 'refusals by the server, shown where the member pressed',
  admin: 'Desk: the dashboard and the list of pages',
  admin_look: 'Desk: editing themes',
  admin_pages: 'Desk: writing pages and announcements',
  admin_requests: 'Desk: review, reports, requests, categories, sorting',
  admin_site: 'Desk: people, settings, activity log, health check',
  admin_record: 'Desk: the sentences of the activity log',
  admin_today: 'Desk: what waits today',
}

const introduction = (language: string): string[] => [
  `Work sheet of ${language}. Any editor of PO files opens it, such as Poedit; a plain text editor is enough.`,
  '',
  '- Write each translation between the quotation marks after msgstr. Change nothing else.',
  '- Keep {placeholders}, <tags> and the words plural, one, other, … as they are.',
  '- "#, fuzzy" marks a translation whose English has changed. When it is right again, take that line out: also when it',
  '  needed no change.',
  '- Leave empty what you are unsure of. What you leave as it is stays as it is.',
  '- docs/words.md says how the site speaks.',
  '',
  `Read it back with: npm run words -- ${language} words-${language}.po`,
]

const stateNotes: Partial<Record<Word['state'], string>> = {
  changed: 'The English has changed since this was translated.',
  unmarked: 'Nobody has marked this translation as right yet.',
}

/** Returns the sheet of a language; with `onlyChanged` that of what is missing or out of date. */
export function makeSheet(site: Site, { language, isStamped, sentences }: LanguageState, onlyChanged: boolean): string {
  const meanings = readMeanings(site)
  const places = findPlaces(site, readEnglish(site))
  const needsWork = (word: Word): boolean => word.state === 'missing' || (isStamped && isOutOfDate(word))
  const listed = onlyChanged ? sentences.filter(needsWork) : sentences
  const previous = findPrevious(site, listed)
  const entries = listed.map((word): PoEntry => {
    const { id, area, key, english, translation, state } = word
    const isFuzzy = isStamped && isOutOfDate(word)
    const meaning = meanings.get(area)?.get(key)
    return {
      context: id,
      id: english,
      text: translation ?? '',
      isFuzzy,
      notes: [
        `Area: ${areaNames[area] ?? area}`,
        ...(meaning === undefined ? [] : [`Meaning: ${meaning}`]),
        ...(english.includes(', plural,') ? [`Plural forms: ${pluralForms(language).join(', ')}`] : []),
        ...(isFuzzy && stateNotes[state] !== undefined ? [stateNotes[state]] : []),
      ],
      places: places.get(id) ?? [],
      previous: isFuzzy ? previous.get(id) : undefined,
    }
  })
  return writePo(language, introduction(language), entries)
}

/** What a sheet would change. */
export interface Edits {
  /** Sentences with new words. */
  texts: { word: Word; text: string }[]
  /** Sentences that were marked as right. */
  marked: { word: Word; stamp: string }[]
  /** Sentences that cannot be taken, and why. */
  refused: { id: string; problem: string }[]
  /** Ids that still wait: their mark was left, or nothing was written. */
  waiting: string[]
}

/** What an entry means for its sentence; undefined when it changes nothing. */
function readEntry(
  { id: msgid, text: written, isFuzzy }: PoEntry,
  word: Word,
  state: LanguageState,
): { text?: string; stamp?: string; problem?: string } | undefined {
  const { area, english, translation } = word
  const text = english === english.trim() ? written.trim() : written
  const isNew = text !== translation
  if (text === '' || (word.state === 'right' && !isNew)) return undefined
  if (!isNew && (isFuzzy || !state.isStamped)) return undefined
  // Made from an older English than the translation that is there by now.
  if (msgid !== english && word.state === 'right')
    return {
      problem: 'It was translated anew after this sheet was written, and stays so. Write a new sheet to change it.',
    }
  const faults = findFaults(area, english, text, state.language)
  if (faults.length > 0) return { problem: `${faults.join('. ')}.` }
  const stamp = hashOf(msgid)
  return {
    ...(isNew ? { text } : {}),
    ...(state.isStamped && !isFuzzy && stamp !== word.stamp ? { stamp } : {}),
  }
}

/**
 * Compares a sheet with the repository. Nothing is written.
 *
 * @throws {PoError} When the file cannot be read.
 */
export function readSheet(state: LanguageState, file: string): Edits {
  const { language, entries } = readPo(file)
  if (language !== undefined && language !== state.language)
    throw new Error(`This is the sheet of "${language}", not of "${state.language}".`)
  const words = new Map(state.sentences.map((word) => [word.id, word]))
  const edits: Edits = { texts: [], marked: [], refused: [], waiting: [] }
  const seen = new Set<string>()
  for (const entry of entries) {
    const id = entry.context
    const word = words.get(id)
    if (!word) {
      edits.refused.push({ id, problem: 'English has no such key any more.' })
      continue
    }
    if (seen.has(id)) {
      edits.refused.push({ id, problem: 'It stands in the sheet twice. The first one was taken.' })
      continue
    }
    seen.add(id)
    const { text, stamp, problem } = readEntry(entry, word, state) ?? {}
    if (problem !== undefined) edits.refused.push({ id, problem })
    if (text !== undefined) edits.texts.push({ word, text })
    if (stamp !== undefined) edits.marked.push({ word, stamp })
    const isRight = word.state === 'right' || stamp === hashOf(word.english) || (!state.isStamped && entry.text !== '')
    if (!isRight && problem === undefined) edits.waiting.push(id)
  }
  return edits
}

/** Writes the accepted part of a sheet into the catalogues and the stamps. */
export function applyEdits(site: Site, { language, isStamped }: LanguageState, { texts, marked }: Edits): void {
  for (const [area, changes] of Map.groupBy(texts, ({ word }) => word.area)) {
    const catalogue = readCatalogue(site, language, area)
    for (const { word, text } of changes) catalogue.set(word.key, text)
    writeCatalogue(site, language, area, catalogue)
  }
  if (!isStamped || marked.length === 0) return
  const stamps: Stamps = readStamps(site, language) ?? {}
  for (const { word, stamp } of marked) (stamps[word.area] ??= {})[word.key] = stamp
  writeStamps(site, language, stamps)
}

/** Whether a sheet has work in it that would be lost if it were written anew. */
export function hasUnreadEdits(site: Site, language: string, file: string): boolean {
  const state = readLanguage(site, language)
  const { texts, marked, refused } = readSheet(state, file)
  const known = new Set(state.sentences.map(({ id }) => id))
  return texts.length > 0 || marked.length > 0 || refused.some(({ id }) => known.has(id))
}
