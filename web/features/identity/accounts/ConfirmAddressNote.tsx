import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Me } from '../../../../contract/users.ts'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { signUpModeQuery } from '../sessions/queries.ts'
import { preferencesQuery } from './queries.ts'
import { RefusedAddressNote } from './RefusedAddressNote.tsx'
import { ResendButton } from './ResendButton.tsx'

function Unconfirmed({ user }: { user: Pick<Me, 'id' | 'email'> }) {
  const t = useTranslations('address')
  const { data } = useQuery(preferencesQuery(user.id))
  return (
    <div className="stack">
      {data?.mail_state === 'refused' ? (
        <RefusedAddressNote />
      ) : (
        <Note kind="warning" icon="alert" title={t('note')}>
          {t('note_text', { email: user.email })}
        </Note>
      )}
      <ResendButton email={user.email} />
    </div>
  )
}

/** Reminds a reader whose address is not confirmed, if the site can send mail. Needs the form and profile messages around it. */
export function ConfirmAddressNote() {
  const { user } = useAuth()
  const { data } = useQuery(signUpModeQuery)
  if (!user || user.email_verified || data?.sends_mail !== true) return null
  return <Unconfirmed user={user} />
}
