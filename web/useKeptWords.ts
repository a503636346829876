import { useState } from 'react'
import { useDraftPlace, useKeptDraft } from './useDraftPlace.ts'

interface Kept<Words> {
  words: Words
  /** The words that were saved when writing began, and their version. */
  base: Words
  version: string | null
}

const textOf = (words: unknown): string =>
  typeof words === 'string' ? words.trim() : words === undefined ? '' : JSON.stringify(words)
/** The server trims what it saves. */
const savedTextOf = (words: unknown): string =>
  JSON.stringify(words, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))
const hasSameWords = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

/**
 * Words of a form that stay on this device until they are sent: they survive a failure, a session that ends, leaving the
 * page, and closing the browser. Until something is typed they are those that are `saved`; `version` changes with these.
 * `parse` reads words that an earlier version of the site stored as a string.
 */
export function useKeptWords<Words>(
  name: string,
  saved: Words,
  version: string | null = null,
  parse: (stored: Words | string) => Words = (stored) => stored as Words,
) {
  const found = useKeptDraft<Kept<Words>>(name)
  const { place, store } = useDraftPlace<Kept<Words>>(found.place, found.kept, ({ words }) => textOf(words))
  const [typed, setTyped] = useState<Kept<Words>>()
  const written: Kept<Words> = typed ?? {
    version,
    ...found.kept,
    words: parse(found.kept.words ?? saved),
    base: parse(found.kept.base ?? saved),
  }
  // Words that have arrived are no change, and nothing newer stands against them.
  const kept = savedTextOf(written.words) === savedTextOf(saved) ? { ...written, base: saved, version } : written
  const isChanged = !hasSameWords(kept.words, kept.base)

  function keep(next: Kept<Words>): void {
    setTyped(next)
    store(hasSameWords(next.words, next.base) ? null : next)
  }

  return {
    ...kept,
    /** Name of the draft, for what sends it. */
    place,
    isChanged,
    /** True when something newer was saved than what these words change. */
    isOutdated: isChanged && kept.version !== version,
    change: (words: Words): void => keep({ ...kept, words }),
    /** Begins with what is saved now, and forgets what was typed unless it is given as `words`. */
    begin: (base: Words, known: string | null = null, words = base): void => keep({ words, base, version: known }),
  }
}

export type KeptWords<Words> = ReturnType<typeof useKeptWords<Words>>
