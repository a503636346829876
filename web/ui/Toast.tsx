import { useEffect, useState, useSyncExternalStore } from 'react'

interface Message {
  text: string
  quiet: boolean
}
let current: Message | null = null
const listeners = new Set<() => void>()
const set = (message: Message | null): void => {
  current = message
  for (const listener of listeners) listener()
}

/** Shows a sentence for six seconds, one at a time. Never the only place of an error that loses something. */
export const toast = (text: string): void => set({ text, quiet: false })
/** Says a sentence to a screen reader, once. */
export const announce = (text: string): void => set({ text, quiet: true })

/** The place where toasts and announcements appear. There is one in the page. */
export function Toasts() {
  const message = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => current,
    () => null,
  )
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!message || held) return undefined
    const timer = setTimeout(() => set(null), 6000)
    return () => clearTimeout(timer)
  }, [message, held])
  return (
    <output className="toasts" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      {message && <div className={message.quiet ? 'vh' : 'toast'}>{message.text}</div>}
    </output>
  )
}
