import { z } from 'zod'
import { readAddress } from './addresses.ts'
import type { Schemas } from './define.ts'
import { codePoints, text, time } from './fields.ts'
import { PasskeyAnswer, PasskeyOptions, secondCode } from './passkeys.ts'
import { Me, displayName } from './users.ts'
import { MAX_EMAIL_LENGTH, MAX_JOIN_ANSWER_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './users.values.ts'

/** `server/http/errors.ts` recognizes the issue of an address by this message. */
export const NOT_AN_ADDRESS = 'not_an_address'

/** An email address as people write it, which becomes the one that is stored: see `readAddress`. */
export const email = z.string().transform((value, context) => {
  const read = readAddress(value)
  if (read.problem === undefined) return read.address
  if (read.problem === 'too_long') {
    context.addIssue({ code: 'too_big', origin: 'string', maximum: MAX_EMAIL_LENGTH, inclusive: true, input: value })
  } else context.addIssue({ code: 'custom', message: NOT_AN_ADDRESS })
  return z.NEVER
})

/** Used exactly as received: no trimming, no composition rules (NIST SP 800-63B). Lengths in code points. */
export const newPassword = z
  .string()
  .refine((value) => new TextEncoder().encode(value).length <= 1024, 'unreadable')
  .superRefine((value, context) => {
    const length = codePoints(value)
    if (length < MIN_PASSWORD_LENGTH)
      context.addIssue({
        code: 'too_small',
        origin: 'string',
        minimum: MIN_PASSWORD_LENGTH,
        inclusive: true,
        input: value,
      })
    if (length > MAX_PASSWORD_LENGTH)
      context.addIssue({
        code: 'too_big',
        origin: 'string',
        maximum: MAX_PASSWORD_LENGTH,
        inclusive: true,
        input: value,
      })
  })

/** `token` is stored by the browser under `auth_token`. */
export const Session = z.object({ user: Me, token: z.string() })

/** The secret of a one-time link. Any other value gets the same response as an expired one. */
export const linkSecret = z.string().max(1000)

/** Signed up, but not signed in: the address must be verified first, or staff must approve the person. */
export const Pending = z.object({ pending: z.enum(['verify_email', 'approval']) })

/** Cancels a deletion that the person requested; without it, the response is `sessions.deleting`. */
const keep_account = z.boolean().optional()

export const sessions = {
  /**
   * Data that a visitor needs before signing up. `join_question`: what the site asks whoever wants to join; empty where staff approve
   * nobody. `sends_mail`: true when links can be mailed. `is_set_up`: true when there is an administrator.
   */
  'sessions.how_to_sign_up': {
    input: z.strictObject({}),
    output: z.object({
      sign_up_mode: z.enum(['open', 'invite', 'approval']),
      join_question: z.string(),
      require_verified_email: z.boolean(),
      sends_mail: z.boolean(),
      is_set_up: z.boolean(),
    }),
    errors: [],
  },
  'sessions.sign_up': {
    input: z.strictObject({
      email,
      password: newPassword,
      displayName: z.union([z.literal('').transform(() => undefined), displayName]).optional(),
      invitation: linkSecret.optional(),
      /** For those who decide, until they have decided. */
      join_answer: text({ min: 0, max: MAX_JOIN_ANSWER_LENGTH }).optional(),
    }),
    output: z.union([Session, Pending]),
    may_wait: true,
    errors: [
      'sessions.email_taken',
      'sessions.email_out_of_reach',
      'sessions.common_password',
      'sessions.busy',
      'invitations.needed',
      'invitations.link_expired',
      'invitations.other_address',
      'request.too_many',
    ],
  },
  'sessions.sign_in': {
    /** `code` is sent only by people with a second factor, after a first response that requires it. */
    input: z.strictObject({
      email: z.string().max(1000),
      password: z.string().max(1024),
      code: secondCode.optional(),
      keep_account,
    }),
    output: Session,
    errors: [
      'sessions.wrong_credentials',
      'sessions.second_factor_needed',
      'second_factors.wrong_code',
      'sessions.suspended',
      'sessions.deleting',
      'sessions.awaiting_approval',
      'sessions.busy',
      'request.too_many',
    ],
  },
  'sessions.begin_passkey': { input: z.strictObject({}), output: PasskeyOptions, errors: ['request.too_many'] },
  /** Possession of the device and its own verification of the user already are two factors. */
  'sessions.sign_in_with_passkey': {
    input: z.strictObject({ response: PasskeyAnswer, keep_account }),
    output: Session,
    errors: ['second_factors.passkey_refused', 'sessions.suspended', 'sessions.deleting', 'request.too_many'],
  },
  /**
   * Emails a code of six digits. The answer is the same for every address, so that it does not reveal who has an account. `ticket`: what
   * the code works with, for ten minutes and five tries, so that nobody can use it who did not ask for it.
   */
  'sessions.send_code': {
    input: z.strictObject({ email }),
    output: z.object({ ticket: z.string() }),
    errors: ['request.too_many'],
  },
  /** `code` is sent only by people with a second factor, after a first response that requires it. */
  'sessions.sign_in_with_code': {
    input: z.strictObject({
      email: z.string().max(1000),
      ticket: linkSecret,
      /** With or without spaces. */
      mail_code: z.string().max(100),
      code: secondCode.optional(),
      keep_account,
    }),
    /**
     * `was_ended`: whoever used the account so far may be a stranger to its mailbox, so its password and earlier sign-ins have ended,
     * and a mail lets the person choose a password.
     */
    output: Session.extend({ was_ended: z.boolean() }),
    errors: [
      'sessions.wrong_mail_code',
      'sessions.second_factor_needed',
      'second_factors.wrong_code',
      'sessions.suspended',
      'sessions.deleting',
      'sessions.awaiting_approval',
      'request.too_many',
    ],
  },
  'sessions.sign_out': { input: z.strictObject({}), output: z.object({}), errors: [] },
  'sessions.refresh': { input: z.strictObject({}), output: Session, errors: ['sessions.required'] },
  'sessions.current': { input: z.strictObject({}), output: Session, errors: [] },
  /**
   * Step-up: sensitive actions (email, password, role, deletion, export) require a password confirmed within the last
   * five minutes.
   */
  'sessions.confirm': {
    input: z.strictObject({ password: z.string().max(1024) }),
    output: z.object({ confirmed_until: time }),
    keyless: true,
    errors: ['sessions.wrong_password', 'sessions.busy', 'request.too_many'],
  },
  'sessions.set_up': {
    input: z.strictObject({
      token: z.string().max(100),
      email,
      password: newPassword,
      displayName: displayName.optional(),
      /** IANA name, which becomes the site's; one that the server does not know is left out. */
      time_zone: z.string().max(64).optional(),
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
