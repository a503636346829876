import type { ErrorCode } from '../../contract/errors.ts'
import type { Language } from '../../contract/fields.ts'
import type { Failure } from '../api.ts'
import { getMessages, loadMessages } from '../messages.ts'

/** Returns the message for a failure: the text of its code in the reader's language, else the server's own. */
export async function getErrorMessage({ code, detail }: Failure, language: Language): Promise<string> {
  const ours = { 'client.offline': 'offline', 'client.unreadable': 'backend' }[code as string]
  if (ours !== undefined) {
    const { failure } = (getMessages(language, 'app') ?? {}) as { failure?: Record<string, string> }
    return failure?.[ours] ?? detail
  }
  const errors = await loadMessages(language, 'errors').catch(() => ({}))
  let found: unknown = errors
  for (const part of (code satisfies ErrorCode | `client.${string}`).split('.')) {
    found = (found as Record<string, unknown> | undefined)?.[part]
  }
  return typeof found === 'string' ? found : detail
}
