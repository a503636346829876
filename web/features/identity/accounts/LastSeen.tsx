import { useTranslations } from 'use-intl'
import type { ManagedUser } from '../../../../contract/accounts.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { Time, useNow } from '../../../time.tsx'

/** The server keeps a session for so long after it expired. Milliseconds. */
const KNOWN_MS = 90 * DAY_MS

/** Says when somebody was last here. An older account may have had sessions that are deleted by now: then nobody knows. */
export function LastSeen({ person: { created_at, last_seen_at } }: { person: ManagedUser }) {
  const t = useTranslations('people')
  const now = useNow()
  if (last_seen_at !== null) return <Time iso={last_seen_at} long />
  return Date.parse(created_at) > now - KNOWN_MS ? t('never') : '–'
}
