/** `limited` and `banned` change the author's account. For an anonymous author they are stored as `referred`. */
export const reportDecisions = [
  'none',
  'edited',
  'hidden',
  'removed',
  'warned',
  'limited',
  'banned',
  'referred',
  'referred_to_care',
] as const

/** Decisions about a request: after a report, in review, or by a moderator directly. */
export const decisionKinds = [...reportDecisions, 'kept_held'] as const

/** Sentences to the author. Only the key is stored, so that each reader gets their own language. */
export const messageTemplates = [
  'private_information',
  'respect',
  'sexual',
  'spam_or_money',
  'not_true',
  'illegal',
  'care',
  'other',
] as const

/** Decisions of which the author is notified, and which they can appeal. */
export const notifiedDecisions = [
  'hidden',
  'removed',
  'warned',
  'kept_held',
] as const satisfies (typeof decisionKinds)[number][]

/** The longest reason for staff, and the longest message to the author. */
export const MAX_DECISION_REASON_LENGTH = 1000
export const MIN_APPEAL_LENGTH = 3
export const MAX_APPEAL_LENGTH = 2000
export const MAX_APPEAL_ANSWER_LENGTH = 1000

export const appealOutcomes = ['upheld', 'overturned'] as const
