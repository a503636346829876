import { z } from 'zod'
import type { Schemas } from './define.ts'
import { byId, idOnly, language, uuid } from './fields.ts'
import { MAX_NEW_READERS, readerStates, summaryRhythms } from './group-summaries.values.ts'
import { email } from './sessions.ts'

const SummaryRhythm = z.enum(summaryRhythms)
export type SummaryRhythm = z.infer<typeof SummaryRhythm>

const times = {
  rhythm: SummaryRhythm,
  /** 1 is Monday; counts when the rhythm is weekly. */
  weekday: z.int().min(1).max(7),
  /** Whole hour, 0 to 23, in the time zone of the site. */
  hour: z.int().min(0).max(23),
}

/** The summaries of a group by email, as its members see them. */
export const GroupSummary = z.object({
  ...times,
  /** True when it holds what authors let into it, not only numbers. */
  has_words: z.boolean(),
  /** The time zone of the site; IANA name. */
  time_zone: z.string(),
  /** False where the site has no mail server: then nothing goes out. */
  sends_mail: z.boolean(),
  /** True unless the reader stopped the summaries of this group. */
  gets_summary: z.boolean(),
  /** True while the reader takes no emails about groups at all: see `preferences`. */
  is_off_for_groups: z.boolean(),
  /** Number of other members whom it can reach; all of them in a group so small that another number would tell who stopped it. */
  reached_count: z.int(),
  /** Number of addresses beside the members that get it. */
  reader_count: z.int(),
})
export type GroupSummary = z.infer<typeof GroupSummary>

/** Somebody without an account who was asked whether they want the summaries; only leaders of the group see them. */
export const GroupReader = z.object({ id: z.string(), email: z.string(), state: z.enum(readerStates) })
export type GroupReader = z.infer<typeof GroupReader>

const gone = ['groups.not_found'] as const
const led = [...gone, 'request.forbidden'] as const

/** The token of a link in an email. */
const mailToken = z.string().min(1).max(300)

export const groupSummaries = {
  'group_summaries.read': { input: byId, output: GroupSummary, errors: led },
  /** Sets when it goes out and, unless left out, whether it holds words; those shared before stay out of it. */
  'group_summaries.choose': {
    input: byId.extend({ ...times, has_words: z.boolean().optional() }),
    output: GroupSummary,
    errors: led,
  },
  /** Sets whether the caller gets the summaries of this group. */
  'group_summaries.take': { input: byId.extend({ gets_summary: z.boolean() }), output: GroupSummary, errors: led },
  'group_summaries.readers': { input: byId, output: z.array(GroupReader), errors: led },
  /**
   * Asks each address by email, once, whether it wants the summaries. The answer is the same for addresses of members, and for
   * those that were asked before.
   */
  'group_summaries.add_readers': {
    input: byId.extend({
      emails: z
        .array(email)
        .min(1)
        .max(MAX_NEW_READERS)
        .transform((emails) => [...new Set(emails)]),
      language,
    }),
    output: z.array(GroupReader),
    errors: [
      ...led,
      'group_summaries.no_mail',
      'group_summaries.too_many',
      'sessions.email_out_of_reach',
      'request.too_many',
    ],
  },
  'group_summaries.remove_reader': {
    input: z.strictObject({ id: uuid, readerId: uuid }),
    output: idOnly,
    errors: [...led, 'group_summaries.no_reader'],
  },
  /** Says yes for the address of a link. */
  'group_summaries.confirm': {
    input: z.strictObject({ token: mailToken }),
    output: z.object({ group_name: z.string() }),
    errors: ['group_summaries.dead_link'],
  },
  /** Stops the summaries of one group to the person or address of a link, and nothing else. */
  'group_summaries.stop': {
    input: z.object({ token: mailToken }),
    output: z.object({ is_stopped: z.boolean() }),
    errors: ['group_summaries.dead_link'],
  },
} satisfies Schemas<'group_summaries'>
