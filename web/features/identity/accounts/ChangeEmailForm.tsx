import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Me } from '../../../../contract/users.ts'
import { call } from '../../../api.ts'
import { AuthFields, EmailField, FormFailure, PasswordField, SubmitButton } from '../sessions/AuthParts.tsx'
import { signUpModeQuery } from '../sessions/queries.ts'
import { useAuthForm } from '../sessions/useAuthForm.ts'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'

/**
 * Requests a change of the reader's own address, with the password, in one step; where the site sends no mail it says so instead. Needs
 * the form messages around it.
 */
export function ChangeEmailForm({ user }: { user: Pick<Me, 'id' | 'email'> }) {
  const t = useTranslations('address')
  const account = useTranslations('account')
  const reset = useTranslations('password')
  const { data } = useQuery(signUpModeQuery)
  const [asked, setAsked] = useState<string | null>(null)
  const form = useAuthForm({
    call: 'emails.change',
    send: async ({ email = '', password = '' }) => {
      // The endpoint requires a password confirmed in the last five minutes, so the form confirms it first and nobody
      // has to come back.
      const { error } = await call('sessions.confirm', { password })
      return error ? { data: null, error } : await call('emails.change', { id: user.id, email })
    },
    onDone: ({ email, pending_email }) => {
      if (pending_email === null) toast(t('same', { email }))
      else setAsked(pending_email)
    },
    fieldByCode: { 'sessions.wrong_password': 'password', 'sessions.email_out_of_reach': 'email' },
  })
  if (data?.sends_mail === false)
    return (
      <Note icon="info" title={reset('no_mail')}>
        {t('no_mail_text')}
      </Note>
    )
  if (asked !== null) {
    return (
      <output>
        <Note icon="check" title={t('asked', { email: asked })} />
      </output>
    )
  }
  return (
    <AuthFields form={form}>
      <p className="secondary">{t('change_lead', { email: user.email })}</p>
      <FormFailure form={form} />
      <EmailField form={form} autoComplete="email" label={t('new')} />
      <PasswordField form={form} name="password" label={account('password')} isNew={false} />
      <SubmitButton form={form}>{t('change_title')}</SubmitButton>
    </AuthFields>
  )
}
