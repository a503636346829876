import { timingSafeEqual } from 'node:crypto'
import {
  clearBindingCookie,
  readBindingCookie,
  readKnownDeviceCookie,
  setBindingCookie,
  setKnownDeviceCookie,
} from '../../../http/binding-cookie.ts'
import { Refusal, check } from '../../../http/errors.ts'
import { type Exchange, type HandlerArgs, type Handlers, opensTransaction } from '../../../http/implement.ts'
import { type Limit, type RateLimits, addressKey, HOUR, MINUTE, defineLimit } from '../../../http/limits/rate-limit.ts'
import {
  CONFIRMATION_TTL_MS,
  parseBearerToken,
  isSessionActive,
  isCurrentToken,
  verifyToken,
  fetchSession,
  signToken,
} from '../../../http/session.ts'
import { recordSecurityEvent } from '../../../audit/audit.ts'
import { resolveLanguage } from '../../../http/language.ts'
import type { Language } from '../../../../contract/fields.ts'
import type { Context } from '../../../context.ts'
import { now } from '../../../context.ts'
import { hashPassword, verifyPassword, rejectCommonPassword } from '../../../passwords/passwords.ts'
import { hashSecret, newSecret } from '../../../secrets/secrets.ts'
import { createAuthenticationOptions, verifyPasskey } from '../second-factors/passkeys.ts'
import { hasTotp } from '../second-factors/second-factors.queries.ts'
import { consumeSecondFactorCode } from '../second-factors/second-factors.commands.ts'
import { revokeLinks } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { readSetting } from '../../../settings/settings.ts'
import { hasAdmin, readMe, readPasswordHash, userByEmail, userById } from '../users/users.queries.ts'
import { insertUser, cancelDeletion, updateUser } from '../users/users.commands.ts'
import { resolveInvitation } from '../invitations/invitations.queries.ts'
import { redeemInvitation } from '../invitations/invitations.commands.ts'
import { isKnownAddress } from './sessions.queries.ts'
import { confirmSession, consumeSetUpSecret, openSession, revokeSession, rotateToken } from './sessions.commands.ts'
import { defaultDisplayName, deviceName, isPendingDeletion, refreshDecision } from './sessions.rules.ts'
import { signInFailuresOfMember, secondFactorFailures } from '../users/limits.ts'

const signInFailuresOfAddress = defineLimit('sign_in_failures_of_address', 10, 5 * MINUTE)
const signInFailuresOfAccount = defineLimit('sign_in_failures_of_account', 25, HOUR)
const signInFailuresOfDevice = defineLimit('sign_in_failures_of_device', 10, 5 * MINUTE)
const signUpsOfAddress = defineLimit('sign_ups_of_address', 20, HOUR)

const addressOf = (exchange: Exchange | undefined): string => addressKey(exchange?.request.ip ?? 'in-process')

/** Opens a session for the user, and sets the binding cookie if the client is a browser. */
async function signIn(
  ctx: Context,
  user_id: string,
  exchange: Exchange | undefined,
  { second_factor = false } = {},
): Promise<{ user: Awaited<ReturnType<typeof readMe>>; token: string }> {
  const headers = exchange?.request.headers ?? {}
  const isBrowser = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  const binding = isBrowser ? newSecret() : undefined
  const { token } = await openSession(ctx, {
    user_id,
    device: deviceName(headers['user-agent']),
    address: addressOf(exchange),
    binding,
    second_factor,
  })
  if (exchange && binding !== undefined) {
    const proof = ctx.secrets.signKnownDevice(user_id, (await readPasswordHash(ctx.db, user_id)) ?? '')
    void setBindingCookie(ctx.config, exchange.reply, binding)
    void setKnownDeviceCookie(ctx.config, exchange.reply, proof)
  }
  return { user: await readMe(ctx.db, user_id), token }
}

/**
 * The session of the token in a sign-out or refresh, whether or not it has expired; undefined when the token is not
 * valid here.
 */
async function readPresentedSession({ ctx, exchange }: Pick<HandlerArgs<'sessions.refresh'>, 'ctx' | 'exchange'>) {
  const token = parseBearerToken(exchange?.request.headers.authorization)
  if (token === undefined) return undefined
  const claims = await verifyToken(ctx, token, { allow_expired: true }).catch(() => undefined)
  const row = claims && (await fetchSession(ctx, claims.session_id))
  return row && claims && row.user_id === claims.user_id ? { row, claims } : undefined
}

const isEqualSecret = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

function hasBinding(binding_hash: string | null, ctx: Context, exchange: Exchange | undefined): boolean {
  if (binding_hash === null) return true
  const secret = exchange && readBindingCookie(ctx.config, exchange.request)
  return isEqualSecret(hashSecret(secret ?? ''), binding_hash)
}

/** True if a second factor was used. Refuses when the user has one and the code is missing or wrong. */
async function checkSecondStep(
  ctx: Context,
  limits: RateLimits,
  user_id: string,
  code: string | undefined,
): Promise<boolean> {
  if (!(await hasTotp(ctx.db, user_id))) return false
  check(code !== undefined, 'sessions.second_factor_needed')
  await limits.check(secondFactorFailures, user_id)
  if (await ctx.transaction((transaction) => consumeSecondFactorCode(transaction, user_id, code))) return true
  await limits.countFailure(secondFactorFailures, user_id)
  throw new Refusal('second_factors.wrong_code')
}

type LimitKeys = [limit: Limit, key: string][]

/**
 * The limits that stop an attacker who guesses, but neither the account's owner nor others behind the same IP address:
 * a browser that signed in before has a limit of its own, and an IP address from which the account was used is not
 * blocked by guesses from elsewhere.
 */
async function signInLimits(
  ctx: Context,
  email: string,
  user: { id: string; password_hash: string } | undefined,
  exchange: Exchange | undefined,
): Promise<{ checked: LimitKeys; counted: LimitKeys }> {
  const proof = exchange && readKnownDeviceCookie(ctx.config, exchange.request)
  if (user && proof !== undefined && isEqualSecret(proof, ctx.secrets.signKnownDevice(user.id, user.password_hash))) {
    const own: LimitKeys = [[signInFailuresOfDevice, user.id]]
    return { checked: own, counted: own }
  }
  const address = addressOf(exchange)
  const counted: LimitKeys = [
    [signInFailuresOfAddress, address],
    [signInFailuresOfAccount, email],
  ]
  const isAtHome = user !== undefined && (await isKnownAddress(ctx, user.id, address))
  return { checked: isAtHome ? counted.slice(0, 1) : counted, counted }
}

interface NewPerson {
  email: string
  display_name: string
  password_hash: string
  awaits_approval: boolean
  /** The invitation of the sign-up, where one is required. */
  invitation: string | undefined
  language: Language
}

/** Inserts a new user. The greeting is a job, which decides by itself what to mail to the address. */
async function insertPerson(
  ctx: Context,
  { invitation, language, ...person }: NewPerson,
  status: 'active' | 'pending',
): Promise<string> {
  if (invitation !== undefined) check(await redeemInvitation(ctx, invitation), 'invitations.link_expired')
  const id = await insertUser(ctx.db, now(ctx), { ...person, status })
  await ctx.addJob('sessions.greet', { email: person.email, language })
  return id
}

/**
 * Where addresses must be confirmed, every sign-up gets the same answer and costs the same work; the difference is
 * mailed to the address. The answer reveals nobody's account.
 */
async function signUpWithVerification(ctx: Context, person: NewPerson): Promise<{ pending: 'verify_email' }> {
  const again = (known: Awaited<ReturnType<typeof userByEmail>>) =>
    ctx.transaction(async (transaction) => {
      // Of several sign-ups the newest counts, because its mail is at the top of the mailbox.
      if (known?.status === 'pending' && known.email_verified_at === null) {
        const { password_hash, display_name } = person
        await updateUser(transaction.db, now(ctx), known.id, { password_hash, display_name })
        await revokeLinks(transaction.db, known.id, ['verify_email'])
      }
      await transaction.addJob('sessions.greet', { email: person.email, language: person.language })
    })
  const known = await userByEmail(ctx.db, person.email)
  if (known) await again(known)
  else {
    await ctx
      .transaction((transaction) => insertPerson(transaction, person, 'pending'))
      .catch((error: unknown) => {
        if (!ctx.database.engine.isDuplicate(error)) throw error
        return again(undefined)
      })
  }
  return { pending: 'verify_email' }
}

/** Where addresses need no confirmation, a new user is signed in at once, which reveals that the address was free. */
async function signUpWithoutVerification(
  { ctx, limits, input: { password }, exchange }: HandlerArgs<'sessions.sign_up'>,
  person: NewPerson,
): Promise<Awaited<ReturnType<typeof signIn>> | { pending: 'approval' }> {
  const known = await userByEmail(ctx.db, person.email)
  if (known) {
    // A repeated sign-up, because the first answer was lost or the user forgot their account. It must not be easier
    // than signing in: it uses the same limits on wrong guesses and requires the second factor.
    const guesses = await signInLimits(ctx, person.email, known, exchange)
    for (const [limit, key] of guesses.checked) await limits.check(limit, key)
    const same = await verifyPassword(password, known.password_hash)
    if (!same) for (const [limit, key] of guesses.counted) await limits.countFailure(limit, key)
    check(same && (known.status === 'active' || known.awaits_approval), 'sessions.email_taken')
    check(!(await hasTotp(ctx.db, known.id)), 'sessions.email_taken')
    if (known.awaits_approval) return { pending: 'approval' }
    return await ctx.transaction((transaction) => signIn(transaction, known.id, exchange))
  }
  return await ctx
    .transaction(async (transaction) => {
      const id = await insertPerson(transaction, person, person.awaits_approval ? 'pending' : 'active')
      return person.awaits_approval ? { pending: 'approval' as const } : await signIn(transaction, id, exchange)
    })
    .catch((error: unknown) => {
      throw ctx.database.engine.isDuplicate(error) ? new Refusal('sessions.email_taken') : error
    })
}

/**
 * True if the user signed up where addresses must be confirmed, and has not confirmed. To anybody who cannot read the
 * mailbox the account does not exist.
 */
const isUnverified = async (
  ctx: Context,
  user: { status: string; email_verified_at: string | null },
): Promise<boolean> =>
  user.status === 'pending' && user.email_verified_at === null && (await readSetting(ctx, 'require_verified_email'))

export const sessions = {
  'sessions.how_to_sign_up': async ({ ctx }) => ({
    sign_up_mode: await readSetting(ctx, 'sign_up_mode'),
    require_verified_email: await readSetting(ctx, 'require_verified_email'),
    sends_mail: ctx.config.smtp_url !== undefined,
  }),

  'sessions.sign_up': opensTransaction(async (args) => {
    const { ctx, limits, input, exchange } = args
    await limits.count(signUpsOfAddress, addressOf(exchange))
    const mode = await readSetting(ctx, 'sign_up_mode')
    const invitation = await resolveInvitation(ctx, mode, input)
    await rejectCommonPassword(ctx.config, input.password, input.email)
    const password_hash = await hashPassword(input.password)
    const person: NewPerson = {
      email: input.email,
      display_name: input.displayName ?? defaultDisplayName(input.email),
      password_hash,
      awaits_approval: mode === 'approval' && invitation === undefined,
      invitation,
      language: resolveLanguage(exchange?.request.headers ?? {}),
    }
    const answer = (await readSetting(ctx, 'require_verified_email'))
      ? await signUpWithVerification(ctx, person)
      : await signUpWithoutVerification(args, person)
    if ('pending' in answer) void exchange?.reply.code(202)
    return answer
  }),

  'sessions.sign_in': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    const email = input.email.trim().toLowerCase()
    const user = await userByEmail(ctx.db, email)
    const guesses = await signInLimits(ctx, email, user, exchange)
    for (const [limit, key] of guesses.checked) await limits.check(limit, key)
    const isRight = await verifyPassword(input.password, user?.password_hash)
    if (!isRight || !user || (await isUnverified(ctx, user))) {
      for (const [limit, key] of guesses.counted) await limits.countFailure(limit, key)
      throw new Refusal('sessions.wrong_credentials')
    }
    check(!user.awaits_approval, 'sessions.awaiting_approval')
    const leaves = isPendingDeletion(user, ctx.clock())
    check(user.status === 'active' || user.status === 'pending' || leaves, 'sessions.suspended')
    check(!leaves || input.keep_account, 'sessions.deleting')
    const second_factor = await checkSecondStep(ctx, limits, user.id, input.code)
    return await ctx.transaction(async (transaction) => {
      // The user waited for a confirmation that the site no longer requires.
      if (user.status === 'pending') await updateUser(transaction.db, now(ctx), user.id, { status: 'active' })
      if (leaves) {
        check(await cancelDeletion(transaction, user.id), 'sessions.wrong_credentials')
        await recordSecurityEvent(transaction, user.id, 'deletion_taken_back', {})
      }
      return await signIn(transaction, user.id, exchange, { second_factor })
    })
  }),

  'sessions.begin_passkey': async ({ ctx }) => await createAuthenticationOptions(ctx),

  'sessions.sign_in_with_passkey': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    const address = addressOf(exchange)
    await limits.check(signInFailuresOfAddress, address)
    const user_id = await ctx.transaction((transaction) => verifyPasskey(transaction, input.response))
    if (user_id === undefined) {
      await limits.countFailure(signInFailuresOfAddress, address)
      throw new Refusal('second_factors.passkey_refused')
    }
    const user = await userById(ctx.db, user_id)
    // Only signing in with the password offers to cancel a deletion.
    check(!user || !isPendingDeletion(user, ctx.clock()), 'sessions.deleting')
    check(user?.status === 'active', 'sessions.suspended')
    return await ctx.transaction((transaction) => signIn(transaction, user_id, exchange, { second_factor: true }))
  }),

  'sessions.sign_out': async ({ ctx, exchange }) => {
    const own = await readPresentedSession({ ctx, exchange })
    if (own && isCurrentToken(own.row, own.claims.jti, ctx.clock())) await revokeSession(ctx, own.row.id, 'signed_out')
    if (exchange && own?.row.binding_hash) void clearBindingCookie(ctx.config, exchange.reply)
    void exchange?.reply.header('clear-site-data', '"cache"')
    return {}
  },

  'sessions.refresh': opensTransaction(async ({ ctx, exchange }) => {
    const own = await readPresentedSession({ ctx, exchange })
    check(own && isSessionActive(own.row, ctx.clock()), 'sessions.required')
    const { row, claims } = own
    if (!hasBinding(row.binding_hash, ctx, exchange)) {
      await ctx.transaction((transaction) =>
        recordSecurityEvent(transaction, row.user_id, 'refresh_without_binding', { session_id: row.id }),
      )
      throw new Refusal('sessions.required')
    }
    // Reads again within the transaction: another tab may have refreshed since.
    const token = await ctx.transaction(async (transaction) => {
      const current = (await fetchSession(transaction, row.id)) ?? row
      const at = ctx.clock()
      const identity = { user_id: row.user_id, session_id: row.id }
      const decision = refreshDecision(current, claims.jti, at)
      if (decision === 'revoke') {
        await revokeSession(transaction, row.id, 'token_reused')
        await recordSecurityEvent(transaction, row.user_id, 'token_reused', { session_id: row.id })
        const user = await userById(transaction.db, row.user_id)
        if (user) await enqueueMail(transaction, { to: user.email, user_id: user.id, template: 'session_ended' })
        return undefined
      }
      const jti = newSecret()
      if (decision === 'rotate' && (await rotateToken(transaction, current, jti))) {
        return await signToken(ctx, { ...identity, jti }, at)
      }
      // A concurrent request rotated it just now or within the grace period: returns the token that it got.
      const winner = (await fetchSession(transaction, row.id)) ?? current
      return await signToken(ctx, { ...identity, jti: winner.current_jti }, new Date(winner.rotated_at))
    })
    check(token !== undefined, 'sessions.required')
    return { user: await readMe(ctx.db, row.user_id), token }
  }),

  'sessions.current': async ({ ctx, viewer, exchange }) => ({
    user: await readMe(ctx.db, viewer.id),
    token: parseBearerToken(exchange?.request.headers.authorization) ?? '',
  }),

  'sessions.confirm': opensTransaction(async ({ ctx, limits, viewer, input }) => {
    await limits.check(signInFailuresOfMember, viewer.id)
    if (!(await verifyPassword(input.password, await readPasswordHash(ctx.db, viewer.id)))) {
      await limits.countFailure(signInFailuresOfMember, viewer.id)
      throw new Refusal('sessions.wrong_password')
    }
    const confirmed_at = await ctx.transaction((transaction) => confirmSession(transaction, viewer.session_id))
    return { confirmed_until: new Date(Date.parse(confirmed_at) + CONFIRMATION_TTL_MS).toISOString() }
  }),

  'sessions.set_up': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    await limits.count(signUpsOfAddress, addressOf(exchange))
    await rejectCommonPassword(ctx.config, input.password, input.email)
    const password_hash = await hashPassword(input.password)
    return await ctx
      .transaction(async (transaction) => {
        check(
          !(await hasAdmin(transaction.db)) && (await consumeSetUpSecret(transaction, input.token)),
          'sessions.set_up_done',
        )
        const display_name = input.displayName ?? defaultDisplayName(input.email)
        const id = await insertUser(transaction.db, now(ctx), {
          email: input.email,
          display_name,
          password_hash,
          role: 'admin',
        })
        return await signIn(transaction, id, exchange)
      })
      .catch((error: unknown) => {
        throw ctx.database.engine.isDuplicate(error) ? new Refusal('sessions.email_taken') : error
      })
  }),
} satisfies Handlers<'sessions'>
