import { mailboxOf, toLookupAddress } from '../../../../contract/addresses.ts'
import { bindingCookie, knownDeviceCookie, pageCookie } from '../../../http/session-cookies.ts'
import { check } from '../../../http/errors.ts'
import type { Exchange, HandlerArgs } from '../../../http/implement.ts'
import { requestedLanguage } from '../../../http/language.ts'
import { otherOrigin } from '../../../http/origins.ts'
import {
  type LimitKey,
  type RateLimits,
  addressKey,
  HOUR,
  MINUTE,
  defineLimit,
} from '../../../http/limits/rate-limit.ts'
import type { Context } from '../../../context.ts'
import { signPageSession } from '../../../http/session.ts'
import { isEqualSecret, newSecret } from '../../../secrets/secrets.ts'
import { isEventOn } from '../../../settings/settings.ts'
import { consumeSecondFactorCode } from '../second-factors/second-factors.commands.ts'
import { hasTotp } from '../second-factors/second-factors.queries.ts'
import { mailRequestsOfMember, secondFactorFailures } from '../users/limits.ts'
import { keepMailLanguage } from '../users/users.commands.ts'
import { NOBODY, readMe, readPasswordHash, userByEmail } from '../users/users.queries.ts'
import { openSession } from './sessions.commands.ts'
import { isKnownAddress, isSharedAddress } from './sessions.queries.ts'
import { deviceName } from './sessions.rules.ts'

const signInFailuresOfAddress = defineLimit('sign_in_failures_of_address', 10, 5 * MINUTE)
const signInFailuresOfSharedAddress = defineLimit('sign_in_failures_of_shared_address', 100, 5 * MINUTE)
const signInFailuresOfAccountAtAddress = defineLimit('sign_in_failures_of_account_at_address', 10, 5 * MINUTE)
const signInFailuresOfAccount = defineLimit('sign_in_failures_of_account', 25, HOUR)
const signInFailuresOfDevice = defineLimit('sign_in_failures_of_device', 10, 5 * MINUTE)
const signUpsOfAddress = defineLimit('sign_ups_of_address', 20, HOUR)
const signUpsOfAddressAtEvent = defineLimit('sign_ups_of_address_at_event', 300, HOUR)

const mailRequestsOfAddress = defineLimit('mail_requests_of_address', 20, HOUR)
/** As many mails as one address gets in this time. */
const mailRequestsOfMailbox = defineLimit('mail_requests_of_mailbox', 10, HOUR)
const mailRequestsOfAddressAtEvent = defineLimit('mail_requests_of_address_at_event', 300, HOUR)

export const addressOf = (exchange: Exchange | undefined): string => addressKey(exchange?.request.ip ?? 'in-process')

/** Counts a sign-up of the caller's address. During an event many people sign up from one. */
export const countSignUp = async (ctx: Context, limits: RateLimits, exchange: Exchange | undefined): Promise<void> =>
  await limits.count((await isEventOn(ctx)) ? signUpsOfAddressAtEvent : signUpsOfAddress, addressOf(exchange))

/** True in a browser that signed in to the account before, since its password last changed. */
export function isKnownDevice(
  ctx: Context,
  user: { id: string; password_hash: string } | undefined,
  exchange: Exchange | undefined,
): boolean {
  const proof = exchange && knownDeviceCookie.read(ctx.config, exchange.request)
  return (
    user !== undefined &&
    proof !== undefined &&
    isEqualSecret(proof, ctx.secrets.signKnownDevice(user.id, user.password_hash))
  )
}

/**
 * Counts a request for a mail to an account that may be another's: for the caller's network address and for the mailbox. A browser that
 * signed in to the account before is counted by itself, so that nobody else can use up what its person asks for. Returns whether it is one.
 */
export async function countMailRequest(
  { ctx, limits, exchange }: Pick<HandlerArgs<'sessions.send_code'>, 'ctx' | 'limits' | 'exchange'>,
  written: string,
): Promise<boolean> {
  const email = toLookupAddress(written)
  const hasProof = exchange !== undefined && knownDeviceCookie.read(ctx.config, exchange.request) !== undefined
  const user = hasProof ? await userByEmail(ctx.db, email) : undefined
  if (user && isKnownDevice(ctx, user, exchange)) {
    await limits.count(mailRequestsOfMember, user.id)
    return true
  }
  await limits.count((await isEventOn(ctx)) ? mailRequestsOfAddressAtEvent : mailRequestsOfAddress, addressOf(exchange))
  await limits.count(mailRequestsOfMailbox, mailboxOf(email))
  return false
}

/** Opens a session for the user, and sets the binding cookie if the client is a browser. */
export async function signIn(
  ctx: Context,
  user_id: string,
  exchange: Exchange | undefined,
  { second_factor = false, is_confirmed = true } = {},
): Promise<{ user: Awaited<ReturnType<typeof readMe>>; token: string }> {
  const headers = exchange?.request.headers ?? {}
  const origin = otherOrigin(ctx.config, headers)
  const isBrowser = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  const binding = isBrowser && origin === undefined ? newSecret() : undefined
  await keepMailLanguage(ctx.db, user_id, requestedLanguage(headers))
  const { token, session_id } = await openSession(ctx, {
    user_id,
    device: deviceName(headers['user-agent']),
    address: addressOf(exchange),
    binding,
    origin,
    second_factor,
    is_confirmed,
  })
  if (exchange && binding !== undefined) {
    const proof = ctx.secrets.signKnownDevice(user_id, (await readPasswordHash(ctx.db, user_id)) ?? '')
    bindingCookie.set(ctx.config, exchange.reply, binding)
    knownDeviceCookie.set(ctx.config, exchange.reply, proof)
    pageCookie.set(ctx.config, exchange.reply, signPageSession(ctx, session_id))
  }
  return { user: await readMe(ctx.db, user_id), token }
}

/** True if a second factor was used. Refuses when the user has one and the code is missing or wrong. */
export async function checkSecondStep(
  ctx: Context,
  limits: RateLimits,
  user_id: string,
  code: string | undefined,
): Promise<boolean> {
  if (!(await hasTotp(ctx.db, user_id))) return false
  check(code !== undefined, 'sessions.second_factor_needed')
  const isRight = await limits.attempt([[secondFactorFailures, user_id]], () =>
    ctx.transaction((transaction) => consumeSecondFactorCode(transaction, user_id, code)),
  )
  check(isRight, 'second_factors.wrong_code')
  return true
}

/** The limit on failures of one address: softer where many members share it, and during an event. */
export async function addressFailures(ctx: Context, address: string): Promise<LimitKey> {
  const isShared = (await isSharedAddress(ctx, address)) || (await isEventOn(ctx))
  return [isShared ? signInFailuresOfSharedAddress : signInFailuresOfAddress, address]
}

/**
 * The limits that stop an attacker who guesses, but neither the account's owner nor others behind the same IP address:
 * a browser that signed in before has a limit of its own, and an IP address from which the account was used is not
 * blocked by guesses from elsewhere. Guesses at one account from one address are always few, however many people share
 * the address.
 */
export async function signInLimits(
  ctx: Context,
  email: string,
  user: { id: string; password_hash: string } | undefined,
  exchange: Exchange | undefined,
): Promise<{ checked: LimitKey[]; counted?: LimitKey[] }> {
  if (user && isKnownDevice(ctx, user, exchange)) {
    return { checked: [[signInFailuresOfDevice, user.id]] }
  }
  const address = addressOf(exchange)
  const here: LimitKey[] = [
    await addressFailures(ctx, address),
    [signInFailuresOfAccountAtAddress, `${address} ${email}`],
  ]
  const counted: LimitKey[] = [...here, [signInFailuresOfAccount, email]]
  const isAtHome = await isKnownAddress(ctx, user?.id ?? NOBODY, address)
  return { checked: isAtHome ? here : counted, counted }
}
