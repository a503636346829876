import type { NotifyKind, Preferences } from '../../../../contract/preferences.ts'
import { notifyKinds } from '../../../../contract/notifications.values.ts'
import { foldIdentity } from '../../../db/names.ts'
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

/** The id of the theme with this id or this name, whose case does not count. */
export async function findThemeId(db: Db, choice: string): Promise<string | undefined> {
  const folded = foldIdentity(choice)
  const themes = await db.selectFrom('themes').select(['id', 'name_folded']).execute()
  // A theme may be named like the id of another one.
  return (themes.find(({ id }) => id === folded) ?? themes.find(({ name_folded }) => name_folded === folded))?.id
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
