import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Language } from '../../contract/fields.ts'
import { localeOf } from '../../contract/languages.ts'
import type { Failure } from '../api.ts'
import { loadMessages } from '../messages.ts'

/** Seconds that a person waits without being told how long. */
const MOMENT = 90

/** “in 28 minutes”, as the language says it. */
function sayWait(seconds: number, language: Language): string {
  const minutes = Math.ceil(seconds / 60)
  const format = new Intl.RelativeTimeFormat(localeOf(language))
  return minutes <= 90 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour')
}

/** Returns the message for a failure: the text of its code in the reader's language, else the server's own. */
export async function getErrorMessage(
  { status, code, detail, retry_after = 0 }: Failure,
  language: Language,
): Promise<string> {
  // Faults of the browser are told by sentences that each page has, named as their codes.
  const isOurs = code.startsWith('client.')
  let found: unknown = await loadMessages(language, isOurs ? 'app' : 'errors').catch(() => ({}))
  for (const part of code.replace('client.', 'failure.').split('.')) {
    found = (found as Record<string, unknown> | undefined)?.[part]
  }
  const sentence = typeof found === 'string' ? found : detail
  return status === 429 && retry_after > MOMENT ? `${sentence} (${sayWait(retry_after, language)})` : sentence
}

/** Returns that message, and undefined until it is loaded. */
export function useErrorMessage(failure: Failure | null): string | undefined {
  const locale = useLocale()
  const [message, setMessage] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    if (failure) void getErrorMessage(failure, locale).then((text) => isCurrent && setMessage(text))
    return () => void (isCurrent = false)
  }, [failure, locale])
  return message
}
