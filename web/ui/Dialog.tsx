import { type MouseEvent, use, useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { AboveDialogs } from './AboveDialogs.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Dialog.module.css'

/** True for an event on the backdrop, which belongs to the dialog itself. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

/**
 * A modal dialog, open while it is mounted. Takes the focus, traps it, and restores it; Escape closes it, and a press
 * outside while nothing was typed into it. `ref` is for closing it from inside.
 */
export function Dialog({
  ref,
  title,
  close,
  isSheet = false,
  onClose,
  children,
}: {
  ref: RefObject<HTMLDialogElement | null>
  title: string
  /** Label of the close button in the corner. */
  close: string
  /** True for one that comes from the bottom of a narrow screen; its close button says its label. */
  isSheet?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const heading = useId()
  useEffect(() => {
    if (ref.current?.open === false) ref.current.showModal()
  }, [ref])
  const pressedOutside = useRef(false)
  const wasTyped = useRef(false)
  const onPress = () => ref.current?.close()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- keys have Escape
    <dialog
      ref={ref}
      className={isSheet ? `${styles.dialog} ${styles.sheet}` : styles.dialog}
      aria-labelledby={heading}
      onClose={onClose}
      onPointerDown={(event) => (pressedOutside.current = isOutside(event))}
      onInput={({ nativeEvent }) => (wasTyped.current ||= nativeEvent instanceof InputEvent)}
      onClick={(event) => {
        // A text that was selected beyond the edge began inside.
        if (pressedOutside.current && isOutside(event) && !wasTyped.current) onPress()
      }}
    >
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {isSheet ? (
          <Button variant="text" onClick={onPress}>
            {close}
          </Button>
        ) : (
          <IconButton aria-label={close} onClick={onPress}>
            <Icon name="x" />
          </IconButton>
        )}
      </div>
      {children}
      {use(AboveDialogs)}
    </dialog>
  )
}
