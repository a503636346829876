import { z } from 'zod'
import { auditKinds } from './audit.values.ts'
import type { Schemas } from './define.ts'
import { language, optionalText, time, uuid, wholeNumber } from './fields.ts'
import { fileOf } from './streams.ts'
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
  /**
   * Names what it was done to. `name` and `path` are null where it is gone, or where the caller may not read it: who is in
   * danger, and requests that not everybody or all members can read. A setting is named by its key. Null: nothing, or somebody in
   * danger.
   */
  subject: z
    .object({
      kind: z.enum(['user', 'request', 'page', 'theme', 'category', 'group', 'setting']),
      name: z.string().nullable(),
      path: z.string().nullable(),
    })
    .nullable(),
  /**
   * The value before, and those after, where the sentence says them: roles, names of categories, values of a setting, the title or
   * status of a page, a decision. A decision has no value before.
   */
  from: z.string().nullable(),
  to: z.array(z.string()),
  created_at: time,
})
export type AuditEntry = z.infer<typeof AuditEntry>

const word = z.string().regex(/^[\w.]{1,60}$/)

/** PostgreSQL has no year 0. */
const moment = time.refine((at) => at >= '0001')

const filter = {
  /** Id of the person who acted. */
  actor: uuid.optional(),
  action: word.optional(),
  /** Acts of one kind; `site` are those of the site itself and of its command line. */
  kind: z.enum([...auditKinds, 'site']).optional(),
  /** Words in the name of who acted or whom it was about, or in the reason. */
  text: optionalText({ min: 1, max: 100 }),
  target_type: word.optional(),
  target_id: z
    .string()
    .max(100)
    .refine((id) => !id.includes('\0'))
    .optional(),
  since: moment.optional(),
  until: moment.optional(),
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
  /** All matching entries, newest first, as CSV (RFC 4180), in sentences of a language. The export is itself recorded in the log. */
  'audit.export': {
    input: z.strictObject({ ...filter, language: language.optional() }),
    output: fileOf('text/csv'),
    keyless: true,
    errors: ['sessions.confirmation_needed', 'request.too_many'],
  },
} satisfies Schemas<'audit'>
