/**
 * Kinds of notices that a person can switch off; others cannot be switched off. Their labels: `notify.<kind>` in
 * `messages/<lang>/profile.json`.
 */
export const notifyKinds = ['prayed', 'updates', 'groups', 'reminders', 'moderation'] as const

/** The rhythms in which a person gets emails about one of `notifyKinds`; `off`: they only see it under News. */
export const rhythms = ['at_once', 'daily', 'weekly', 'off'] as const
export type Rhythm = (typeof rhythms)[number]

/** The rhythms of a person who has chosen nothing: what is about their own requests at once, all else once a day. */
export const DEFAULT_RHYTHMS = {
  prayed: 'at_once',
  updates: 'daily',
  groups: 'daily',
  reminders: 'at_once',
  moderation: 'at_once',
} as const satisfies Record<(typeof notifyKinds)[number], Rhythm>

/** Hours of the day, 0 to 23, in the time zone of the person. */
export const DEFAULT_NOTICE_HOURS = { notice_hour: 7, quiet_from: 22, quiet_to: 7 } as const

/** The longest pause. Days. */
export const MAX_PAUSE_DAYS = 365

/**
 * Says whether emails about notices reach a person: `unconfirmed` while the address is not confirmed, `refused` where the mail
 * server knows no such mailbox besides, `paused` after it said so of a confirmed one, `no_server` where the site has none.
 */
export const mailStates = ['ready', 'unconfirmed', 'refused', 'paused', 'no_server'] as const

/**
 * Kinds of notices to a person. `server/features/community/notifications/notifications.rules.ts` maps them to the
 * switches of `preferences.notify`.
 */
export const notificationKinds = [
  'prayed',
  'thanked',
  'line',
  'update',
  'answered',
  'group',
  'asked_to_join',
  'report',
  'care',
  'care_message',
  'care_news',
  'released',
  'kept_held',
  'quiet',
  'expected',
  'archived',
  'appeal',
  'overdue',
  'reminder',
  'system',
] as const
