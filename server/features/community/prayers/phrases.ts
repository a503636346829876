import type { Language } from '../../../../contract/fields.ts'
import type { LinePhrase } from '../../../../contract/prayer-lines.ts'
import type english from '../../../../messages/en/lines.json'
import { readMessages } from '../../../messages.ts'

/** The sentence of a phrase in a language. */
export const phraseIn = (language: Language, phrase: LinePhrase): string =>
  readMessages<typeof english>(language, 'lines').phrase[phrase]
