/** Why there is a case: its author's words, a report, or a moderator who passed it on. */
export const caseOrigins = ['words', 'report', 'referred'] as const

/** The ways in which a case ends: somebody is with them, it was no danger, they did not answer, something else. */
export const caseOutcomes = ['with_them', 'no_danger', 'no_answer', 'other'] as const

/**
 * `published`, `kept`: what was decided about a request that was held back. `message`: to the author; `reply`: by them; `note`: for the
 * team; `offered`: its holder asked somebody to take it over; `handed_over`: its holder has it no more, and somebody took it over, or
 * nobody has it; `unanswered`: whoever had it was silent, and nobody has it.
 */
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
  'unanswered',
  'published',
  'kept',
  'closed',
  'reopened',
] as const

/** The time that whoever has a case may be silent before the team is told again. Minutes. */
export const CASE_SILENCE_MINUTES = 30

/** In code points. */
export const MAX_CASE_MESSAGE_LENGTH = 2000

/** Days after closing until the words of a case are deleted. */
export const CASE_WORDS_DAYS = 30
