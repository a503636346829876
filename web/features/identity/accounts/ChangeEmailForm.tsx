import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Me } from '../../../../contract/users.ts'
import { call } from '../../../api.ts'
import { EmailField, FailureNote, PasswordField, SubmitButton } from '../sessions/AuthParts.tsx'
import { useAuthForm } from '../sessions/useAuthForm.ts'
import { Note } from '../../../ui/Note.tsx'
import authPartsStyles from '../sessions/AuthParts.module.css'

/** Asks for another address of one's own, with the password, in one step. Needs the words of forms around it. */
export function ChangeEmailForm({ user }: { user: Pick<Me, 'id' | 'email'> }) {
  const t = useTranslations('address')
  const account = useTranslations('account')
  const [asked, setAsked] = useState<string | null>(null)
  const form = useAuthForm({
    call: 'emails.change',
    send: async ({ email = '', password = '' }) => {
      // The call asks for a password of the last five minutes: it is given here, so that nobody has to come back for it.
      const { error } = await call('sessions.confirm', { password })
      return error ? { data: null, error } : await call('emails.change', { id: user.id, email })
    },
    onDone: ({ pending_email }) => setAsked(pending_email ?? user.email),
    fieldByCode: { 'sessions.wrong_password': 'password' },
  })
  if (asked !== null) {
    return (
      <output>
        <Note icon="check" title={account('mailbox')}>
          {t('asked', { email: asked })}
        </Note>
      </output>
    )
  }
  return (
    <form className={authPartsStyles.fields} method="post" noValidate onSubmit={form.submit}>
      <p className="secondary">{t('change_lead', { email: user.email })}</p>
      <FailureNote form={form} />
      <EmailField form={form} autoComplete="email" label={t('new')} />
      <PasswordField form={form} name="password" label={account('password')} isNew={false} />
      <SubmitButton form={form}>{t('change_title')}</SubmitButton>
    </form>
  )
}
