import { z } from 'zod'
import { withOurDigits } from './digits.values.ts'

/** Six digits of an authenticator app, in whatever script, or a recovery code; ignores spaces and hyphens. */
export const secondCode = z
  .string()
  .max(40)
  .transform((value) => withOurDigits(value).replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/))

/** Base64url, the format of bytes in WebAuthn's JSON. */
export const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)

/** Common members of both credential responses of a browser. */
export const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.looseObject({}),
}
/** `AuthenticationResponseJSON` of WebAuthn level 3. */
export const PasskeyAnswer = z.strictObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).optional(),
  }),
})
/** Options of the browser's WebAuthn call; its members are WebAuthn's. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
