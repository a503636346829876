import type { NotifyKind, Preferences } from '../../../../contract/preferences.ts'
import { notifyKinds } from '../../../../contract/notifications.values.ts'
import type { Db } from '../../../db/open.ts'

const columns = [
  'theme_preference',
  'preferred_language',
  'appearance',
  'text_size',
  'notify',
  'shows_pray_counts',
  'translation_consent',
  'speech_consent',
] as const

/** The notification kinds that are switched on: all by default. Leaves out stored kinds that no longer exist. */
const withDefaultKinds = (stored: Record<string, boolean> = {}): Record<NotifyKind, boolean> =>
  Object.fromEntries(notifyKinds.map((kind) => [kind, stored[kind] ?? true])) as Record<NotifyKind, boolean>

export async function readPreferences(db: Db, user_id: string): Promise<Preferences> {
  const row = await db.selectFrom('preferences').select(columns).where('user_id', '=', user_id).executeTakeFirst()
  const nothing = {
    theme_preference: null,
    preferred_language: null,
    appearance: null,
    text_size: null,
    shows_pray_counts: true,
    translation_consent: null,
    speech_consent: null,
  }
  return { ...(row ?? nothing), notify: withDefaultKinds(row?.notify) }
}

export async function themeExists(db: Db, id: string): Promise<boolean> {
  const theme = await db.selectFrom('themes').select('id').where('id', '=', id).executeTakeFirst()
  return theme !== undefined
}

/** True if the reader agreed that data is sent to the service. Stored for members; visitors pass it with each call. */
export async function hasConsented(
  db: Db,
  user_id: string | null,
  {
    kind,
    service,
    said,
  }: { kind: 'translation_consent' | 'speech_consent'; service: string; said?: string | undefined },
): Promise<boolean> {
  if (user_id === null) return said === service
  const row = await db.selectFrom('preferences').select(kind).where('user_id', '=', user_id).executeTakeFirst()
  return row?.[kind] === service
}
