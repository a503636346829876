import { useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { useSite } from '../site.tsx'
import { useReturnWhenSignedIn } from '../features/identity/sessions/useReturnWhenSignedIn.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/Toast.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import {
  AppCodeField,
  AuthCard,
  AuthFields,
  EmailField,
  FormFailure,
  SubmitButton,
} from '../features/identity/sessions/AuthParts.tsx'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import type { KeptSession } from '../features/identity/sessions/CancelDeletion.tsx'
import { dropSentCode, keepSentCode, readSentCode, type SentCode } from '../features/identity/sessions/sentCode.ts'
import { forgetAddress } from '../features/identity/sessions/typedAddress.ts'
import { useSignIn } from '../features/identity/sessions/useSignIn.tsx'
import { useAuthForm } from '../features/identity/sessions/useAuthForm.ts'

const askForCode = (email: string) => call('sessions.send_code', { email }, { ignoreUnauthorized: true })

/** The way back to the password, keeping where the reader wanted to go. */
function WithPassword() {
  const t = useTranslations('account')
  const [search] = useSearchParams()
  return (
    <p className="secondary">
      <Link to={{ pathname: '/signin', search: search.toString() }}>{t('with_password')}</Link>
    </p>
  )
}

function AskCode({ onSent }: { onSent: (sent: SentCode) => void }) {
  const t = useTranslations('account')
  const password = useTranslations('password')
  const { sends_mail } = useSite()
  const form = useAuthForm({
    call: 'sessions.send_code',
    send: ({ email = '' }) => askForCode(email),
    onDone: ({ ticket }, { email = '' }) => onSent({ email: email.trim(), ticket }),
  })
  return (
    <AuthCard title={t('sign_in')} lead={sends_mail ? t('code_lead') : undefined}>
      {/* Nothing leads here then but an old bookmark. */}
      {!sends_mail && <Note icon="info" title={password('no_mail')} />}
      <AuthFields form={form}>
        <FormFailure form={form} />
        <EmailField form={form} autoComplete="username" />
        <SubmitButton form={form}>{t('send_code')}</SubmitButton>
        <WithPassword />
      </AuthFields>
    </AuthCard>
  )
}

function TypeCode({ email, ticket: first }: SentCode) {
  const t = useTranslations('account')
  const { startSession } = useAuth()
  const [ticket, setTicket] = useState(first)
  const [mailCode, setMailCode] = useState('')
  const begin = async ({ was_ended, ...session }: KeptSession) => {
    forgetAddress()
    dropSentCode()
    if (was_ended) toast(t('access_ended'))
    await startSession(session)
  }
  const { asksCode, attempt, question } = useSignIn((session) => void begin(session))
  const form = useAuthForm({
    call: 'sessions.sign_in_with_code',
    send: ({ mail_code = '', code = '' }) => {
      setMailCode(mail_code)
      return attempt(code, (answers) =>
        call('sessions.sign_in_with_code', { email, ticket, mail_code, ...answers }, { ignoreUnauthorized: true }),
      )
    },
    onDone: begin,
    ignoredCodes: ['sessions.deleting', ...(asksCode ? [] : ['sessions.second_factor_needed'])],
    fieldByCode: { 'sessions.wrong_mail_code': 'mail_code', 'second_factors.wrong_code': 'code' },
  })
  const again = useAuthForm({
    call: 'sessions.send_code',
    send: () => askForCode(email),
    onDone: (answer) => {
      setTicket(answer.ticket)
      keepSentCode({ email, ticket: answer.ticket })
      toast(t('code_sent', { email }))
    },
  })
  if (question) return question
  return (
    <AuthCard title={t('mailbox')} lead={t('code_sent', { email })}>
      <AuthFields form={form}>
        {form.failure === null ? <FormFailure form={again} /> : <FormFailure form={form} />}
        <Field
          // The form that was sent is gone, and this is what comes next.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          label={t('mail_code')}
          name="mail_code"
          defaultValue={mailCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={20}
          hint={t('mail_code_hint')}
          error={form.problems['mail_code']}
        />
        {asksCode && <AppCodeField form={form} label={t('second_code')} />}
        <SubmitButton form={form}>{t('sign_in')}</SubmitButton>
      </AuthFields>
      <form method="post" onSubmit={again.submit}>
        <Button type="submit" aria-disabled={again.sending || undefined}>
          {t('send_code_again')}
        </Button>
      </form>
      <WithPassword />
    </AuthCard>
  )
}

/** Signs in with six digits from an email, in place of a password. */
function CodeSignIn() {
  useReturnWhenSignedIn()
  const isHydrated = useIsHydrated()
  const [asked, setAsked] = useState<SentCode | null>(null)
  // The server knows of none: neither does the first render in the browser.
  const kept = useMemo(() => (isHydrated ? readSentCode() : null), [isHydrated])
  const sent = asked ?? kept
  useEffect(
    () => () => {
      if (location.pathname !== '/signin/code') dropSentCode()
    },
    [],
  )
  if (sent !== null) return <TypeCode {...sent} />
  return (
    <AskCode
      onSent={(answer) => {
        keepSentCode(answer)
        setAsked(answer)
      }}
    />
  )
}

export default function SignInCodeRoute() {
  return (
    <FormMessages>
      <meta name="robots" content="noindex" />
      <CodeSignIn />
    </FormMessages>
  )
}
