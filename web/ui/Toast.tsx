import { useEffect, useState, useSyncExternalStore } from 'react'

/** A button in a toast. */
interface ToastAction {
  label: string
  act: () => void
}
type Messages = Readonly<{
  shown?: string | undefined
  said?: string | undefined
  action?: ToastAction | undefined
}>
const none: Messages = {}
let current = none
const listeners = new Set<() => void>()
const set = (part: Messages): void => {
  current = { ...current, ...part }
  for (const listener of listeners) listener()
}

/**
 * Shows a sentence for six seconds, ten when something can be done about it; one at a time. Never the only place of an
 * error that loses something.
 */
export const toast = (text: string, action?: ToastAction): void => set({ shown: text, action })
/** Says a sentence to a screen reader, once. */
export const announce = (text: string): void => set({ said: text })

/** The place where toasts and announcements appear. There is one in the page. */
export function Toasts() {
  const { shown, said, action } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => current,
    () => none,
  )
  const [held, setHeld] = useState(false)
  // Without the place they have been seen, or never will be.
  useEffect(() => () => set({ shown: undefined, said: undefined, action: undefined }), [])
  useEffect(() => {
    if (shown === undefined || held) return undefined
    const timer = setTimeout(() => set({ shown: undefined }), action ? 10_000 : 6000)
    return () => clearTimeout(timer)
  }, [shown, action, held])
  return (
    <output className="toasts" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      {shown !== undefined && (
        <div className="toast">
          {shown}
          {action && (
            <button
              type="button"
              className="btn"
              onFocus={() => setHeld(true)}
              onBlur={() => setHeld(false)}
              onClick={() => {
                set({ shown: undefined })
                action.act()
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      )}
      <div className="vh">{said}</div>
    </output>
  )
}
