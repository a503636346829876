import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus after a form was refused: to the first field that is marked as wrong, else to the note about it. Returns the ref of
 * that note, which stands within the form. `failure`: null while there is none.
 */
export function useFailureFocus(failure: unknown): RefObject<HTMLDivElement | null> {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure === null) return
    const wrong = note.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')
    ;(wrong ?? note.current)?.focus()
  }, [failure])
  return note
}
