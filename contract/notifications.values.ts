/**
 * Kinds of notices that a person can switch off; others cannot be switched off. Their labels: `notify.<kind>` in
 * `messages/<lang>/profile.json`.
 */
export const notifyKinds = ['prayed', 'updates', 'groups', 'reminders', 'moderation'] as const

/**
 * Kinds of notices to a person. `server/features/community/notifications/notifications.rules.ts` maps them to the
 * switches of `preferences.notify`.
 */
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
