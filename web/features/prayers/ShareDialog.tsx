import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../contract/prayers.ts'
import '../../styles/forms.css'
import { useSite } from '../../site.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Passes on a link, and nothing but the link: the words stay here, with whoever may read them. */
export default function ShareDialog({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('share')
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const { public_origin } = useSite()
  const id = useId()
  const [failed, setFailed] = useState(false)
  const { visibility, is_guarded } = prayer
  const url = `${public_origin || location.origin}/prayers/${prayer.id}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      close()
      toast(t('copied'))
    } catch {
      // No permission, or no secure connection: the link can still be marked and copied by hand.
      setFailed(true)
      document.getElementById(id)?.focus()
    }
  }

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
          <input
            id={id}
            className="input"
            dir="ltr"
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
            aria-describedby={failed ? `${id}e` : undefined}
          />
          {failed && (
            <p className="hint" id={`${id}e`} role="alert">
              {t('by_hand')}
            </p>
          )}
        </div>
        <div className="row btn-row-mobile">
          <button type="button" className="btn btn--primary" onClick={() => void copy()}>
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
