/** Danger first; the others in the order in which people look for them. */
export const reportTypes = [
  'danger_to_self',
  'private_information',
  'harassment',
  'hate',
  'sexual',
  'spam_or_money',
  'false_or_impersonation',
  'illegal',
  'miscategorized',
  'other',
] as const

export const reportStatuses = ['open', 'in_review', 'actioned', 'dismissed'] as const

export const MAX_REPORT_REASON_LENGTH = 1000
