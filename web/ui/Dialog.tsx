import { use, useEffect, useId, type ReactNode, type RefObject } from 'react'
import { AboveDialogs } from './AboveDialogs.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Dialog.module.css'

/**
 * A modal dialog, open while it is mounted. Takes the focus, traps it, and restores it; Escape closes it. `ref` is for
 * closing it from inside.
 */
export function Dialog({
  ref,
  title,
  close,
  onClose,
  children,
}: {
  ref: RefObject<HTMLDialogElement | null>
  title: string
  /** Label of the close button in the corner. */
  close: string
  onClose: () => void
  children: ReactNode
}) {
  const heading = useId()
  useEffect(() => {
    if (ref.current?.open === false) ref.current.showModal()
  }, [ref])
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby={heading} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <IconButton aria-label={close} onClick={() => ref.current?.close()}>
          <Icon name="x" />
        </IconButton>
      </div>
      {children}
      {use(AboveDialogs)}
    </dialog>
  )
}
