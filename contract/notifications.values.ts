/**
 * What a person can be told of, by kind. Each can be switched off; nothing else that is told can. Their words:
 * `notify.<kind>` in `messages/<lang>/profile.json`.
 */
export const notifyKinds = ['prayed', 'updates', 'groups', 'reminders', 'moderation'] as const

/** What a person can be told of. Which switch of `preferences.notify` each belongs to: `server/features/notifications`. */
export const notificationKinds = [
  'prayed',
  'update',
  'answered',
  'group',
  'report',
  'care',
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
