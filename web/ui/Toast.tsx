import { useEffect, useState, useSyncExternalStore } from 'react'

type Messages = Readonly<{ shown?: string | undefined; said?: string | undefined }>
const none: Messages = {}
let current = none
const listeners = new Set<() => void>()
const set = (part: Messages): void => {
  current = { ...current, ...part }
  for (const listener of listeners) listener()
}

/** Shows a sentence for six seconds, one at a time. Never the only place of an error that loses something. */
export const toast = (text: string): void => set({ shown: text })
/** Says a sentence to a screen reader, once. */
export const announce = (text: string): void => set({ said: text })

/** The place where toasts and announcements appear. There is one in the page. */
export function Toasts() {
  const { shown, said } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => current,
    () => none,
  )
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (shown === undefined || held) return undefined
    const timer = setTimeout(() => set({ shown: undefined }), 6000)
    return () => clearTimeout(timer)
  }, [shown, held])
  return (
    <output className="toasts" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      {shown !== undefined && <div className="toast">{shown}</div>}
      <div className="vh">{said}</div>
    </output>
  )
}
