import { z } from 'zod'
import type { Schemas } from './define.ts'
import { codePoints, time } from './fields.ts'
import { Me, displayName } from './users.ts'

/** RFC 5321 allows 254 bytes. Stored in lower case; what is before @ is otherwise kept as written. */
export const email = z
  .string()
  .max(254)
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email())

/** Used exactly as received: no trimming, no composition rules (NIST SP 800-63B). Lengths in code points. */
export const newPassword = z
  .string()
  .refine((value) => new TextEncoder().encode(value).length <= 1024, 'unreadable')
  .superRefine((value, context) => {
    const length = codePoints(value)
    if (length < 8) context.addIssue({ code: 'too_small', origin: 'string', minimum: 8, inclusive: true, input: value })
    if (length > 256)
      context.addIssue({ code: 'too_big', origin: 'string', maximum: 256, inclusive: true, input: value })
  })

/** `token` is what the browser keeps under `auth_token`. */
export const Session = z.object({ user: Me, token: z.string() })

export const sessions = {
  'sessions.sign_up': {
    input: z.strictObject({
      email,
      password: newPassword,
      displayName: z.union([z.literal('').transform(() => undefined), displayName]).optional(),
    }),
    output: Session,
    errors: ['sessions.email_taken', 'sessions.common_password', 'sessions.busy', 'request.too_many'],
  },
  'sessions.sign_in': {
    input: z.strictObject({
      email: z.string().max(1000),
      password: z.string().max(1024),
      /** Takes back a deletion that the person asked for: without it, `sessions.deleting` asks. */
      keep_account: z.boolean().optional(),
    }),
    output: Session,
    errors: [
      'sessions.wrong_credentials',
      'sessions.suspended',
      'sessions.deleting',
      'sessions.busy',
      'request.too_many',
    ],
  },
  'sessions.sign_out': { input: z.strictObject({}), output: z.object({}), errors: [] },
  'sessions.refresh': { input: z.strictObject({}), output: Session, errors: ['sessions.required'] },
  'sessions.current': { input: z.strictObject({}), output: Session, errors: [] },
  /** Step-up: what is grave (email, password, role, deletion, export) needs the password of the last five minutes. */
  'sessions.confirm': {
    input: z.strictObject({ password: z.string().max(1024) }),
    output: z.object({ confirmed_until: time }),
    errors: ['sessions.wrong_password', 'sessions.busy', 'request.too_many'],
  },
  'sessions.set_up': {
    input: z.strictObject({
      token: z.string().max(100),
      email,
      password: newPassword,
      displayName: displayName.optional(),
    }),
    output: Session,
    errors: [
      'sessions.set_up_done',
      'sessions.common_password',
      'sessions.email_taken',
      'sessions.busy',
      'request.too_many',
    ],
  },
} satisfies Schemas<'sessions'>
