import type * as Library from '@simplewebauthn/browser'
import { noConnection, type Result } from '../../../api.ts'
import { missing } from '../../../layout/lazyPart.tsx'

/** Loads the code that asks the device for a passkey: it may be gone from the server, where a newer version replaced it. */
export async function loadPasskeys(): Promise<Result<typeof Library>> {
  const data = await import('@simplewebauthn/browser').catch(missing)
  if (data) return { data, error: null }
  const detail = 'We’re having trouble loading the application'
  return { data: null, error: navigator.onLine ? { status: 0, code: 'client.load', detail } : noConnection }
}
