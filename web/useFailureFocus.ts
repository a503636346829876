import { useEffect, useRef, type RefObject } from 'react'
import { findUnreadable } from '../contract/pasted.ts'

/** Moves the focus to a field; in a text with a sign that cannot be saved, to that sign, which is selected. */
export function focusWrong(element: HTMLElement | null | undefined): void {
  element?.focus()
  if (!(element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')))
    return
  const sign = findUnreadable(element.value)
  if (sign) element.setSelectionRange(sign.start, sign.end)
}

/**
 * Moves the focus after a form was refused: to the first field that is marked as wrong, else to the note about it. Returns the ref of
 * that note, which stands within the form. `failure`: null while there is none.
 */
export function useFailureFocus(failure: unknown): RefObject<HTMLDivElement | null> {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure === null) return
    const wrong = note.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')
    focusWrong(wrong ?? note.current)
  }, [failure])
  return note
}
