import { z } from 'zod'
import type { Schemas } from './define.ts'
import { optionalText, uuid } from './fields.ts'
import { email, linkSecret } from './sessions.ts'

export const emails = {
  /**
   * `password`: of the sign-up that the link confirms, where the account could not be used before (setting
   * `require_verified_email`). `pending`: the address is verified, and staff must still approve the person. `is_change`: it
   * takes the place of another.
   */
  'emails.verify': {
    input: z.strictObject({ token: linkSecret, password: z.string().max(1024).optional() }),
    output: z.object({ pending: z.enum(['approval']).nullable(), is_change: z.boolean() }),
    errors: [
      'emails.link_expired',
      'emails.password_needed',
      'emails.other_sign_up',
      'sessions.busy',
      'request.too_many',
    ],
  },
  'emails.resend': { input: z.strictObject({}), output: z.object({}), errors: ['request.too_many'] },
  /**
   * Changes the caller's address when the link mailed to the new one is opened (`pending_email`), with the same
   * response when another account uses it. Administrators change another person's at once.
   */
  'emails.change': {
    input: z.strictObject({ id: uuid, email, reason: optionalText({ min: 3, max: 500 }) }),
    output: z.object({ email: z.string(), pending_email: z.string().nullable() }),
    errors: [
      'sessions.confirmation_needed',
      'request.forbidden',
      'users.not_found',
      'sessions.email_taken',
      'sessions.email_out_of_reach',
      'request.too_many',
    ],
  },
} satisfies Schemas<'emails'>
