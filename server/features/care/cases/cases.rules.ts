import { CASE_WORDS_DAYS } from '../../../../contract/cases.values.ts'
import { isNameless } from '../../../../contract/languages.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const CLAUSE_END = /(?<=[.!?;。！？；।؟؛\n])/u

/** Returns when the words of a closed case are deleted, as ISO 8601. */
export const wordsUntil = (closed_at: string): string =>
  new Date(Date.parse(closed_at) + CASE_WORDS_DAYS * DAY_MS).toISOString()

/** The time before which a case was closed whose words are deleted now, ISO 8601. */
export const wordsEndedBefore = (at: Date): string => new Date(at.getTime() - CASE_WORDS_DAYS * DAY_MS).toISOString()

/** The name by which the author knows somebody of the care team. Of the words for who has given none, the first alone is no name. */
export const firstNameOf = (display_name: string): string =>
  isNameless(display_name) ? display_name : (display_name.trim().split(/\s+/u)[0] ?? '')

/** The sentences of a text, as they stand in it. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(CLAUSE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
