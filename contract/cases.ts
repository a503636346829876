import { z } from 'zod'
import { caseActs, caseOrigins, caseOutcomes, MAX_CASE_MESSAGE_LENGTH } from './cases.values.ts'
import type { Schemas } from './define.ts'
import { byId, language, optionalText, text, time, uuid } from './fields.ts'
import { AlertKind, Visibility } from './prayers.ts'
import { noPrayer } from './prayers.values.ts'
import { Person } from './users.ts'

export const CaseOrigin = z.enum(caseOrigins)
export type CaseOrigin = z.infer<typeof CaseOrigin>

export const CaseOutcome = z.enum(caseOutcomes)
export type CaseOutcome = z.infer<typeof CaseOutcome>

/** A calendar day of the site, `yyyy-mm-dd`. */
const day = z.iso.date()

/** The part of a talk with the care team that its author reads. */
export const CaseMessage = z.object({
  id: z.string(),
  /**
   * Names who of the care team wrote it; null for the author of the request. The author learns the first word of the name only, and
   * an id that means nothing elsewhere.
   */
  by: Person.nullable(),
  content: z.string(),
  created_at: time,
  /** The time at which the author opened a message of the care team; null for their own, and until then. */
  read_at: time.nullable(),
})
export type CaseMessage = z.infer<typeof CaseMessage>

/**
 * One line of a case, oldest first: what was written, noted for the team, or done. Read by those who see the case; its author reads the
 * words of `message` and `reply` alone, and no act. Times of the author's acts are to the minute.
 */
export const CaseEntry = z.object({
  id: z.string(),
  act: z.enum(caseActs),
  /** The member of the care team, of `handed_over` who had it until then; null for the author, the site, and whose account is gone. */
  by: Person.nullable(),
  /**
   * `told`: whom the alarm reached, of a request that bears a name; `offered`: who was asked; `unanswered`: who had it; `handed_over`: who
   * took it over, null where nobody has it since: its holder left the team, or had it long ago. Null also for whose account is gone.
   */
  to: Person.nullable(),
  /** The words of a message, reply or note; null for other acts, and once they are deleted. */
  content: z.string().nullable(),
  created_at: time,
  read_at: time.nullable(),
})
export type CaseEntry = z.infer<typeof CaseEntry>

/** A case in the list of the care team. `id`: of the request. */
export const CaseSummary = z.object({
  id: z.string(),
  origins: z.array(CaseOrigin),
  alert: AlertKind.nullable(),
  /** The beginning of the request, or all its words where it is cleared; null where the reader may not read it. */
  excerpt: z.string().nullable(),
  /** Names the words as they are now, for whoever publishes them; null where the reader may not read them. */
  version: z.string().nullable(),
  language: language.nullable(),
  author: Person.nullable(),
  pseudonym: z.string().nullable(),
  is_held: z.boolean(),
  /** The time at which the alarm was raised, to the minute; the list is in this order. */
  opened_at: time,
  told_at: time.nullable(),
  taken_by: Person.nullable(),
  taken_at: time.nullable(),
  /** The person whom its holder asked to take it over, until they say yes. */
  offered_to: Person.nullable(),
  /** True when the author wrote last. */
  waits_for_answer: z.boolean(),
  /** The last entry `reply` or `found_again`, for whoever closes it; null for none. */
  last_word: z.string().nullable(),
  /** True when nobody took it within an hour. */
  is_overdue: z.boolean(),
  /** True for one that a newer model no longer takes for danger: a person closes it, or keeps it. */
  is_cleared: z.boolean(),
  closed_at: time.nullable(),
  outcome: CaseOutcome.nullable(),
  look_again_on: day.nullable(),
  /** True when that day has come, by the clock of the site. */
  is_due: z.boolean(),
})
export type CaseSummary = z.infer<typeof CaseSummary>

export const CareCase = CaseSummary.extend({
  /** The request, as its author wrote it; null where the reader may not read it. */
  title: z.string().nullable(),
  content: z.string().nullable(),
  /** True when the account of its author, whose name the reader knows, is suspended: they read nothing here until that account is open again. */
  is_author_suspended: z.boolean(),
  /** True when that account is about to be deleted: they read nothing here unless they come back, and with it the case goes. */
  is_author_leaving: z.boolean(),
  visibility: Visibility,
  /** True while others than its author, and who looks after it, can read the request. */
  is_shared: z.boolean(),
  created_at: time,
  /** The sentences in which the model found danger. */
  because: z.array(z.string()),
  waiting_updates: z.array(z.object({ id: z.string(), content: z.string(), created_at: time })),
  entries: z.array(CaseEntry),
  /** The time at which the team is told again if whoever has it is silent until then; null while nothing waits for their word. */
  write_by: time.nullable(),
  /** The members of the care team to whom it can be handed over. */
  team: z.array(Person),
  /** The time at which the words of a closed case are deleted; null while it is open. */
  words_until: time.nullable(),
})
export type CareCase = z.infer<typeof CareCase>

/**
 * The author’s own talk with the care team. `is_open`: true while they can be sure that somebody reads it. `may_write`: true once the team
 * has written, also when all words of a closed case are deleted.
 */
const OwnTalk = z.object({ is_open: z.boolean(), may_write: z.boolean(), messages: z.array(CaseMessage) })

const words = text({ min: 1, max: MAX_CASE_MESSAGE_LENGTH })

export const cases = {
  /** Open cases, cleared ones last, and closed ones whose day to look again has come. `closed`: those closed in the past 30 days. */
  'cases.list': {
    input: z.strictObject({}),
    output: z.object({ items: z.array(CaseSummary), closed: z.array(CaseSummary) }),
    errors: [],
  },
  'cases.one': { input: byId, output: CareCase, errors: noPrayer },
  /** Takes a case on; of one that was offered to the caller, takes it over. */
  'cases.take': { input: byId, output: CareCase, errors: [...noPrayer, 'cases.taken', 'cases.closed'] },
  /** Writes to the author. Whoever writes first takes the case on. */
  'cases.write': {
    input: z.strictObject({ id: uuid, content: words }),
    output: CareCase,
    errors: [...noPrayer, 'cases.closed', 'cases.no_author'],
  },
  'cases.note': { input: z.strictObject({ id: uuid, content: words }), output: CareCase, errors: noPrayer },
  /** Asks somebody of the team to take it over; the caller has it until they say yes. `to`: null takes the question back. */
  'cases.hand_over': {
    input: z.strictObject({ id: uuid, to: uuid.nullable() }),
    output: CareCase,
    errors: [...noPrayer, 'cases.closed', 'cases.taken', 'cases.not_of_team'],
  },
  /** Ends a case: nothing else does. `no_danger` publishes a request that was held for danger. */
  'cases.close': {
    input: z.strictObject({
      id: uuid,
      outcome: CaseOutcome,
      /** A last word to the author. */
      message: optionalText({ min: 1, max: MAX_CASE_MESSAGE_LENGTH }).optional(),
      look_again_on: day.nullable().optional(),
      /** The last entry `reply` or `found_again` that the caller has read; left out for none. Refused while there is a later one. */
      last_word: uuid.optional(),
      /** Names the words that the caller has read. `no_danger` publishes them, and is refused when they have changed since. */
      version: z.string().max(100).nullable().optional(),
    }),
    output: CareCase,
    errors: [...noPrayer, 'cases.closed', 'cases.something_new', 'holds.changed', 'cases.no_author'],
  },
  /** Opens a closed case again; the caller has it then. */
  'cases.reopen': { input: byId, output: CareCase, errors: noPrayer },
  /** Says that somebody has looked again, on the day that was set. */
  'cases.looked': { input: byId, output: CareCase, errors: noPrayer },

  /** The author’s own talk. Nothing until the care team has written: that there is a case may be known to nobody but them. */
  'cases.own': {
    input: byId,
    output: OwnTalk,
    errors: noPrayer,
  },
  /** The author writes to the care team. What is written after a case was closed opens it again. */
  'cases.reply': {
    input: z.strictObject({ id: uuid, content: words }),
    output: OwnTalk,
    errors: [...noPrayer, 'cases.no_case', 'request.too_many'],
  },
} satisfies Schemas<'cases'>
