import { useLocale, useTranslations } from 'use-intl'
import type { Failure } from '../../api.ts'
import { sentenceOf } from '../../messages.ts'

/** What a failed call is called when the server gave no sentence of its own: it answered in HTML, or not at all. */
const names = {
  'sessions.sign_in': 'authentication',
  'sessions.sign_up': 'registration',
  'sessions.set_up': 'registration',
  'passwords.forgot': 'reset_email',
  'passwords.reset': 'reset_password',
  'passwords.change': 'change_password',
  'emails.verify': 'verify_email',
  'emails.resend': 'resend',
  'emails.change': 'change_email',
} as const

export type AuthCall = keyof typeof names

export interface Told {
  title: string
  /** What to do about it, where that is not said yet. */
  text?: string
}

/** The words for a failed call about one's account. */
export function useAuthFailure(): (call: AuthCall, failure: Failure) => Promise<Told> {
  const t = useTranslations('auth_failure')
  const locale = useLocale()
  return async (call, failure) => {
    const offline = failure.code === 'client.offline'
    if (!offline && failure.code !== 'client.unknown') return { title: await sentenceOf(failure, locale) }
    return { title: t(names[call]), text: offline ? await sentenceOf(failure, locale) : t('again') }
  }
}
