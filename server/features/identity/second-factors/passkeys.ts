import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Passkey } from '../../../../contract/second-factors.ts'
import type { Output, ParsedInput } from '../../../../contract/schemas.ts'
import type { Me } from '../../../../contract/users.ts'
import { type Context, now } from '../../../context.ts'
import { check } from '../../../http/errors.ts'
import { passkeyById, listPasskeys, toPasskey } from './second-factors.queries.ts'
import { shownSiteName } from '../users/users.queries.ts'
import { saveChallenge, consumeChallenge } from './second-factors.commands.ts'

/** Loaded for the first passkey: its 300 modules are a fifth of a start. */
const webauthn = () => import('@simplewebauthn/server')

const MAX_PASSKEYS = 10
const TIMEOUT_MS = 5 * 60_000
/** The largest number of the column; devices count up to twice as many. What comes after it is still more than was stored. */
const MAX_COUNTER = 2 ** 31 - 1
const toCounter = (counted: number): number => Math.min(counted, MAX_COUNTER)

/** WebAuthn binds a passkey to the site's host and to nothing else. */
const hostOf = ({ config }: Context): string => new URL(config.public_url).hostname
const originOf = ({ config }: Context): string => new URL(config.public_url).origin

/** The challenge that an answer is for, read from the signed bytes. */
function challengeOf({ clientDataJSON }: { clientDataJSON: string }): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** The options with which a browser creates a passkey for the user. */
export async function createRegistrationOptions(ctx: Context, me: Me): Promise<Output<'second_factors.begin_passkey'>> {
  const { id, email, display_name } = me
  const known = await listPasskeys(ctx.db, id)
  check(known.length < MAX_PASSKEYS, 'second_factors.too_many_passkeys')
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpID: hostOf(ctx),
    rpName: await shownSiteName(ctx, me),
    userName: email,
    userDisplayName: display_name,
    userID: new TextEncoder().encode(id),
    timeout: TIMEOUT_MS,
    // Does not ask for the manufacturer of the device.
    attestationType: 'none',
    excludeCredentials: known.map((passkey) => ({
      id: passkey.id,
      transports: passkey.transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await saveChallenge(ctx, options.challenge, id)
  return { ...options }
}

/**
 * Stores a passkey that a browser created. Rejects with `second_factors.passkey_refused` unless it is new and for this
 * site.
 */
export async function addPasskey(
  ctx: Context,
  user_id: string,
  name: string,
  response: ParsedInput<'second_factors.finish_passkey'>['response'],
): Promise<Passkey> {
  const challenge = challengeOf(response.response)
  check(await consumeChallenge(ctx, challenge, user_id), 'second_factors.passkey_refused')
  check((await listPasskeys(ctx.db, user_id)).length < MAX_PASSKEYS, 'second_factors.too_many_passkeys')
  const verified = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: originOf(ctx),
      expectedRPID: hostOf(ctx),
      requireUserVerification: true,
    })
    .catch(() => undefined)
  check(verified?.verified, 'second_factors.passkey_refused')
  const { credential } = verified.registrationInfo
  check(!(await passkeyById(ctx.db, credential.id)), 'second_factors.passkey_refused')
  const passkey = {
    id: credential.id,
    user_id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: toCounter(credential.counter),
    transports: JSON.stringify(credential.transports ?? []),
    name,
    created_at: now(ctx),
  }
  await ctx.db.insertInto('passkeys').values(passkey).execute()
  return toPasskey({ ...passkey, last_used_at: null })
}

/** The options with which a browser signs in with a passkey of this site, of any user. */
export async function createAuthenticationOptions(ctx: Context): Promise<Output<'sessions.begin_passkey'>> {
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: hostOf(ctx),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
  await saveChallenge(ctx, options.challenge, null)
  return { ...options }
}

/**
 * The user whose passkey answered a challenge of `createAuthenticationOptions`, or undefined. A challenge is used up by
 * the first answer, right or wrong.
 */
export async function verifyPasskey(
  ctx: Context,
  response: ParsedInput<'sessions.sign_in_with_passkey'>['response'],
): Promise<string | undefined> {
  const challenge = challengeOf(response.response)
  const isOpen = await consumeChallenge(ctx, challenge, null)
  const passkey = await passkeyById(ctx.db, response.id)
  if (!passkey || !isOpen) return undefined
  const verified = await (
    await webauthn()
  )
    .verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: originOf(ctx),
      expectedRPID: hostOf(ctx),
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    .catch(() => undefined)
  if (!verified?.verified) return undefined
  await ctx.db
    .updateTable('passkeys')
    .set({ counter: toCounter(verified.authenticationInfo.newCounter), last_used_at: now(ctx) })
    .where('id', '=', passkey.id)
    .execute()
  return passkey.user_id
}
