import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { Note } from '../ui/Note.tsx'
import {
  AuthCard,
  AuthFields,
  FormFailure,
  HiddenName,
  PasswordField,
  SubmitButton,
} from '../features/identity/sessions/AuthParts.tsx'
import { canKeepSession } from '../features/identity/sessions/canKeepSession.ts'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { keepFirstVisit, readFirstVisit } from '../features/identity/sessions/firstVisit.ts'
import { useAuthForm } from '../features/identity/sessions/useAuthForm.ts'
import { readLink, useFragment, useLink } from '../features/identity/sessions/useFragment.ts'
import { ResendButton } from '../features/identity/accounts/ResendButton.tsx'
import { ButtonLink } from '../ui/Button.tsx'

/** `address`: whose it is goes without saying where it is not given. */
function Verified({ pending, address = null }: { pending: boolean; address?: string | null }) {
  const t = useTranslations('address')
  const account = useTranslations('account')
  const { user } = useAuth()
  const start = user && readFirstVisit(user) ? '/welcome' : '/'
  return (
    <ResultCard
      title={t('verified')}
      lead={
        address === null ? t(pending ? 'verified_pending' : 'verified_text') : t('verified_address', { email: address })
      }
    >
      {!pending && (
        <ButtonLink variant="primary" size="large" block to={user ? start : '/signin'}>
          {user ? t('to_prayers') : account('sign_in')}
        </ButtonLink>
      )}
    </ResultCard>
  )
}

/**
 * Only a press of the button uses the link up, not opening the page: mail scanners open every link, and some run its
 * scripts. Where the link completes a sign-up, it asks for the password of that sign-up, and signs in with it.
 */
function VerifyEmail({ link }: { link: string }) {
  const t = useTranslations('address')
  const account = useTranslations('account')
  const reset = useTranslations('password')
  const { token, email } = readLink(link)
  const isIncomplete = useFragment() === ''
  const { user, status, startSession, updateUser } = useAuth()
  const [verified, setVerified] = useState<{ pending: boolean; address: string | null } | null>(null)
  const [asksPassword, setAsksPassword] = useState(false)
  const form = useAuthForm({
    call: 'emails.verify',
    send: async (values) => {
      const password = values['password']
      const answer = await call(
        'emails.verify',
        { token, ...(password !== undefined && { password }) },
        { ignoreUnauthorized: true },
      )
      if (answer.error?.code === 'emails.password_needed') setAsksPassword(true)
      if (answer.error?.code === 'emails.link_expired' && status === 'signed_in') {
        // Perhaps used by a press whose answer was lost: the page knows its reader from before that.
        const { data } = await call('sessions.current', {}, { ignoreUnauthorized: true })
        if (data) updateUser(data.user)
      }
      return answer
    },
    onDone: async ({ pending, is_change }, { password }) => {
      const options = { ignoreUnauthorized: true }
      let session
      if (status === 'signed_in') session = await call('sessions.current', {}, options)
      else if (pending === null && password !== undefined && email !== null && canKeepSession())
        session = await call('sessions.sign_in', { email, password }, options)
      if (session?.data) {
        const { id, display_name } = session.data.user
        // The sign-up ends here, perhaps on another device than it began.
        if (password !== undefined && readFirstVisit(session.data.user) === null)
          keepFirstVisit({ to: '/', user_id: id, display_name })
        await startSession(session.data)
      }
      const isOfAnother = status === 'signed_in' && session?.data?.user.email !== email
      setVerified({ pending: pending !== null, address: pending === null && (is_change || isOfAnother) ? email : null })
    },
    fieldByCode: { 'emails.other_sign_up': 'password' },
    ignoredCodes: asksPassword ? [] : ['emails.password_needed'],
  })
  if (verified) return <Verified {...verified} />
  // Pressed before, perhaps on another device, or its answer was lost.
  const isConfirmed = user?.email_verified === true && user.email === email
  if (form.code === 'emails.link_expired' && isConfirmed) return <Verified pending={false} />
  const canResend = user?.email_verified === false
  return (
    <AuthCard
      title={t('verify_title')}
      lead={isIncomplete ? undefined : t(asksPassword ? 'verify_password' : 'verify_lead')}
    >
      {isIncomplete ? (
        <Note kind="error" icon="error" title={t('incomplete')} />
      ) : (
        <AuthFields form={form}>
          <FormFailure form={form}>
            {/* Signing in may be refused until the address is confirmed, which a link to a new password does too. */}
            {status === 'signed_out' && form.code === 'emails.link_expired' && (
              <Link to="/reset-password">{reset('ask_again')}</Link>
            )}
          </FormFailure>
          {asksPassword && (
            <>
              {email !== null && <HiddenName email={email} />}
              <PasswordField form={form} name="password" label={account('password')} isNew={false} />
            </>
          )}
          <SubmitButton form={form}>{t('verify_button')}</SubmitButton>
        </AuthFields>
      )}
      {status === 'signed_out' && form.failure !== null && (
        <p className="secondary">
          <Link to="/signin">{account('sign_in')}</Link>
        </p>
      )}
      {canResend && (isIncomplete || form.failure !== null) && <ResendButton email={user.email} />}
    </AuthCard>
  )
}

export default function VerifyEmailRoute() {
  const link = useLink()
  return (
    <FormMessages>
      <meta name="robots" content="noindex" />
      <VerifyEmail key={link} link={link} />
    </FormMessages>
  )
}
