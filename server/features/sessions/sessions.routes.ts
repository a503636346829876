import { timingSafeEqual } from 'node:crypto'
import { bindingCookie, clearBindingCookie, readBindingCookie } from '../../http/binding-cookie.ts'
import { Refusal, check } from '../../http/errors.ts'
import { type Exchange, type Facts, type Handlers, opensTransaction } from '../../http/implement.ts'
import { addressKey } from '../../http/rate-limit.ts'
import { CONFIRMED_MS, bearerToken, isAlive, isCurrent, readToken, sessionRow, signToken } from '../../http/session.ts'
import type { Context } from '../../context.ts'
import { now } from '../../context.ts'
import { hashPassword, isCommonPassword, isPassword } from '../../passwords/passwords.ts'
import { hashSecret, newSecret } from '../../secrets/secrets.ts'
import { hasAdmin, insertUser, keepAccount, me, passwordHash, userByEmail } from '../users/users.queries.ts'
import {
  confirmSession,
  consumeSetUpSecret,
  knowsAddress,
  openSession,
  recordSecurityEvent,
  revoke,
  rotate,
} from './sessions.queries.ts'
import { defaultDisplayName, deviceName, isLeaving, refreshDecision } from './sessions.rules.ts'

const addressOf = (exchange: Exchange | undefined): string => addressKey(exchange?.request.ip ?? 'in-process')

/** Opens a session for the person and sets the binding cookie, when a browser asks. */
async function signIn(
  ctx: Context,
  user_id: string,
  exchange: Exchange | undefined,
): Promise<{ user: Awaited<ReturnType<typeof me>>; token: string }> {
  const headers = exchange?.request.headers ?? {}
  const isBrowser = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  const binding = isBrowser ? newSecret() : undefined
  const { token } = await openSession(ctx, {
    user_id,
    device: deviceName(headers['user-agent']),
    address: addressOf(exchange),
    binding,
  })
  if (binding !== undefined) void exchange?.reply.header('set-cookie', bindingCookie(ctx.config, binding))
  return { user: await me(ctx.db, user_id), token }
}

async function refuseCommonPassword({ config }: Context, password: string, email: string): Promise<void> {
  const words = [config.site_name, 'oremus', 'prayer', defaultDisplayName(email), email]
  check(!(await isCommonPassword(password, words)), 'sessions.common_password')
}

/** The credential that a sign-out or refresh is about, whether or not it has expired; undefined when it is none of ours. */
async function ownSession({ ctx, exchange }: Pick<Facts<'sessions.refresh'>, 'ctx' | 'exchange'>) {
  const token = bearerToken(exchange?.request.headers.authorization)
  if (token === undefined) return undefined
  const claims = await readToken(ctx, token, { allow_expired: true }).catch(() => undefined)
  const row = claims && (await sessionRow(ctx, claims.session_id))
  return row && claims && row.user_id === claims.user_id ? { row, claims } : undefined
}

function holdsBinding(binding_hash: string | null, ctx: Context, exchange: Exchange | undefined): boolean {
  if (binding_hash === null) return true
  const secret = readBindingCookie(ctx.config, exchange?.request.headers.cookie)
  const given = Buffer.from(hashSecret(secret ?? ''))
  const expected = Buffer.from(binding_hash)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const sessions = {
  'sessions.sign_up': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    await limits.count('sign_ups_of_address', addressOf(exchange))
    await refuseCommonPassword(ctx, input.password, input.email)
    const password_hash = await hashPassword(input.password)
    const known = await userByEmail(ctx.db, input.email)
    if (known) {
      // A repeated sign-up, because the first answer was lost, or a person who forgot that they have an account.
      const same = await isPassword(input.password, known.password_hash)
      check(same && known.status === 'active', 'sessions.email_taken')
      return await ctx.transaction((transaction) => signIn(transaction, known.id, exchange))
    }
    const display_name = input.displayName ?? defaultDisplayName(input.email)
    return await ctx
      .transaction(async (transaction) => {
        const id = await insertUser(transaction.db, now(ctx), { email: input.email, display_name, password_hash })
        return await signIn(transaction, id, exchange)
      })
      .catch((error: unknown) => {
        throw ctx.database.engine.isDuplicate(error) ? new Refusal('sessions.email_taken') : error
      })
  }),

  'sessions.sign_in': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    const email = input.email.trim().toLowerCase()
    const address = addressOf(exchange)
    await limits.check('sign_in_failures_of_address', address)
    const user = await userByEmail(ctx.db, email)
    // Guessing from elsewhere must not lock out a person at home: their own address has a limit of its own.
    if (!user || !(await knowsAddress(ctx, user.id, address))) await limits.check('sign_in_failures_of_account', email)
    if (!(await isPassword(input.password, user?.password_hash)) || !user) {
      await limits.fail('sign_in_failures_of_address', address)
      await limits.fail('sign_in_failures_of_account', email)
      throw new Refusal('sessions.wrong_credentials')
    }
    if (isLeaving(user, ctx.clock())) {
      check(input.keep_account, 'sessions.deleting')
      return await ctx.transaction(async (transaction) => {
        check(await keepAccount(transaction, user.id), 'sessions.wrong_credentials')
        await recordSecurityEvent(transaction, user.id, 'deletion_taken_back', {})
        return await signIn(transaction, user.id, exchange)
      })
    }
    check(user.status === 'active', 'sessions.suspended')
    return await ctx.transaction((transaction) => signIn(transaction, user.id, exchange))
  }),

  'sessions.sign_out': async ({ ctx, exchange }) => {
    const own = await ownSession({ ctx, exchange })
    if (own && isCurrent(own.row, own.claims.jti, ctx.clock())) await revoke(ctx, own.row.id, 'signed_out')
    if (own?.row.binding_hash) void exchange?.reply.header('set-cookie', clearBindingCookie(ctx.config))
    void exchange?.reply.header('clear-site-data', '"cache"')
    return {}
  },

  'sessions.refresh': opensTransaction(async ({ ctx, exchange }) => {
    const own = await ownSession({ ctx, exchange })
    check(own && isAlive(own.row, ctx.clock()), 'sessions.required')
    const { row, claims } = own
    if (!holdsBinding(row.binding_hash, ctx, exchange)) {
      await ctx.transaction((transaction) =>
        recordSecurityEvent(transaction, row.user_id, 'refresh_without_binding', { session_id: row.id }),
      )
      throw new Refusal('sessions.required')
    }
    // Read again within the transaction: another tab may have refreshed since.
    const token = await ctx.transaction(async (transaction) => {
      const current = (await sessionRow(transaction, row.id)) ?? row
      const at = ctx.clock()
      const identity = { user_id: row.user_id, session_id: row.id }
      const decision = refreshDecision(current, claims.jti, at)
      if (decision === 'revoke') {
        await revoke(transaction, row.id, 'token_reused')
        await recordSecurityEvent(transaction, row.user_id, 'token_reused', { session_id: row.id })
        return undefined
      }
      const jti = newSecret()
      if (decision === 'rotate' && (await rotate(transaction, current, jti))) {
        return await signToken(ctx, { ...identity, jti }, at)
      }
      // Somebody else rotated it, in this moment or within the grace: the answer is the token that they got.
      const winner = (await sessionRow(transaction, row.id)) ?? current
      return await signToken(ctx, { ...identity, jti: winner.current_jti }, new Date(winner.rotated_at))
    })
    check(token !== undefined, 'sessions.required')
    return { user: await me(ctx.db, row.user_id), token }
  }),

  'sessions.current': async ({ ctx, viewer, exchange }) => ({
    user: await me(ctx.db, viewer.id),
    token: bearerToken(exchange?.request.headers.authorization) ?? '',
  }),

  'sessions.confirm': opensTransaction(async ({ ctx, limits, viewer, input }) => {
    await limits.check('sign_in_failures_of_member', viewer.id)
    if (!(await isPassword(input.password, await passwordHash(ctx.db, viewer.id)))) {
      await limits.fail('sign_in_failures_of_member', viewer.id)
      throw new Refusal('sessions.wrong_password')
    }
    const confirmed_at = await ctx.transaction((transaction) => confirmSession(transaction, viewer.session_id))
    return { confirmed_until: new Date(Date.parse(confirmed_at) + CONFIRMED_MS).toISOString() }
  }),

  'sessions.set_up': opensTransaction(async ({ ctx, limits, input, exchange }) => {
    await limits.count('sign_ups_of_address', addressOf(exchange))
    await refuseCommonPassword(ctx, input.password, input.email)
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
