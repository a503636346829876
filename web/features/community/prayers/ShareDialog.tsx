import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Copyable } from '../../../layout/Copyable.tsx'
import { useSite } from '../../../site.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'

/** Shares only the link of a request, not its text: the text stays on the site, visible to those who may read it. */
export default function ShareDialog({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('share')
  const dialog = useRef<HTMLDialogElement>(null)
  const { public_origin } = useSite()
  const { visibility, is_guarded } = prayer
  const url = `${public_origin || location.origin}/prayers/${prayer.id}`

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
        <Copyable
          label={t('link')}
          text={url}
          words="share"
          share={t('other')}
          onDone={() => dialog.current?.close()}
        />
      </div>
    </Dialog>
  )
}
