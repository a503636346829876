import { readFileSync } from 'node:fs'
import type { Language } from '../../../../contract/fields.ts'
import type { LinePhrase } from '../../../../contract/prayer-lines.ts'
import type english from '../../../../messages/en/lines.json'

const sentences = new Map<Language, (typeof english)['phrase']>()

/** The sentence of a phrase in a language. */
export function phraseIn(language: Language, phrase: LinePhrase): string {
  let own = sentences.get(language)
  if (!own) {
    const file = new URL(`../../../../messages/${language}/lines.json`, import.meta.url)
    own = (JSON.parse(readFileSync(file, 'utf8')) as typeof english).phrase
    sentences.set(language, own)
  }
  return own[phrase]
}
