import { z } from 'zod'
import type { Schemas } from './define.ts'
import { idOnly, text, time } from './fields.ts'
import { PasskeyOptions, bytes, credential, secondCode } from './passkeys.ts'
import { MAX_PASSKEY_NAME_LENGTH } from './users.values.ts'

const Passkey = z.object({ id: z.string(), name: z.string(), created_at: time, last_used_at: time.nullable() })
export type Passkey = z.infer<typeof Passkey>

/** `RegistrationResponseJSON` of WebAuthn level 3. */
const Registration = z.strictObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    // Words of the same signs. They are stored as JSON, of which PostgreSQL refuses some others.
    transports: z.array(bytes(20)).max(8).optional(),
  }),
})
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** Second factors at sign-in: codes of an authenticator app, or a passkey instead of the password. */
export const secondFactors = {
  'second_factors.list': {
    input: z.strictObject({}),
    /** `required`: the site requires it for the reader's role. */
    output: z.object({
      totp: z.boolean(),
      recovery_codes_left: z.int(),
      passkeys: z.array(Passkey),
      required: z.boolean(),
    }),
    errors: [],
  },
  /** Creates a secret that takes effect once a code of it is confirmed. */
  'second_factors.begin_totp': {
    input: z.strictObject({}),
    output: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['sessions.confirmation_needed', 'second_factors.already'],
  },
  /** Returns the recovery codes, only this once. */
  'second_factors.finish_totp': {
    input: z.strictObject({ code: secondCode }),
    output: RecoveryCodes,
    errors: ['sessions.confirmation_needed', 'second_factors.wrong_code', 'request.too_many'],
  },
  'second_factors.end_totp': {
    input: z.strictObject({}),
    output: z.object({}),
    errors: ['sessions.confirmation_needed'],
  },
  'second_factors.renew_recovery_codes': {
    input: z.strictObject({}),
    output: RecoveryCodes,
    errors: ['sessions.confirmation_needed', 'second_factors.none'],
  },
  'second_factors.begin_passkey': {
    input: z.strictObject({}),
    output: PasskeyOptions,
    errors: ['sessions.confirmation_needed', 'second_factors.too_many_passkeys'],
  },
  'second_factors.finish_passkey': {
    input: z.strictObject({
      name: text({ min: 1, max: MAX_PASSKEY_NAME_LENGTH, lines: false }),
      response: Registration,
    }),
    output: Passkey,
    errors: ['sessions.confirmation_needed', 'second_factors.passkey_refused', 'second_factors.too_many_passkeys'],
  },
  'second_factors.delete_passkey': {
    input: z.strictObject({ id: bytes(1400) }),
    output: idOnly,
    errors: ['sessions.confirmation_needed', 'second_factors.none'],
  },
} satisfies Schemas<'second_factors'>
