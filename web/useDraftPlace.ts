import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { readStoredDraft, storeDraft } from './storedDraft.ts'
import { useIsHydrated } from './ui/useIsHydrated.ts'

/** The names of drafts of one form that is open in several tabs, each with its own words. `name` is any of them. */
function placesOf(name: string): string[] {
  const first = name.replace(/^\d:/, '')
  return [first, ...[2, 3, 4, 5].map((number) => `${number}:${first}`)]
}
const isFilled = (name: string): boolean => Object.keys(readStoredDraft(name)).length > 0

/**
 * Returns the draft that was stored when the form was opened, and the `place` where it is. Nothing until a page of the server
 * is hydrated, so that its first render equals the server's: a form that reads it once is made anew when there is a draft (`key`).
 * Words that are typed and stored meanwhile are no such draft: a form made anew would drop a press that waits for it.
 */
export function useKeptDraft<Draft extends object>(name: string): { kept: Partial<Draft>; place: string; key: string } {
  const isHydrated = useIsHydrated()
  const [found] = useState(() => (typeof window === 'undefined' ? undefined : placesOf(name).find(isFilled)))
  const kept = useMemo(() => (isHydrated && found !== undefined ? readStoredDraft(found) : {}), [isHydrated, found])
  return { kept, place: found ?? name, key: Object.keys(kept).length > 0 ? 'kept' : 'new' }
}

/**
 * Stores the draft of a form, which begins as `begun`. `place`: where it is, another once another tab has stored its own words
 * there. `textOf` returns the words of a draft.
 */
export function useDraftPlace<Draft extends object>(
  name: string,
  begun: Partial<Draft>,
  textOf: (draft: Partial<Draft>) => string,
) {
  const [place, setPlace] = useState(name)
  const latest = useRef<{ place: string; draft?: Partial<Draft>; stored?: string }>({ place: name })
  const readStored = (): string => textOf(readStoredDraft(latest.current.place))

  /** True when another tab has stored other words than those that were stored here last: what was typed since may not be stored. */
  function isOthers(): boolean {
    const stored = readStored()
    return stored.trim() !== '' && stored !== (latest.current.stored ?? textOf(begun))
  }

  /** Stores a draft, or removes it. Returns true if it is stored. */
  function store(draft: Draft | null): boolean {
    const { current } = latest
    const isTaken = isOthers()
    current.draft = draft ?? {}
    // Another tab keeps what it has not sent.
    if (isTaken && draft === null) return false
    // The last of very many gives way.
    if (isTaken) current.place = placesOf(name).find((one, index) => index === 4 || !isFilled(one)) ?? name
    setPlace(current.place)
    const isStored = storeDraft(current.place, draft)
    if (isStored || draft === null) current.stored = textOf(draft ?? {})
    return isStored
  }

  const keepAgain = useEffectEvent(() => {
    const { draft } = latest.current
    if (draft && readStored().trim() !== '' && !readStored().includes(textOf(draft))) store(draft as Draft)
  })
  useEffect(() => {
    const onStorage = (): void => keepAgain()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])

  return { place, store }
}
