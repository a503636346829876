import { z } from 'zod'
import { AppealOutcome, DecisionKind, MessageTemplate } from './decisions.ts'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { idOnly, text, time, uuid } from './fields.ts'
import { Reported } from './reports.ts'
import { WaitingUpdates, versionRead } from './review.ts'
import { Person } from './users.ts'
import { MIN_APPEAL_LENGTH, MAX_APPEAL_LENGTH, MAX_APPEAL_ANSWER_LENGTH } from './decisions.values.ts'

/** An author's appeal against a decision, with the data needed to review it. */
export const Appeal = z.object({
  /** Id of the decision. */
  id: z.string(),
  prayer_request_id: z.string(),
  decision: DecisionKind,
  reason: z.string().nullable(),
  template: MessageTemplate.nullable(),
  message: z.string().nullable(),
  decided_by: Person.nullable(),
  decided_at: time,
  appeal: z.string(),
  appealed_at: time,
  is_overdue: z.boolean(),
  /** True when the caller may answer: not the person who decided, unless there is nobody else. */
  may_answer: z.boolean(),
  /** Null once its author has deleted it. */
  reported: Reported.nullable(),
  waiting_updates: WaitingUpdates,
  /** Names the words as they are now, for whoever overturns the decision. */
  version: z.string(),
})
export type Appeal = z.infer<typeof Appeal>

export const appeals = {
  /** Creates the author's appeal: once, within two weeks. */
  'appeals.create': {
    input: z.strictObject({ id: uuid, appeal: text({ min: MIN_APPEAL_LENGTH, max: MAX_APPEAL_LENGTH }) }),
    output: idOnly,
    errors: ['decisions.not_found', 'appeals.not_possible'],
  },
  /** Unanswered appeals, longest waiting first, those that the caller may not answer after all others. A hundred at most. */
  'appeals.list': { input: z.strictObject({}), output: z.array(Appeal), errors: [] },
  'appeals.decide': {
    input: entityBody(
      z.object({
        id: uuid,
        outcome: AppealOutcome,
        answer: text({ min: 1, max: MAX_APPEAL_ANSWER_LENGTH }),
        /** Names the words that the caller has read: those that changed since are not shown again. */
        version: versionRead.optional(),
      }),
      Appeal,
    ),
    /** `is_shown`: others read it now. A later decision, or its author, may have taken it away. */
    output: z.object({ id: z.string(), is_shown: z.boolean() }),
    errors: ['decisions.not_found', 'appeals.own_decision', 'holds.changed'],
  },
} satisfies Schemas<'appeals'>
