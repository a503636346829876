import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Language } from '../../contract/fields.ts'
import type { Failure } from '../api.ts'
import { loadMessages } from '../messages.ts'

/** Returns the message for a failure: the text of its code in the reader's language, else the server's own. */
export async function getErrorMessage({ code, detail }: Failure, language: Language): Promise<string> {
  // What goes wrong here is told by sentences that each page has, named as its code.
  const isOurs = code.startsWith('client.')
  let found: unknown = await loadMessages(language, isOurs ? 'app' : 'errors').catch(() => ({}))
  for (const part of code.replace('client.', 'failure.').split('.')) {
    found = (found as Record<string, unknown> | undefined)?.[part]
  }
  return typeof found === 'string' ? found : detail
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
