import { useState } from 'react'
import { readStoredDraft, storeDraft } from '../drafts.ts'
import { useIsHydrated } from '../ui/useIsHydrated.ts'

/**
 * Words that are saved already and being changed: the change stays on this device until it is sent, as in `useDraftWords`.
 * `version`: the `updated_at` of what is edited, when editing began.
 */
export function useEditedWords(
  name: string,
  saved: string,
  version?: string | null,
): [words: string, change: (words: string) => void] {
  const [words, setWords] = useState<string | null>(null)
  const isHydrated = useIsHydrated()
  // The first render equals the server's.
  const kept = isHydrated && words === null ? (readStoredDraft(name) as { words?: string }) : {}
  const change = (next: string) => {
    setWords(next)
    storeDraft(name, next.trim() === saved.trim() ? null : { words: next, version })
  }
  return [words ?? kept.words ?? saved, change]
}
