import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { toast } from '../../../ui/Toast.tsx'
import { AuthFields, FormFailure, HiddenName, PasswordField, SubmitButton } from '../sessions/AuthParts.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { useAuthForm } from '../sessions/useAuthForm.ts'

/** Changes the reader's own password. Needs the form messages around it, and a session. */
export default function ChangePasswordForm() {
  const t = useTranslations('password')
  const { user } = useAuth()
  const element = useRef<HTMLFormElement>(null)
  const form = useAuthForm({
    call: 'passwords.change',
    send: ({ currentPassword = '', newPassword = '' }) => call('passwords.change', { currentPassword, newPassword }),
    onDone: () => {
      element.current?.reset()
      toast(t('changed'))
    },
    fieldByCode: { 'sessions.wrong_password': 'currentPassword', 'sessions.common_password': 'newPassword' },
  })
  return (
    <AuthFields form={form} ref={element}>
      <FormFailure form={form} />
      {user && <HiddenName email={user.email} />}
      <PasswordField form={form} name="currentPassword" label={t('current')} isNew={false} />
      <PasswordField form={form} name="newPassword" label={t('new')} isNew />
      <SubmitButton form={form}>{t('change_title')}</SubmitButton>
    </AuthFields>
  )
}
