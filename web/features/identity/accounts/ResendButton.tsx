import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { signUpModeQuery } from '../sessions/queries.ts'
import { useAuthFailureText, type FailureText } from '../sessions/failures.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'

/** Sends the link that confirms the address again. Renders nothing where the site sends no mail. */
export function ResendButton({ email }: { email: string }) {
  const t = useTranslations('address')
  const { updateUser } = useAuth()
  const describeFailure = useAuthFailureText()
  const { data } = useQuery(signUpModeQuery)
  const busy = useRef(false)
  const [outcome, setOutcome] = useState<'sent' | FailureText | null>(null)
  const send = async (): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setOutcome(null)
    const { error } = await call('emails.resend', {})
    // Confirmed meanwhile, perhaps on the phone that has the email: then nothing is sent.
    const session = error ? null : await call('sessions.current', {})
    if (session?.data?.user.email_verified === true) {
      toast(t('verified'))
      updateUser(session.data.user)
    } else {
      setOutcome(error ? await describeFailure('emails.resend', error) : 'sent')
    }
    busy.current = false
  }
  if (data?.sends_mail === false) return null
  return (
    <div className="stack">
      {outcome !== null && outcome !== 'sent' && (
        <Note kind="error" icon="error" title={outcome.title}>
          {outcome.text}
        </Note>
      )}
      <output>{outcome === 'sent' && <Note icon="check" title={t('resent', { email })} />}</output>
      {outcome !== 'sent' && <Button onClick={() => void send()}>{t('resend')}</Button>}
    </div>
  )
}
