import { useSyncExternalStore } from 'react'
import { noopSubscribe } from '../../../ui/noopSubscribe.ts'

/**
 * Returns false where the browser, or a page without https, does not support passkeys; true in the first render of a page of
 * the server, which does not know.
 */
export const usePasskeySupport = (): boolean =>
  useSyncExternalStore(
    noopSubscribe,
    () => isSecureContext && 'PublicKeyCredential' in globalThis,
    () => true,
  )
