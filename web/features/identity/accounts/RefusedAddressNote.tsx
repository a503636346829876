import { useTranslations } from 'use-intl'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from '../sessions/auth.tsx'

/** Tells a reader whose address is not confirmed that nothing gets through to it. Needs the profile messages around it. */
export function RefusedAddressNote() {
  const t = useTranslations('notice_emails')
  const { user } = useAuth()
  return (
    <Note kind="warning" icon="alert" title={t('paused')}>
      {t('refused_text', { email: user?.email ?? '' })}
    </Note>
  )
}
