import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'

interface Props {
  title: string
  text: string
  /** The words of the button that does it. */
  label: string
  failure: string | null
  working: boolean
  /** Resolves to whether it was done: then the window closes. */
  onConfirm: () => Promise<boolean>
  onClose: () => void
}

/** Asks once before something that others will feel. */
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
        <div className="row btn-row-mobile">
          <button
            type="button"
            className="btn btn--danger"
            aria-disabled={working || undefined}
            onClick={() => void onConfirm().then((done) => done && dialog.current?.close())}
          >
            {label}
          </button>
          <button type="button" className="btn btn--secondary" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
