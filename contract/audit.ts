import { z } from 'zod'
import type { Schemas } from './define.ts'
import { time, uuid, wholeNumber } from './fields.ts'
import { textStream } from './streams.ts'
import { Person } from './users.ts'

/** A staff action. `actor` is null when the account was deleted; `actor_id` stays. */
export const AuditEntry = z.object({
  id: z.string(),
  actor_id: z.string().nullable(),
  actor: Person.nullable(),
  action: z.string(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  reason: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  created_at: time,
})
export type AuditEntry = z.infer<typeof AuditEntry>

const word = z.string().regex(/^[\w.]{1,60}$/)

const filter = {
  /** Id of the person who acted. */
  actor: uuid.optional(),
  action: word.optional(),
  target_type: word.optional(),
  target_id: z.string().max(100).optional(),
  since: time.optional(),
  until: time.optional(),
}

export const audit = {
  /** Newest first. */
  'audit.list': {
    input: z.strictObject({
      ...filter,
      cursor: z.string().max(400).optional(),
      pageSize: wholeNumber({ min: 1, max: 100 }).optional(),
    }),
    output: z.object({ items: z.array(AuditEntry), next_cursor: z.string().nullable() }),
    errors: [],
  },
  /** All matching entries, newest first, as CSV (RFC 4180). The export is itself recorded in the log. */
  'audit.export': {
    input: z.strictObject(filter),
    output: textStream,
    errors: ['sessions.confirmation_needed', 'request.too_many'],
  },
} satisfies Schemas<'audit'>
