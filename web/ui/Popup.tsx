import { useEffect, useRef, useState, type HTMLAttributes, type ReactNode } from 'react'
import iconButtonStyles from './IconButton.module.css'
import styles from './Popup.module.css'

/** The frame around what a popup opens. */
export const PopupPanel = ({ className = '', ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={`${styles.panel} ${className}`} />
)

/**
 * A button that opens a panel below it. Closes on a press outside, on Escape, and when a link inside is followed. The
 * panel's content is rendered when it is first opened.
 */
export function Popup({
  label,
  summary,
  className = '',
  children,
}: {
  label: string
  summary: ReactNode
  className?: string
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    // From the start: a press right after the opening must find it.
    const close = (event: Event) => {
      const element = details.current
      if (!element?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        // It closes this alone, and not what is below it as well, such as a round of prayer.
        event.preventDefault()
      }
      if (element.contains(event.target as Node)) {
        if (
          event.type !== 'keydown' &&
          (event.type !== 'click' || !(event.target as Element).closest('a, [data-closes]'))
        )
          return
        element.querySelector('summary')?.focus()
      }
      element.open = false
    }
    const events = ['pointerdown', 'keydown', 'click'] as const
    // Before the entry that was pressed opens a dialog: what has the focus then gets it back.
    for (const type of events) document.addEventListener(type, close, true)
    return () => {
      for (const type of events) document.removeEventListener(type, close, true)
    }
  }, [])
  return (
    <details
      ref={(element) => {
        details.current = element
        // Opened before hydration, which React has not heard of.
        if (element?.open) setOpen(true)
      }}
      className={`${styles.popup} needs-js ${className}`}
      name="popup"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={iconButtonStyles.iconButton} aria-label={label}>
        {summary}
      </summary>
      {open && children}
    </details>
  )
}
