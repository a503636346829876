import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { CopyableField, useCopying } from '../../../layout/Copyable.tsx'
import { useSite } from '../../../site.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import fieldStyles from '../../../ui/Field.module.css'

/** Shares only the link of a request, not its text: the text stays on the site, visible to those who may read it. */
export default function ShareDialog({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('share')
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const { public_origin } = useSite()
  const { visibility, is_guarded } = prayer
  const url = `${public_origin || location.origin}/prayers/${prayer.id}`

  const { id, failed, copy } = useCopying(url, t('copied'))

  return (
    <Dialog ref={dialog} title={t('title')} onClose={onClose}>
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
        <div className={fieldStyles.field}>
          <label htmlFor={id}>{t('link')}</label>
          <CopyableField id={id} text={url} by_hand={failed ? t('by_hand') : undefined} />
        </div>
        <ButtonRow>
          <Button variant="primary" onClick={() => void copy().then((done) => done && close())}>
            {t('copy')}
          </Button>
          {'share' in navigator && (
            <Button
              onClick={() => {
                // Dismissing the system's share sheet is not an error.
                navigator.share({ url }).then(close, () => {})
              }}
            >
              {t('other')}
            </Button>
          )}
        </ButtonRow>
      </div>
    </Dialog>
  )
}
