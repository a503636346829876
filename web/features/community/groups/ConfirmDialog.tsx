import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'

interface Props {
  title: string
  text: string
  /** Label of the confirming button. */
  label: string
  failure: string | null
  working: boolean
  /** Resolves to true on success; the dialog then closes. */
  onConfirm: () => Promise<boolean>
  onClose: () => void
}

/** Asks for confirmation of an action that affects other members. */
export function ConfirmDialog({ title, text, label, failure, working, onConfirm, onClose }: Props) {
  const t = useTranslations('groups')
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog ref={dialog} title={title} close={t('close')} onClose={onClose}>
      <div className="stack">
        <p className="secondary">{text}</p>
        {failure !== null && (
          <Note kind="error" icon="error" title={t('not_done')}>
            {failure}
          </Note>
        )}
        <ButtonRow>
          <Button
            variant="danger"
            aria-disabled={working || undefined}
            onClick={() => void onConfirm().then((done) => done && dialog.current?.close())}
          >
            {label}
          </Button>
          <Button onClick={() => dialog.current?.close()}>{t('cancel')}</Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}
