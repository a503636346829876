import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './Toast.module.css'

/** Button of a toast. */
export interface ToastAction {
  label: string
  onClick: () => void
}
type ToastState = Readonly<{
  shown?: string | undefined
  announced?: string | undefined
  action?: ToastAction | undefined
}>
type Place = (state: ToastState) => void
const emptyState: ToastState = {}
let current = emptyState
/** The containers, the last first: that of the page, and those of open dialogs, which make what stands beside them inert. */
let places: Place[] = []
const updateToast = (part: ToastState): void => {
  current = { ...current, ...part }
  places[0]?.(current)
}

/**
 * Shows a message for six seconds, ten with an action; one at a time. Must not be the only place of an error that loses
 * data.
 */
export const toast = (text: string, action?: ToastAction): void => updateToast({ shown: text, action })
/** Announces a message to screen readers, once. They are told of changes: the same words ending otherwise are said again. */
export const announce = (text: string): void =>
  updateToast({ announced: text === current.announced ? `${text}\u00A0` : text })

/** Container of toasts and announcements; rendered once per page, and in each dialog while it is open. */
export function Toasts() {
  const [{ shown, announced, action }, say] = useState(emptyState)
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    // The messages that are shown move into a dialog that opens; those that were heard are not heard once more.
    places[0]?.(emptyState)
    places = [say, ...places]
    updateToast({ announced: undefined })
    return () => {
      places = places.filter((one) => one !== say)
      if (!places[0]) current = emptyState
      updateToast({})
    }
  }, [say])
  useEffect(() => {
    if (shown === undefined || isPaused) return undefined
    const timer = setTimeout(() => updateToast({ shown: undefined }), action ? 10_000 : 6000)
    return () => clearTimeout(timer)
  }, [shown, action, isPaused])
  return (
    // Says what is new alone: what was announced before stays in it.
    <output
      className={styles.toasts}
      aria-atomic={false}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      {shown !== undefined && (
        <div className={styles.toast}>
          {/* In an element of its own: a translator of the browser takes the text itself out of the page. */}
          <span>{shown}</span>
          {action && (
            <Button
              variant="text"
              className={styles.action}
              onFocus={() => setPaused(true)}
              onBlur={() => setPaused(false)}
              onClick={() => {
                // Some browsers tell nobody that what had the focus is gone.
                setPaused(false)
                updateToast({ shown: undefined })
                action.onClick()
              }}
            >
              {action.label}
            </Button>
          )}
        </div>
      )}
      <div className="vh">{announced}</div>
    </output>
  )
}
