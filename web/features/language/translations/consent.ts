import { useState } from 'react'
import { call, type Failure } from '../../../api.ts'
import { useSite } from '../../../site.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'

export type ConsentKind = 'translation' | 'speech'

const storageKey = (kind: ConsentKind): string => `${kind}_consent`

/** What this browser was told, or nothing when storage is closed to the page. */
export function readConsent(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
export function saveConsent(key: string, value: string): void {
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
export function useConsent(kind: ConsentKind) {
  const { services } = useSite()
  const { user, status } = useAuth()
  const [consentedService, setConsentedService] = useState(() => readConsent(storageKey(kind)))
  const config = services[kind]
  const service = config?.service ?? ''
  // While the token is being checked the reader counts as a member, whose agreement the server may know.
  const isVisitor = status === 'signed_out'
  const isOwn = config?.direct !== undefined || isVisitor
  return {
    service,
    direct: config?.direct,
    /** Sent with the call of a visitor. */
    visitorConsent: isVisitor && consentedService === service ? service : undefined,
    /** Whether there is no need to wait for a refusal to ask. */
    asksFirst: isOwn && consentedService !== service,
    agree: async (): Promise<Failure | null> => {
      if (!isOwn) {
        if (!user) return null
        const { error } = await call('preferences.write', { id: user.id, [storageKey(kind)]: service })
        return error
      }
      saveConsent(storageKey(kind), service)
      setConsentedService(service)
      return null
    },
  }
}
