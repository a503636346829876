import type { ContentItem } from '../../../../contract/content.ts'
import type { ActiveNotification, NotificationKind } from '../../../../contract/notifications.ts'
import type { Rhythm } from '../../../../contract/notifications.values.ts'
import type { NotifyKind } from '../../../../contract/preferences.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import type { PrayerRow } from '../prayers/prayers.rules.ts'

/** Values for what the author of an announcement left open. */
const DEFAULTS = { type: 'announcement', dismissible: true, auto_hide: false, auto_hide_delay: 5000 } as const

/** An announcement for the banner, with defaults for what its author left open. */
export const toActiveNotification = ({ id, title, content, metadata }: ContentItem): ActiveNotification => ({
  id,
  title,
  content,
  type: metadata.notification_type ?? DEFAULTS.type,
  dismissible: metadata.dismissible ?? DEFAULTS.dismissible,
  auto_hide: metadata.auto_hide ?? DEFAULTS.auto_hide,
  auto_hide_delay: metadata.auto_hide_delay ?? DEFAULTS.auto_hide_delay,
  shown_until: metadata.shown_until ?? null,
})

/** The time since which it can be read: its publication, or the start that its author chose. */
export function shownSince({ metadata, published_at }: Pick<ContentItem, 'metadata' | 'published_at'>): string {
  const { shown_from = null } = metadata
  return shown_from !== null && shown_from > (published_at ?? '') ? shown_from : (published_at ?? '')
}

/**
 * The preference that switches a kind of notice off. Null for announcements of the site and for decisions about the
 * user's own request, which are always sent.
 */
const switchByKind: Record<NotificationKind, NotifyKind | null> = {
  prayed: 'prayed',
  thanked: 'prayed',
  line: 'prayed',
  update: 'updates',
  answered: 'updates',
  group: 'groups',
  asked_to_join: 'groups',
  report: 'moderation',
  care: null,
  care_message: null,
  care_news: null,
  released: null,
  kept_held: null,
  quiet: 'reminders',
  expected: 'reminders',
  archived: null,
  appeal: null,
  overdue: 'moderation',
  reminder: 'reminders',
  system: null,
}

/** True if the user wants this kind of notice. Kinds are on by default. */
export function wantsNotice(notify: Record<string, boolean> | null | undefined, kind: NotificationKind): boolean {
  const name = switchByKind[kind]
  return name === null || notify?.[name] !== false
}

/**
 * The kind of notice under which a person chooses how often emails come. Null for alarms, which have a way of their own, and
 * for messages of the site.
 */
const mailKindByKind: Record<NotificationKind, NotifyKind | null> = {
  ...switchByKind,
  care_message: 'moderation',
  care_news: 'moderation',
  released: 'moderation',
  kept_held: 'moderation',
  appeal: 'moderation',
  archived: 'reminders',
}

/** True for a notice about a case: what leaves the site does not say what it is about. */
export const isOfCase = (kind: NotificationKind): boolean => kind === 'care_message' || kind === 'care_news'

/** The kind of email that a notice belongs to; null when none is sent about it. */
export const mailKindOf = (kind: NotificationKind): NotifyKind | null => mailKindByKind[kind]

/**
 * How soon the person wants the email about a notice; null when none is sent about it. What the care team and whom it looks after write
 * to each other comes at once or not at all: nobody means them by the decisions that they read once a week.
 */
export function mailRhythmOf(kind: NotificationKind, notices: Record<NotifyKind, Rhythm>): Rhythm | null {
  const mail_kind = mailKindOf(kind)
  if (mail_kind === null) return null
  return isOfCase(kind) && notices[mail_kind] !== 'off' ? 'at_once' : notices[mail_kind]
}

/** So many people, of whom each could have prayed, were here in this time, in milliseconds: then nobody can be guessed. */
export const CROWD = 20
export const CROWD_WINDOW_MS = HOUR_MS

/**
 * True if the author may hear of the first prayer as soon as it can no longer be undone: among so many nobody can be guessed from who
 * is awake. Never of a request with extra privacy, nor of one that readers no longer see. `readers`: how many others could have
 * prayed, counted up to `CROWD`.
 */
export const tellsFirstPrayerAtOnce = (
  { publication, visibility, is_guarded }: Pick<PrayerRow, 'publication' | 'visibility' | 'is_guarded'>,
  readers: number,
): boolean =>
  publication === 'published' && visibility !== 'private' && visibility !== 'team' && !is_guarded && readers >= CROWD
