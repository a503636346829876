import { readFileSync } from 'node:fs'
import type { Language } from '../contract/fields.ts'

const known = new Map<string, unknown>()

/** Returns the sentences of an area in a language, as its file in `messages` has them. Each file is read once. */
// The shape is that of the file, which its reader names.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function readMessages<Messages>(language: Language, area: string): Messages {
  const name = `${language}/${area}.json`
  let found = known.get(name)
  if (found === undefined) {
    found = JSON.parse(readFileSync(new URL(`../messages/${name}`, import.meta.url), 'utf8')) as unknown
    known.set(name, found)
  }
  return found as Messages
}
