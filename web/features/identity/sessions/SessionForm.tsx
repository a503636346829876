import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import type { Result } from '../../../api.ts'
import {
  AppCodeField,
  AuthCard,
  AuthFields,
  EmailField,
  FormFailure,
  PasswordField,
  SubmitButton,
} from './AuthParts.tsx'
import { useAuth } from './auth.tsx'
import { forgetAddress } from './typedAddress.ts'
import { useAuthForm, type AuthForm, type Values } from './useAuthForm.ts'

/** The words that were typed, by the names of the fields that the form shows. */
export interface Credentials extends Values {
  email: string
  password: string
}

type Session = Output<'sessions.sign_in'>
type Pending = Exclude<Output<'sessions.sign_up'>, Session>['pending']

interface Props {
  kind: 'sign_in' | 'sign_up' | 'set_up'
  send: (credentials: Credentials) => Promise<Result<Session | { pending: Pending }>>
  /** Called after the session was started. */
  onDone?: () => void
  /** Called when the account is created but cannot sign in yet. */
  onPending?: (pending: Pending, email: string) => void
  lead?: string
  /** Shown above the fields. */
  notice?: ReactNode
  /** The address that an invitation is for. */
  address?: string | undefined
  /** False until `address` is known. */
  isReady?: boolean
  /** The other fields of the form. */
  renderFields?: (form: AuthForm) => ReactNode
  /** True if the form also asks for the code of an authenticator app. */
  asksCode?: boolean
  /** Shown beside the label of the password. */
  aside?: ReactNode
  children?: ReactNode
}

/** Form for signing in, signing up and setting up. */
export function SessionForm({
  kind,
  send,
  onDone,
  onPending,
  lead,
  notice,
  address,
  isReady = true,
  renderFields,
  asksCode = false,
  aside,
  children,
}: Props) {
  const t = useTranslations('account')
  const { startSession } = useAuth()
  const isNew = kind !== 'sign_in'
  const form = useAuthForm({
    call: `sessions.${kind}`,
    send: (values) => send(values as Credentials),
    onDone: async (answer, { email = '' }) => {
      forgetAddress()
      if ('pending' in answer) return onPending?.(answer.pending, email.trim())
      await startSession(answer)
      onDone?.()
    },
    isReady,
    ignoredCodes: asksCode ? [] : ['sessions.second_factor_needed'],
    fieldByCode: {
      'sessions.wrong_credentials': 'password',
      'sessions.common_password': 'password',
      'sessions.email_taken': 'email',
      'sessions.email_out_of_reach': 'email',
      'invitations.other_address': 'email',
      'second_factors.wrong_code': 'code',
    },
    hintByCode: { 'sessions.wrong_credentials': t('failed') },
  })
  return (
    <AuthCard title={t(kind)} lead={lead ?? t(`${kind}_lead`)}>
      <AuthFields form={form}>
        {form.failure === null ? notice : <FormFailure form={form} />}
        <EmailField form={form} autoComplete={isNew ? 'email' : 'username'} address={address} />
        <PasswordField form={form} name="password" label={t('password')} isNew={isNew} aside={aside} />
        {asksCode && <AppCodeField form={form} label={t('code')} />}
        {renderFields?.(form)}
        <SubmitButton form={form}>{t(isNew ? `${kind}_button` : kind)}</SubmitButton>
        {children}
      </AuthFields>
    </AuthCard>
  )
}

/** Replaces a form after it was sent. Its heading takes the focus, because the focused button is removed. */
export function ResultCard({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <AuthCard title={title} lead={lead} heading={heading}>
      {children}
    </AuthCard>
  )
}
