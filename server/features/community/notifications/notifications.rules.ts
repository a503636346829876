import type { ContentItem } from '../../../../contract/content.ts'
import type { ActiveNotification, NotificationKind } from '../../../../contract/notifications.ts'
import type { NotifyKind } from '../../../../contract/preferences.ts'

/** SPECIFICATION §3, "Active notification". */
const DEFAULTS = { type: 'announcement', dismissible: true, auto_hide: false, auto_hide_delay: 5000 } as const

/** A message of the banner: what its author left open is filled in. */
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

/** When it could first be read: at its publishing, or at the beginning that its author chose. */
export function shownSince({ metadata, published_at }: Pick<ContentItem, 'metadata' | 'published_at'>): string {
  const { shown_from = null } = metadata
  return shown_from !== null && shown_from > (published_at ?? '') ? shown_from : (published_at ?? '')
}

/** The switch in a person's preferences that a notice belongs to; a message of the site itself has none, nor what was done with a person's own request. */
const switchByKind: Record<NotificationKind, NotifyKind | null> = {
  prayed: 'prayed',
  update: 'updates',
  answered: 'updates',
  group: 'groups',
  report: 'moderation',
  care: null,
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

/** Whether a person wants to be told of this. What they never decided is on. */
export function wantsNotice(notify: Record<string, boolean> | null | undefined, kind: NotificationKind): boolean {
  const name = switchByKind[kind]
  return name === null || notify?.[name] !== false
}
