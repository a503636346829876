/** Why there is a case: its author's words, a report, or a moderator who passed it on. */
export const caseOrigins = ['words', 'report', 'referred'] as const

/** How a case ended: somebody is with them, it was no danger, they did not answer, something else. */
export const caseOutcomes = ['with_them', 'no_danger', 'no_answer', 'other'] as const

/** `message`: to the author; `reply`: by them; `note`: for the team. */
export const caseActs = [
  'message',
  'reply',
  'note',
  'opened',
  'found_again',
  'told',
  'taken',
  'offered',
  'handed_over',
  'closed',
  'reopened',
] as const

/** In code points. */
export const MAX_CASE_MESSAGE_LENGTH = 2000

/** Days after closing until the words of a case are deleted. */
export const CASE_WORDS_DAYS = 30
