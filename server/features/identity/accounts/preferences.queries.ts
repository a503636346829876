import type { NotifyKind, Preferences } from '../../../../contract/preferences.ts'
import { notifyKinds } from '../../../../contract/notifications.values.ts'
import { foldIdentity } from '../../../db/names.ts'
import { type Context, hasMailServer } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { readSetting } from '../../../settings/settings.ts'
import { type NoticeChoices, toNoticeChoices } from './notice-times.rules.ts'

/** The columns of `toNoticeChoices`. */
export const noticeColumns = ['notices', 'notice_hour', 'time_zone', 'quiet_from', 'quiet_to', 'paused_until'] as const

export const readNoticeChoices = async (db: Db, user_id: string): Promise<NoticeChoices> =>
  toNoticeChoices(
    await db.selectFrom('preferences').select(noticeColumns).where('user_id', '=', user_id).executeTakeFirst(),
  )

const columns = [
  'theme_preference',
  'preferred_language',
  'appearance',
  'text_size',
  'notify',
  'shows_pray_counts',
  'takes_lines',
  'translation_consent',
  'speech_consent',
  'refused_address_hash',
  'is_discreet',
  ...noticeColumns,
] as const

/** The notification kinds that are switched on: all by default. Leaves out stored kinds that no longer exist. */
const withDefaultKinds = (stored: Record<string, boolean> = {}): Record<NotifyKind, boolean> =>
  Object.fromEntries(notifyKinds.map((kind) => [kind, stored[kind] ?? true])) as Record<NotifyKind, boolean>

/** Returns whether emails about notices reach the person. */
async function readMailState(
  ctx: PreferencesContext,
  user_id: string,
  refused_address_hash: string | null,
): Promise<Preferences['mail_state']> {
  if (!(await hasMailServer(ctx))) return 'no_server'
  const { email, email_verified_at } = await ctx.db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const is_refused = refused_address_hash === ctx.secrets.hashAddress(email)
  if (email_verified_at === null) return is_refused ? 'refused' : 'unconfirmed'
  return is_refused ? 'paused' : 'ready'
}

type PreferencesContext = Pick<Context, 'db' | 'mailRoute' | 'secrets'>

export async function readPreferences(ctx: PreferencesContext, user_id: string): Promise<Preferences> {
  const row = await ctx.db.selectFrom('preferences').select(columns).where('user_id', '=', user_id).executeTakeFirst()
  const { notify, refused_address_hash, ...others } = row ?? {
    theme_preference: null,
    preferred_language: null,
    appearance: null,
    text_size: null,
    shows_pray_counts: true,
    takes_lines: true,
    translation_consent: null,
    speech_consent: null,
    refused_address_hash: null,
    is_discreet: false,
    notify: {},
  }
  return {
    ...others,
    notify: withDefaultKinds(notify),
    ...toNoticeChoices(row),
    site_time_zone: await readSetting(ctx, 'time_zone'),
    mail_state: await readMailState(ctx, user_id, refused_address_hash),
  }
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
