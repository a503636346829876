import { useState } from 'react'
import { call, type Failure } from '../../api.ts'
import { useSite } from '../../site.tsx'
import { useAuth } from '../sessions/auth.tsx'

export type Kind = 'translation' | 'speech'

const keyOf = (kind: Kind): string => `${kind}_consent`

/** What this browser was told, or nothing when storage is closed to the page. */
export function readAgreed(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
export function keepAgreed(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Closed storage: the question comes again.
  }
}

/**
 * What a service may be sent, the reader agrees to once. Of members the server keeps it, and says by its refusal that it does
 * not know; visitors, and pages that ask a service themselves, keep it in the browser.
 */
export function useConsent(kind: Kind) {
  const { services } = useSite()
  const { user, status } = useAuth()
  const [agreed, setAgreed] = useState(() => readAgreed(keyOf(kind)))
  const known = services[kind]
  const service = known?.service ?? ''
  // While the token is being checked the reader counts as a member, whose agreement the server may know.
  const isVisitor = status === 'signed_out'
  const isOwn = known?.direct !== undefined || isVisitor
  return {
    service,
    direct: known?.direct,
    /** Sent with the call of a visitor. */
    said: isVisitor && agreed === service ? service : undefined,
    /** Whether there is no need to wait for a refusal to ask. */
    asksFirst: isOwn && agreed !== service,
    agree: async (): Promise<Failure | null> => {
      if (!isOwn) {
        if (!user) return null
        const { error } = await call('preferences.write', { id: user.id, [keyOf(kind)]: service })
        return error
      }
      keepAgreed(keyOf(kind), service)
      setAgreed(service)
      return null
    },
  }
}
