import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { Note } from '../ui/Note.tsx'
import { AuthCard, FailureNote, SubmitButton } from '../features/identity/sessions/AuthParts.tsx'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { useAuthForm } from '../features/identity/sessions/useAuthForm.ts'
import { useFragment } from '../features/identity/sessions/useFragment.ts'
import { ResendButton } from '../features/identity/accounts/ResendButton.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import authPartsStyles from '../features/identity/sessions/AuthParts.module.css'

function Verified({ pending }: { pending: boolean }) {
  const t = useTranslations('address')
  const account = useTranslations('account')
  const { status } = useAuth()
  const isSignedIn = status === 'signed_in'
  return (
    <ResultCard title={t('verified')} lead={t(pending ? 'verified_pending' : 'verified_text')}>
      {!pending && (
        <ButtonLink variant="primary" size="large" block to={isSignedIn ? '/' : '/signin'}>
          {isSignedIn ? t('to_prayers') : account('sign_in')}
        </ButtonLink>
      )}
    </ResultCard>
  )
}

/**
 * Only a press of the button uses the link up, not opening the page: mail scanners open every link, and some run its
 * scripts.
 */
function VerifyEmail() {
  const t = useTranslations('address')
  const account = useTranslations('account')
  const token = useFragment()
  const { user, status, startSession } = useAuth()
  const [verified, setVerified] = useState<{ pending: boolean } | null>(null)
  const form = useAuthForm({
    call: 'emails.verify',
    send: () => call('emails.verify', { token: token ?? '' }, { ignoreUnauthorized: true }),
    onDone: async ({ pending }) => {
      setVerified({ pending: pending !== null })
      if (status !== 'signed_in') return
      const { data } = await call('sessions.current', {}, { ignoreUnauthorized: true })
      if (data) await startSession(data)
    },
  })
  if (verified) return <Verified {...verified} />
  const canResend = user?.email_verified === false
  return (
    <AuthCard title={t('verify_title')} lead={token === '' ? undefined : t('verify_lead')}>
      {token === '' ? (
        <Note kind="error" icon="error" title={t('incomplete')} />
      ) : (
        <form className={authPartsStyles.fields} method="post" noValidate onSubmit={form.submit}>
          <FailureNote form={form} />
          <SubmitButton form={form}>{t('verify_button')}</SubmitButton>
        </form>
      )}
      {status === 'signed_out' && form.failure !== null && (
        <p className="secondary">
          <Link to="/signin">{account('sign_in')}</Link>
        </p>
      )}
      {canResend && (token === '' || form.failure !== null) && <ResendButton email={user.email} />}
    </AuthCard>
  )
}

export default function VerifyEmailRoute() {
  return (
    <FormMessages>
      <meta name="robots" content="noindex" />
      <VerifyEmail />
    </FormMessages>
  )
}
