import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import {
  AuthCard,
  AuthFields,
  EmailField,
  FormFailure,
  HiddenName,
  PasswordField,
  SubmitButton,
} from '../features/identity/sessions/AuthParts.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { Note } from '../ui/Note.tsx'
import { signUpModeQuery } from '../features/identity/sessions/queries.ts'
import { useAuthForm } from '../features/identity/sessions/useAuthForm.ts'
import { readLink, useFragment } from '../features/identity/sessions/useFragment.ts'
import { useSite } from '../site.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'

/** Requests a reset link. The confirmation is the same for every address. Where no mail is sent, says whom to ask. */
function RequestReset() {
  const t = useTranslations('password')
  const account = useTranslations('account')
  const { data } = useQuery(signUpModeQuery)
  // Comes with the page, so that no form is taken away again; what the site says now counts.
  const { sends_mail } = useSite()
  const [asked, setAsked] = useState<string | null>(null)
  const form = useAuthForm({
    call: 'passwords.forgot',
    send: ({ email = '' }) => call('passwords.forgot', { email }, { ignoreUnauthorized: true }),
    onDone: (_, { email = '' }) => setAsked(email.trim()),
  })
  const toSignIn = (
    <p className="secondary">
      <Link to="/signin">{account('sign_in')}</Link>
    </p>
  )
  if (!(data?.sends_mail ?? sends_mail)) {
    return (
      <AuthCard title={account('forgot')}>
        <Note icon="info" title={t('no_mail')}>
          {t('no_mail_text')}
        </Note>
        {toSignIn}
      </AuthCard>
    )
  }
  if (asked !== null) {
    return (
      <ResultCard title={account('mailbox')} lead={t('asked', { email: asked })}>
        <Button onClick={() => setAsked(null)}>{t('other_address')}</Button>
      </ResultCard>
    )
  }
  return (
    <AuthCard title={account('forgot')} lead={t('ask_lead')}>
      <AuthFields form={form}>
        <FormFailure form={form} />
        <EmailField form={form} autoComplete="username" />
        <SubmitButton form={form}>{t('ask_button')}</SubmitButton>
        {toSignIn}
      </AuthFields>
    </AuthCard>
  )
}

function ChoosePassword({ fragment, onDone }: { fragment: string; onDone: () => void }) {
  const t = useTranslations('password')
  const { token, email } = readLink(fragment)
  const form = useAuthForm({
    call: 'passwords.reset',
    send: ({ newPassword = '' }) => call('passwords.reset', { token, newPassword }, { ignoreUnauthorized: true }),
    onDone,
    fieldByCode: { 'sessions.common_password': 'newPassword' },
  })
  return (
    <AuthCard title={t('set_title')} lead={t('set_lead')}>
      <AuthFields form={form}>
        <FormFailure form={form}>
          {form.code === 'passwords.link_expired' && <Link to="/reset-password">{t('ask_again')}</Link>}
        </FormFailure>
        {email !== null && (
          <p className="strong">
            <bdi>{email}</bdi>
          </p>
        )}
        {email !== null && <HiddenName email={email} />}
        <PasswordField form={form} name="newPassword" label={t('new')} isNew />
        <SubmitButton form={form}>{t('set_button')}</SubmitButton>
      </AuthFields>
    </AuthCard>
  )
}

function ResetPassword() {
  const t = useTranslations('password')
  const account = useTranslations('account')
  const fragment = useFragment() ?? ''
  const navigate = useNavigate()
  /** The link that is used up. Another one may be opened in its place. */
  const [used, setUsed] = useState<string | null>(null)
  if (used !== null && (fragment === '' || fragment === used)) {
    return (
      <ResultCard title={t('done')} lead={t('done_text')}>
        <ButtonLink variant="primary" size="large" block to="/signin">
          {account('sign_in')}
        </ButtonLink>
      </ResultCard>
    )
  }
  if (fragment === '') return <RequestReset />
  return (
    <ChoosePassword
      key={fragment}
      fragment={fragment}
      onDone={() => {
        setUsed(fragment)
        // The link is used up: removes the token from the address bar and the history.
        void navigate('/reset-password', { replace: true, preventScrollReset: true })
      }}
    />
  )
}

export default function ResetPasswordRoute() {
  return (
    <FormMessages>
      <meta name="robots" content="noindex" />
      <ResetPassword />
    </FormMessages>
  )
}
