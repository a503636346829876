import { toLookupAddress } from '../../../../contract/addresses.ts'
import { timeZone } from '../../../../contract/fields.ts'
import { withOurDigits } from '../../../../contract/digits.values.ts'
import { bindingCookie, knownDeviceCookie, pageCookie } from '../../../http/session-cookies.ts'
import { Refusal, check, refuseDuplicate } from '../../../http/errors.ts'
import { type Exchange, type Handlers, opensTransaction } from '../../../http/implement.ts'
import { originBinding, otherOrigin } from '../../../http/origins.ts'
import {
  CONFIRMATION_TTL_MS,
  parseBearerToken,
  isSessionActive,
  readPageViewer,
  verifyToken,
  fetchSession,
  signPageSession,
  signToken,
} from '../../../http/session.ts'
import { recordSecurityEvent } from '../../../audit/audit.ts'
import { requestedLanguage, resolveLanguage } from '../../../http/language.ts'
import { type Context, hasMailServer, now } from '../../../context.ts'
import { hashPassword, isWeakHash, verifyPassword, rejectCommonPassword } from '../../../passwords/passwords.ts'
import { hashSecret, isEqualSecret, newSecret } from '../../../secrets/secrets.ts'
import { createAuthenticationOptions, verifyPasskey } from '../second-factors/passkeys.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { isInReach } from '../../../mail/transport.ts'
import { consumeSignInCode, countCodeTry } from '../../../mail/sign-in-codes.ts'
import { readSetting, writeSetting } from '../../../settings/settings.ts'
import {
  NOBODY,
  hasAdmin,
  hasPeople,
  lockUser,
  readMe,
  readPasswordHash,
  userByEmail,
  userById,
} from '../users/users.queries.ts'
import { insertUser, cancelDeletion, replaceHash, updateUser } from '../users/users.commands.ts'
import { resolveInvitation } from '../invitations/invitations.queries.ts'
import { letsIn } from '../invitations/invitations.rules.ts'
import { askForNewPassword } from './earlier-access.commands.ts'
import { confirmSession, consumeSetUpSecret, revokeSession, rotateToken } from './sessions.commands.ts'
import { defaultDisplayName, isPendingDeletion, refreshDecision } from './sessions.rules.ts'
import {
  addressFailures,
  addressOf,
  checkSecondStep,
  countMailRequest,
  countSignUp,
  isKnownDevice,
  signIn,
  signInLimits,
} from './sign-in.ts'
import { type NewPerson, signUpWithVerification, signUpWithoutVerification } from './sign-up.ts'
import { signInFailuresOfMember } from '../users/limits.ts'

/**
 * The session of a browser that has no token, because it clears what scripts store: named by the cookie of its pages, and
 * proved by its binding cookie, which is sent for the site's own pages only. Counts as its newest token.
 */
async function readCookieSession(ctx: Context, exchange: Exchange | undefined) {
  const cookie = exchange && pageCookie.read(ctx.config, exchange.request)
  const viewer = cookie === undefined ? null : await readPageViewer(ctx, cookie)
  const row = viewer && (await fetchSession(ctx, viewer.session_id))
  if (!row || row.binding_hash === null || !hasBinding(row.binding_hash, ctx, exchange)) return undefined
  return { row, claims: { user_id: row.user_id, session_id: row.id, jti: row.current_jti } }
}

/**
 * The session of the token in a sign-out or refresh, whether or not it has expired; undefined when the token is not
 * valid here.
 */
async function readTokenSession(ctx: Context, exchange: Exchange | undefined) {
  const token = parseBearerToken(exchange?.request.headers.authorization)
  if (token === undefined) return undefined
  const claims = await verifyToken(ctx, token, { allow_expired: true }).catch(() => undefined)
  const row = claims && (await fetchSession(ctx, claims.session_id))
  return row && claims && row.user_id === claims.user_id ? { row, claims } : undefined
}

function hasBinding(binding_hash: string | null, ctx: Context, exchange: Exchange | undefined): boolean {
  const origin = exchange && otherOrigin(ctx.config, exchange.request.headers)
  if (origin !== undefined) return isEqualSecret(originBinding(origin), binding_hash ?? '')
  if (binding_hash === null) return true
  const secret = exchange && bindingCookie.read(ctx.config, exchange.request)
  return isEqualSecret(hashSecret(secret ?? ''), binding_hash)
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

/** Returns false if the deletion has just become final. */
async function takeBackDeletion(ctx: Context, user_id: string): Promise<boolean> {
  const isKept = await cancelDeletion(ctx, user_id)
  if (isKept) await recordSecurityEvent(ctx, user_id, 'deletion_taken_back', {})
  return isKept
}

export const sessions = {
  'sessions.how_to_sign_up': async ({ ctx }) => {
    const sign_up_mode = await readSetting(ctx, 'sign_up_mode')
    return {
      sign_up_mode,
      join_question: sign_up_mode === 'approval' ? await readSetting(ctx, 'join_question') : '',
      require_verified_email: await readSetting(ctx, 'require_verified_email'),
      sends_mail: await hasMailServer(ctx),
      is_set_up: await hasAdmin(ctx.db),
    }
  },

  'sessions.sign_up': opensTransaction(async (args) => {
    const { ctx, limits, input, exchange } = args
    const mode = await readSetting(ctx, 'sign_up_mode')
    const count = () => countSignUp(ctx, limits, exchange)
    const invitation = await resolveInvitation(ctx, mode, input).catch(async (error: unknown) => {
      await count()
      throw error
    })
    const is_known = (await userByEmail(ctx.db, input.email)) !== undefined
    // Fifty people who were invited by name sign up in one parish hall, each once.
    if (!invitation || invitation.email === null || is_known) await count()
    check(await isInReach(await ctx.mailRoute(), input.email), 'sessions.email_out_of_reach')
    await rejectCommonPassword(ctx.config, input.password, input.email)
    const password_hash = await hashPassword(input.password)
    // A person who has a link that was only mailed reads the mailbox. An account that exists is never opened by it.
    const is_proven = invitation?.proves_address === true && invitation.email === input.email && !is_known
    const awaits_approval = !letsIn(mode, invitation)
    const { join_answer = '' } = input
    const person: NewPerson = {
      email: input.email,
      display_name: input.displayName ?? defaultDisplayName(input.email),
      password_hash,
      awaits_approval,
      join_answer: awaits_approval && join_answer !== '' ? join_answer : null,
      ...(invitation?.role === 'limited' && { role: 'limited' }),
      ...(is_proven && { email_verified_at: now(ctx) }),
      invitation,
      language: await resolveLanguage(ctx, exchange?.request.headers),
      mail_language: requestedLanguage(exchange?.request.headers ?? {}) ?? null,
    }
    const answer =
      !is_proven && (await readSetting(ctx, 'require_verified_email'))
        ? await signUpWithVerification(ctx, person)
        : await signUpWithoutVerification(args, person)
    if ('pending' in answer) void exchange?.reply.code(202)
    return answer
  }),

  'sessions.sign_in': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    const email = toLookupAddress(input.email)
    const user = await userByEmail(ctx.db, email)
    const { checked, counted } = await signInLimits(ctx, email, user, exchange)
    const isOwn = async () => {
      const isMatch = await verifyPassword(input.password, user?.password_hash)
      return isMatch && user !== undefined && !(await isUnverified(ctx, user))
    }
    const isRight = await limits.attempt(checked, isOwn, counted)
    check(isRight && user, 'sessions.wrong_credentials')
    check(!user.awaits_approval, 'sessions.awaiting_approval')
    const leaves = isPendingDeletion(user, ctx.clock())
    check(user.status === 'active' || user.status === 'pending' || leaves, 'sessions.suspended')
    check(!leaves || input.keep_account, 'sessions.deleting')
    const second_factor = await checkSecondStep(ctx, limits, user.id, input.code)
    const stronger = isWeakHash(user.password_hash) ? await hashPassword(input.password) : undefined
    return await ctx.transaction(async (transaction) => {
      if (stronger !== undefined) await replaceHash(transaction.db, user, stronger)
      // The user waited for a confirmation that the site no longer requires.
      if (user.status === 'pending') await updateUser(transaction.db, now(ctx), user.id, { status: 'active' })
      if (leaves) check(await takeBackDeletion(transaction, user.id), 'sessions.wrong_credentials')
      return await signIn(transaction, user.id, exchange, { second_factor })
    })
  }),

  'sessions.begin_passkey': async ({ ctx }) => await createAuthenticationOptions(ctx),

  'sessions.sign_in_with_passkey': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    let user_id: string | undefined
    await limits.attempt([await addressFailures(ctx, addressOf(exchange))], async () => {
      user_id = await ctx.transaction((transaction) => verifyPasskey(transaction, input.response))
      return user_id !== undefined
    })
    check(user_id !== undefined, 'second_factors.passkey_refused')
    const id = user_id
    const user = await userById(ctx.db, id)
    const leaves = user !== undefined && isPendingDeletion(user, ctx.clock())
    check(!leaves || input.keep_account, 'sessions.deleting')
    check(user?.status === 'active' || leaves, 'sessions.suspended')
    return await ctx.transaction(async (transaction) => {
      if (leaves) check(await takeBackDeletion(transaction, id), 'second_factors.passkey_refused')
      return await signIn(transaction, id, exchange, { second_factor: true })
    })
  }),

  'sessions.send_code': async ({ ctx, limits, input, exchange }) => {
    const is_own = await countMailRequest({ ctx, limits, exchange }, input.email)
    const ticket = newSecret()
    const language = await resolveLanguage(ctx, exchange?.request.headers)
    // Does not look up the account here, so neither the answer nor its timing reveals whether it exists.
    await ctx.addJob('sessions.send_code', { email: input.email, language, ticket_hash: hashSecret(ticket), is_own })
    return { ticket }
  },

  'sessions.sign_in_with_code': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    const email = toLookupAddress(input.email)
    const ticket_hash = hashSecret(input.ticket)
    const user = await userByEmail(ctx.db, email)
    const { checked, counted } = await signInLimits(ctx, email, user, exchange)
    const isOwn = async () => {
      // Counts for any address: a try that wrote nothing would be answered sooner.
      const user_id = user?.id ?? NOBODY
      const isOpen = await ctx.transaction((transaction) => countCodeTry(transaction, ticket_hash, user_id))
      const typed = withOurDigits(input.mail_code).replaceAll(/\s/g, '')
      return isEqualSecret(typed, ctx.secrets.deriveSignInCode(ticket_hash)) && isOpen
    }
    const isRight = await limits.attempt(checked, isOwn, counted)
    check(isRight && user, 'sessions.wrong_mail_code')
    check(!user.awaits_approval, 'sessions.awaiting_approval')
    const leaves = isPendingDeletion(user, ctx.clock())
    check(!leaves || input.keep_account, 'sessions.deleting')
    check(user.status === 'active' || leaves, 'sessions.suspended')
    const second_factor = await checkSecondStep(ctx, limits, user.id, input.code)
    return await ctx.transaction(async (transaction) => {
      // First, as whoever changes the address does, and then ends the codes.
      await lockUser(transaction, user.id)
      check(await consumeSignInCode(transaction.db, ticket_hash, user.id), 'sessions.wrong_mail_code')
      if (leaves) check(await takeBackDeletion(transaction, user.id), 'sessions.wrong_mail_code')
      // A person who signed in here before is the holder, and has now proved the mailbox.
      const was_ended = user.has_unproven_holder && !isKnownDevice(ctx, user, exchange)
      if (was_ended)
        await askForNewPassword(transaction, user, await resolveLanguage(transaction, exchange?.request.headers))
      else if (user.has_unproven_holder)
        await updateUser(transaction.db, now(ctx), user.id, { has_unproven_holder: false })
      const session = await signIn(transaction, user.id, exchange, {
        second_factor: second_factor && !was_ended,
        is_confirmed: false,
      })
      return { ...session, was_ended }
    })
  }),

  'sessions.sign_out': async ({ ctx, exchange }) => {
    const own = await readTokenSession(ctx, exchange)
    // Also an older token of the session: it may be told late. For the same reason the answer takes no cookie back, which by
    // then may be that of a newer session.
    if (own) await revokeSession(ctx, own.row.id, 'signed_out')
    void exchange?.reply.header('clear-site-data', '"cache"')
    return {}
  },

  'sessions.refresh': opensTransaction(async ({ ctx, exchange }) => {
    const has_token = exchange?.request.headers.authorization !== undefined
    const own = has_token ? await readTokenSession(ctx, exchange) : await readCookieSession(ctx, exchange)
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
    // Sessions that were opened before pages were rendered for members have none yet. Who has it keeps it: an answer that comes
    // late would replace that of a newer session.
    const page = signPageSession(ctx, row.id)
    if (exchange && row.binding_hash !== null && pageCookie.read(ctx.config, exchange.request) !== page)
      pageCookie.set(ctx.config, exchange.reply, page)
    return { user: await readMe(ctx.db, row.user_id), token }
  }),

  'sessions.current': async ({ ctx, viewer, exchange }) => ({
    user: await readMe(ctx.db, viewer.id),
    token: parseBearerToken(exchange?.request.headers.authorization) ?? '',
  }),

  'sessions.confirm': opensTransaction(async ({ ctx, limits, viewer, input, exchange }) => {
    const password_hash = await readPasswordHash(ctx.db, viewer.id)
    const isRight = await limits.attempt([[signInFailuresOfMember, viewer.id]], () =>
      verifyPassword(input.password, password_hash),
    )
    check(isRight && password_hash !== undefined, 'sessions.wrong_password')
    const confirmed_at = await ctx.transaction((transaction) => confirmSession(transaction, viewer.session_id))
    // The password may have been changed here, and the answer with the new proof be lost.
    if (exchange && bindingCookie.read(ctx.config, exchange.request) !== undefined)
      knownDeviceCookie.set(ctx.config, exchange.reply, ctx.secrets.signKnownDevice(viewer.id, password_hash))
    return { confirmed_until: new Date(Date.parse(confirmed_at) + CONFIRMATION_TTL_MS).toISOString() }
  }),

  'sessions.set_up': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    await countSignUp(ctx, limits, exchange)
    await rejectCommonPassword(ctx.config, input.password, input.email)
    const password_hash = await hashPassword(input.password)
    return await ctx
      .transaction(async (transaction) => {
        check(
          !(await hasAdmin(transaction.db)) && (await consumeSetUpSecret(transaction, input.token)),
          'sessions.set_up_done',
        )
        const isNew = !(await hasPeople(transaction.db))
        const display_name = input.displayName ?? defaultDisplayName(input.email)
        const id = await insertUser(transaction.db, now(ctx), {
          email: input.email,
          display_name,
          password_hash,
          role: 'admin',
        })
        const time_zone = timeZone.safeParse(input.time_zone).data
        if (isNew) await writeSetting(transaction, id, 'opening', [])
        if (time_zone !== undefined) await writeSetting(transaction, id, 'time_zone', time_zone)
        // Alarms reach confirmed addresses only. Without a mail server, its test confirms the address later.
        if (await hasMailServer(transaction)) {
          const language = await resolveLanguage(transaction, exchange?.request.headers)
          await transaction.addJob('sessions.greet', { email: input.email, language })
        }
        return await signIn(transaction, id, exchange)
      })
      .catch(refuseDuplicate(ctx, 'sessions.email_taken'))
  }),
} satisfies Handlers<'sessions'>
