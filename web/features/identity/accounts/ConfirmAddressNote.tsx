import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { lazyPart, NotLoaded } from '../../../layout/lazyPart.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { signUpModeQuery } from '../sessions/queries.ts'

const UnconfirmedNote = lazyPart(() => import('./UnconfirmedNote.tsx'), NotLoaded)

/**
 * Reminds a reader whose address is not confirmed, if the site can send mail. Where it can't, but wants addresses confirmed, says whom to
 * ask: a link to a new password confirms the address as well. Needs the form and profile messages around it.
 */
export function ConfirmAddressNote() {
  const t = useTranslations('password')
  const { user } = useAuth()
  const { data } = useQuery(signUpModeQuery)
  if (!user || user.email_verified || !data) return null
  if (data.sends_mail) return <UnconfirmedNote user={user} />
  if (!data.require_verified_email) return null
  return (
    <Note kind="warning" icon="alert" title={t('no_mail')}>
      {t('no_mail_text')}
    </Note>
  )
}
