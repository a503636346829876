import { useState } from 'react'
import { readStoredDraft, storeDraft } from '../drafts.ts'

/** Words that stay on this device until they are sent: they survive a failure, leaving the page, and closing the browser. */
export function useDraftWords(name: string): [words: string, change: (words: string) => void] {
  const [words, setWords] = useState(() => (readStoredDraft(name) as { words?: string }).words ?? '')
  const change = (next: string) => {
    setWords(next)
    storeDraft(name, next.trim() === '' ? null : { words: next })
  }
  return [words, change]
}
