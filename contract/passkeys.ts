import { z } from 'zod'

/** Six digits of an authenticator app, or one of the recovery codes; spaces and hyphens do not matter. */
export const secondCode = z
  .string()
  .max(40)
  .transform((value) => value.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/))

/** Base64url, as WebAuthn's JSON spells bytes. */
export const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)

/** What both sorts of a browser's answer have. */
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
/** What the browser's own call takes; its members are WebAuthn's. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
