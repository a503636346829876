import { useEffect, useState } from 'react'
import { readStoredDraft, storeDraft } from './drafts.ts'
import { useIsHydrated } from './ui/useIsHydrated.ts'

interface Kept<Words> {
  words: Words
  /** What was saved when writing began, and its version. */
  base: Words
  version: string | null
}

const textOf = (words: unknown): string => JSON.stringify(typeof words === 'string' ? words.trim() : words)
const hasSameWords = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

/**
 * Words of a form that stay on this device until they are sent: they survive a failure, a session that ends, leaving the
 * page, and closing the browser. Until something is typed they are those that are `saved`; `version` changes with these.
 */
export function useKeptWords<Words>(name: string, saved: Words, version: string | null = null) {
  const isHydrated = useIsHydrated()
  const [typed, setTyped] = useState<Kept<Words>>()
  const readStored = () => readStoredDraft(name) as Partial<Kept<Words>>
  // The first render equals the server's, which knows no draft.
  const draft = isHydrated && !typed ? readStored() : {}
  const written: Kept<Words> = typed ?? { words: saved, base: saved, version, ...draft }
  // Words that have arrived are no change, and nothing newer stands against them.
  const kept = hasSameWords(written.words, saved) ? { ...written, base: saved, version } : written
  const isChanged = !hasSameWords(kept.words, kept.base)

  function keep(next: Kept<Words>): void {
    setTyped(next)
    if (!hasSameWords(next.words, next.base)) storeDraft(name, next)
    // Others are those of another tab, which has not sent them.
    else if (hasSameWords(readStored().words, kept.words)) storeDraft(name, null)
  }

  // Another tab may have stored its words over these, and sent them.
  useEffect(() => {
    const keepAgain = () => readStored().words ?? keep(kept)
    addEventListener('pagehide', keepAgain)
    return () => removeEventListener('pagehide', keepAgain)
  })

  return {
    ...kept,
    isChanged,
    /** True when something newer was saved than what these words change. */
    isOutdated: isChanged && kept.version !== version,
    change: (words: Words): void => keep({ ...kept, words }),
    /** Begins with what is saved now, and forgets what was typed unless it is given as `words`. */
    begin: (base: Words, known: string | null = null, words = base): void => keep({ words, base, version: known }),
  }
}

export type KeptWords<Words> = ReturnType<typeof useKeptWords<Words>>
