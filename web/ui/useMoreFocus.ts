import { useEffect, useRef } from 'react'
import { takeLostFocus } from './takeLostFocus.ts'

/**
 * Returns what a press that shows more of a list calls. The first element that comes by it takes the focus of the button, where that
 * has gone. `ids`: of the elements of the list that are shown, each with a `tabIndex`.
 */
export function useMoreFocus(ids: readonly string[]): () => void {
  // Those that were shown when more were asked for.
  const before = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    const known = before.current
    if (known === null) return
    const more = ids.filter((id) => !known.has(id)).map((id) => document.getElementById(id))
    const first = more.find((element) => element !== null)
    if (first === undefined) return
    before.current = null
    takeLostFocus(first)
  })
  return () => {
    before.current = new Set(ids)
  }
}
