import { useTranslations } from 'use-intl'
import { Note } from '../ui/Note.tsx'

/** Says that what is shown waits for a connection. */
export function OfflineNote() {
  const t = useTranslations('feed')
  return (
    <Note kind="warning" icon="offline" title={t('offline')}>
      {t('offline_text')}
    </Note>
  )
}
