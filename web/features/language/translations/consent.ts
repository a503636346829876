import { useState } from 'react'
import { call, type Failure } from '../../../api.ts'
import { useSite } from '../../../site.tsx'
import { readStored, writeStored } from '../../../storage.ts'
import { useAuth } from '../../identity/sessions/auth.tsx'

export type ConsentKind = 'translation' | 'speech'

const storageKey = (kind: ConsentKind): string => `${kind}_consent`

/**
 * Asks the reader once for consent to a service. For members the server stores the consent, and responds with an error
 * when it is missing; visitors, and pages that call a service directly, store it in the browser.
 */
export function useConsent(kind: ConsentKind) {
  const { services } = useSite()
  const { user, status } = useAuth()
  const [consentedService, setConsentedService] = useState(() => readStored(storageKey(kind)))
  const config = services[kind]
  const service = config?.service ?? ''
  // While the token is verified the reader counts as a member, whose consent the server may have.
  const isVisitor = status === 'signed_out'
  const isOwn = config?.direct !== undefined || isVisitor
  return {
    service,
    direct: config?.direct,
    /** Sent with the call of a visitor. */
    visitorConsent: isVisitor && consentedService === service ? service : undefined,
    /** True if the consent is known to be missing, so that the page asks without waiting for an error. */
    asksFirst: isOwn && consentedService !== service,
    agree: async (): Promise<Failure | null> => {
      if (!isOwn) {
        if (!user) return null
        const { error } = await call('preferences.write', { id: user.id, [storageKey(kind)]: service })
        return error
      }
      // Where storage is blocked the reader is asked again.
      writeStored(storageKey(kind), service)
      setConsentedService(service)
      return null
    },
  }
}
