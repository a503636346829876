import { useState, useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** Removes the signs of a sentence after a secret or a code, which chats and mail programs take for a part of the link. */
export const withoutEndSigns = (text: string): string => /^.*[\p{L}\p{N}_=-]/su.exec(text)?.[0] ?? ''

/** The browser writes a space or a long dash of a code as %20 or %E2%80%94. */
function readFragment(): string {
  const fragment = location.hash.slice(1)
  try {
    return withoutEndSigns(decodeURIComponent(fragment))
  } catch {
    return fragment
  }
}

/**
 * Returns the part of the address after #, where links carry their secrets: no server and no log ever sees it. Null on
 * the server.
 */
export const useFragment = (): string | null => useSyncExternalStore(subscribe, readFragment, () => null)

/**
 * Returns the fragment for what acts, not for what is shown: it is there in the first render in the browser, which a press may bring
 * about and be answered in. As a key it begins anew with another link. Empty on the server.
 */
export function useLink(): string {
  const [first] = useState(() => (typeof location === 'undefined' ? '' : readFragment()))
  return useFragment() ?? first
}

/** Parses the fragment `secret.address` of a link. The address may be missing: it only saves the person typing it. */
export function readLink(fragment: string): { token: string; email: string | null } {
  const [token = '', address = ''] = fragment.split('.')
  try {
    const bytes = Uint8Array.from(atob(address.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
    return { token, email: new TextDecoder().decode(bytes) || null }
  } catch {
    return { token, email: null }
  }
}
