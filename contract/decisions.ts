import { z } from 'zod'
import type { Schemas } from './define.ts'
import { paging, text, time, uuids } from './fields.ts'
import { decisionKinds, messageTemplates, MAX_DECISION_REASON_LENGTH, appealOutcomes } from './decisions.values.ts'

export const DecisionKind = z.enum(decisionKinds)
export type DecisionKind = z.infer<typeof DecisionKind>

export const MessageTemplate = z.enum(messageTemplates)
export type MessageTemplate = z.infer<typeof MessageTemplate>

/** Message to the author of a decision: a prepared sentence, and the moderator's own text. */
export const authorMessage = {
  template: MessageTemplate.nullable().optional(),
  message: text({ min: 1, max: MAX_DECISION_REASON_LENGTH }).nullable().optional(),
}

export const AppealOutcome = z.enum(appealOutcomes)
export type AppealOutcome = z.infer<typeof AppealOutcome>

/** A decision as shown to the author of the request: without the moderator and without the reporters. */
export const OwnDecision = z.object({
  id: z.string(),
  prayer_request_id: z.string(),
  /** The request on whose page the author reads it: of a line that under which it was left. Null where they read none. */
  page_id: z.string().nullable(),
  /** True when it is about an update of the request. */
  is_of_update: z.boolean(),
  title: z.string().nullable(),
  content: z.string(),
  decision: DecisionKind,
  template: MessageTemplate.nullable(),
  message: z.string().nullable(),
  decided_at: time,
  may_appeal: z.boolean(),
  appeal_until: time,
  appeal: z.string().nullable(),
  appeal_outcome: AppealOutcome.nullable(),
  appeal_answer: z.string().nullable(),
})
export type OwnDecision = z.infer<typeof OwnDecision>

export const decisions = {
  /** Decisions about the caller's own requests, newest first. */
  'decisions.own': { input: z.strictObject({ page: paging.page }), output: z.array(OwnDecision), errors: [] },
  /** Undoes decisions within ten minutes, by the person who made them: all of them or none. */
  'decisions.undo': {
    input: z.strictObject({ ids: uuids({ max: 100 }).refine((ids) => ids.length > 0) }),
    output: z.object({ ids: z.array(z.string()) }),
    errors: ['decisions.not_found', 'decisions.undo_too_late'],
  },
} satisfies Schemas<'decisions'>
