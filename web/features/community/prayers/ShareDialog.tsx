import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import '../../../styles/forms.css'
import { CopyableField, useCopying } from '../../../layout/Copyable.tsx'
import { useSite } from '../../../site.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'

/** Passes on a link, and nothing but the link: the words stay here, with whoever may read them. */
export default function ShareDialog({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('share')
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const { public_origin } = useSite()
  const { visibility, is_guarded } = prayer
  const url = `${public_origin || location.origin}/prayers/${prayer.id}`

  const { id, failed, copy } = useCopying(url, t('copied'))

  return (
    <Dialog ref={dialog} title={t('title')} close={t('close')} onClose={onClose}>
      <div className="stack">
        {visibility !== 'public' && (
          <Note icon="lock" title={t(`only_${visibility}`)}>
            {t('only_text')}
          </Note>
        )}
        {is_guarded && (
          <Note kind="warning" icon="alert" title={t('guarded')}>
            {t('guarded_text')}
          </Note>
        )}
        <div className="field">
          <label htmlFor={id}>{t('link')}</label>
          <CopyableField id={id} text={url} by_hand={failed ? t('by_hand') : undefined} />
        </div>
        <div className="row btn-row-mobile">
          <button
            type="button"
            className="btn btn--primary"
            onClick={() => void copy().then((done) => done && close())}
          >
            {t('copy')}
          </button>
          {'share' in navigator && (
            <button
              type="button"
              className="btn btn--secondary"
              onClick={() => {
                // Closing the system's own sheet is no error.
                navigator.share({ url }).then(close, () => {})
              }}
            >
              {t('other')}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
