import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { call, type Result } from '../../../api.ts'
import { toast } from '../../../ui/Toast.tsx'
import { AuthFields, FormFailure, HiddenName, PasswordField, SubmitButton } from '../sessions/AuthParts.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { useAuthForm } from '../sessions/useAuthForm.ts'

/** Changes the reader's own password. Needs the form messages around it, and a session. */
export default function ChangePasswordForm() {
  const t = useTranslations('password')
  const { user } = useAuth()
  const element = useRef<HTMLFormElement>(null)
  /** The new password of a press whose answer was lost: the change may have been made, and the old one be wrong since. */
  const unanswered = useRef<string>(undefined)
  const form = useAuthForm({
    call: 'passwords.change',
    send: async ({ currentPassword = '', newPassword = '' }): Promise<Result<object>> => {
      const answer = await call('passwords.change', { currentPassword, newPassword })
      const { error } = answer
      if (error?.code === 'sessions.wrong_password' && newPassword === unanswered.current) {
        const confirmed = await call('sessions.confirm', { password: newPassword })
        return confirmed.error ? answer : { data: {}, error: null }
      }
      unanswered.current = error && (error.status === 0 || error.status >= 500) ? newPassword : undefined
      return answer
    },
    onDone: () => {
      unanswered.current = undefined
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
