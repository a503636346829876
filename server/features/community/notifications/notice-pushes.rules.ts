import type { NotifyKind } from '../../../../contract/preferences.ts'
import { notifyKinds } from '../../../../contract/notifications.values.ts'
import type { NotificationKind } from '../../../../contract/notifications.ts'
import type { NoticeChoices } from '../../identity/accounts/notice-times.rules.ts'
import type { NoticeRow } from './notice-mails.queries.ts'
import { type MailedNotice, toMailedNotice } from './notice-mails.rules.ts'
import { type NewNotice, toStringOrNull } from './notifications.queries.ts'
import { mailRhythmOf } from './notifications.rules.ts'

/**
 * True for a kind of notice that a device shows: what the person wants at once, and every reminder, whose time they chose. Where
 * the site sends no email they could not choose a rhythm, so all that they have not switched off.
 */
export function isPushed(
  kind: NotificationKind,
  { notices }: Pick<NoticeChoices, 'notices'>,
  { sends_mail }: { sends_mail: boolean },
): boolean {
  const rhythm = mailRhythmOf(kind, notices)
  if (rhythm === null) return false
  return kind === 'reminder' || rhythm === 'at_once' || (!sends_mail && rhythm !== 'off')
}

/** Returns what a notice is about: of two about the same, a device shows the newer one. */
export const topicOf = ({ kind, prayer_request_id, group_id, payload }: NewNotice): string =>
  prayer_request_id ?? toStringOrNull(payload?.['prayer_list_id']) ?? `kind ${kind} ${group_id ?? ''}`

/** A notice as a device tells of it. Null: it says only that there is news. */
export type PushedNotice = Pick<MailedNotice, 'sentence' | 'numbers' | 'path' | 'quote'> | null

const everything = Object.fromEntries(notifyKinds.map((kind) => [kind, 'at_once'])) as Record<NotifyKind, 'at_once'>

/**
 * Returns what a device says of a notice. It says only that there is news, neither words nor what happened, of a request that not
 * all members may read, or about people at risk, and on a discreet device.
 */
export function toPushedNotice(
  row: NoticeRow,
  reader: { id: string },
  { is_discreet }: { is_discreet: boolean },
): PushedNotice {
  const notice = toMailedNotice(row, reader, everything)
  if (is_discreet || !notice || notice.is_quiet) return null
  // A lock screen shows no line.
  return notice.kind === 'line' ? { ...notice, quote: null } : notice
}
