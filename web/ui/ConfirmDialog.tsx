import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonRow } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Note } from './Note.tsx'

interface Props {
  title: string
  text: string
  /** Label of the confirming button. */
  confirm: string
  /** Weight of that button: it is dangerous unless said otherwise. */
  variant?: 'danger' | 'primary'
  /** Label of the one that changes nothing, and of the one in the corner, where they are not Cancel and Close. */
  cancel?: string | undefined
  close?: string | undefined
  /** Why the last attempt failed; null when none did. */
  failure: { title: string; text: string } | null
  isBusy: boolean
  /** Resolves to true when it is done; the dialog then closes. */
  onConfirm: () => Promise<boolean>
  onClose: () => void
  /** Fields between the text and the buttons. */
  children?: ReactNode
}

/** Asks for confirmation before an action that cannot be taken back easily. Needs the messages of forms. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  variant = 'danger',
  cancel,
  close,
  failure,
  isBusy,
  onConfirm,
  onClose,
  children,
}: Props) {
  const t = useTranslations('field')
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog ref={dialog} title={title} close={close} onClose={onClose}>
      <div className="stack">
        <p className="secondary">{text}</p>
        {failure !== null && (
          <Note kind="error" icon="error" title={failure.title}>
            {failure.text}
          </Note>
        )}
        {children}
        <ButtonRow>
          <Button
            variant={variant}
            aria-disabled={isBusy || undefined}
            onClick={() => void onConfirm().then((done) => done && dialog.current?.close())}
          >
            {confirm}
          </Button>
          <Button onClick={() => dialog.current?.close()}>{cancel ?? t('cancel')}</Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}
