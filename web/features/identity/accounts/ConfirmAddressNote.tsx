import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { signUpModeQuery } from '../sessions/queries.ts'
import { ResendButton } from './ResendButton.tsx'

/** Reminds a reader whose address is not confirmed, if the site can send mail. Needs the form messages around it. */
export function ConfirmAddressNote() {
  const t = useTranslations('address')
  const { user } = useAuth()
  const { data } = useQuery(signUpModeQuery)
  if (!user || user.email_verified || data?.sends_mail !== true) return null
  return (
    <div className="stack">
      <Note kind="warning" icon="alert" title={t('note')}>
        {t('note_text', { email: user.email })}
      </Note>
      <ResendButton email={user.email} />
    </div>
  )
}
