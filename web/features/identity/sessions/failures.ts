import { useLocale, useTranslations } from 'use-intl'
import type { Failure } from '../../../api.ts'
import { canKeepSession } from './canKeepSession.ts'
import { getErrorMessage } from '../../../layout/errorMessages.ts'

/** Message keys for a failed call when the server sent no message of its own: it responded with HTML, or not at all. */
const operationNames = {
  'sessions.sign_in': 'authentication',
  'sessions.send_code': 'code_email',
  'sessions.sign_in_with_code': 'authentication',
  'sessions.sign_up': 'registration',
  'sessions.set_up': 'registration',
  'passwords.forgot': 'reset_email',
  'passwords.reset': 'reset_password',
  'passwords.change': 'change_password',
  'emails.verify': 'verify_email',
  'emails.resend': 'resend',
  'emails.change': 'change_email',
} as const

export type AuthCall = keyof typeof operationNames

/** Returns the failure of a call that would sign in where the browser keeps no session; null where it does. */
export const sessionFailure = (): Failure | null =>
  canKeepSession()
    ? null
    : { status: 0, code: 'client.blocked', detail: 'Your browser is blocking cookies for this site.' }

export interface FailureText {
  title: string
  /** Says what to do about the failure, if the title does not. */
  text?: string
}

/** Returns the text for a failed call on the account pages. */
export function useAuthFailureText(): (call: AuthCall, failure: Failure) => Promise<FailureText> {
  const t = useTranslations('auth_failure')
  const locale = useLocale()
  return async (call, failure) => {
    if (failure.code === 'client.blocked') return { title: t('blocked'), text: t('blocked_text') }
    const offline = failure.code === 'client.offline'
    const isUnknown = failure.code === 'client.unknown' || failure.code === 'client.backend'
    if (!offline && !isUnknown) return { title: await getErrorMessage(failure, locale) }
    return { title: t(operationNames[call]), text: offline ? await getErrorMessage(failure, locale) : t('again') }
  }
}
