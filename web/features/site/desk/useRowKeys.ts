import { type RefObject, useEffect } from 'react'
import { letterOf } from '../../../layout/letterOf.ts'

const ownKeys = 'input, select, textarea, dialog, [contenteditable], [role=menu]'

/** J and K go to the next and the previous row, by focusing what is done there; Enter then opens it, as on any link. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      // A key that is held down would press the button of each next row, to which the focus goes.
      if (event.repeat && key === 'Enter' && target instanceof Node && list.current?.contains(target) === true)
        return event.preventDefault()
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      if (target instanceof Element && target.closest(ownKeys)) return
      const step = { j: 1, k: -1 }[letterOf(event)]
      if (step === undefined) return
      const acts = [...(list.current?.querySelectorAll<HTMLElement>('[data-act]') ?? [])]
      const at = acts.findIndex((act) => act === document.activeElement)
      const next = at === -1 ? acts[step === 1 ? 0 : acts.length - 1] : acts[at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list])
}
