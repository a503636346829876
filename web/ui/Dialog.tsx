import { use, useEffect, useId, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { AboveDialogs } from './AboveDialogs.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Dialog.module.css'

/**
 * A modal dialog, open while it is mounted. Takes the focus, traps it, and restores it; Escape closes it, and in most
 * browsers a press outside while nothing was typed into it. `ref` is for closing it from inside. Needs the messages of forms.
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
  /** Label of the close button in the corner, where closing is more than that. */
  close?: string | undefined
  /** True for one that comes from the bottom of a narrow screen; its close button says its label. */
  isSheet?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const t = useTranslations('field')
  const heading = useId()
  useEffect(() => {
    if (ref.current?.open === false) ref.current.showModal()
  }, [ref])
  const onPress = () => ref.current?.close()
  const label = close ?? t('close')
  return (
    <dialog
      ref={ref}
      className={isSheet ? `${styles.dialog} ${styles.sheet}` : styles.dialog}
      aria-labelledby={heading}
      onClose={onClose}
      closedby="any"
      // A press beside it loses neither words nor choices.
      onInput={({ currentTarget }) => currentTarget.setAttribute('closedby', 'closerequest')}
    >
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {isSheet ? (
          <Button variant="text" onClick={onPress}>
            {label}
          </Button>
        ) : (
          <IconButton aria-label={label} onClick={onPress}>
            <Icon name="x" />
          </IconButton>
        )}
      </div>
      {children}
      {use(AboveDialogs)}
    </dialog>
  )
}

/** Leaves a dialog or a form, and changes nothing. Needs the messages of forms. */
export function CancelButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  const t = useTranslations('field')
  return <Button {...props}>{t('cancel')}</Button>
}
