import type { Db } from '../../../db/open.ts'
import { type NoticeChoices, toNoticeChoices } from '../../identity/accounts/notice-times.rules.ts'
import { noticeColumns } from '../../identity/accounts/preferences.queries.ts'
import { selectPushDevices } from '../../identity/push-devices/push-devices.queries.ts'
import type { Language } from '../../../../contract/fields.ts'
import type { Viewer } from '../../../http/session.ts'
import { languageFor } from '../../../mail/send.ts'
import type { PushTarget } from '../../../outgoing/push-service.ts'
import { toViewer } from './notice-mails.queries.ts'

/** A device to which a message may go now, with the person who reads it. */
export interface PushReceiver {
  viewer: Viewer
  target: PushTarget
  is_discreet: boolean
  /** True for somebody in discreet mode: then neither does the message name the site. */
  hides_site: boolean
  language: Language
  choices: NoticeChoices
  /** The kinds of notices that the person switched on or off. */
  notify: Record<string, boolean>
}

/** Undefined when nothing may go there any more. */
export async function readPushReceiver(db: Db, device_id: string): Promise<PushReceiver | undefined> {
  const row = await selectPushDevices(db)
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .where('push_devices.id', '=', device_id)
    .select(['users.id', 'users.role', 'users.mail_language', 'endpoint', 'p256dh', 'auth'])
    .select(['push_devices.is_discreet', 'preferences.is_discreet as hides_site'])
    .select(['preferences.preferred_language', 'preferences.notify'])
    .select(noticeColumns.map((name) => `preferences.${name}` as const))
    .executeTakeFirst()
  if (!row) return undefined
  const { notices, notice_hour, ...others } = row
  const chosen = notices === null || notice_hour === null ? undefined : { ...others, notices, notice_hour }
  return {
    viewer: toViewer(row),
    target: { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
    is_discreet: row.is_discreet || row.hides_site === true,
    hides_site: row.hides_site === true,
    language: await languageFor({ db }, row.preferred_language, row.mail_language),
    choices: toNoticeChoices(chosen),
    notify: row.notify ?? {},
  }
}
