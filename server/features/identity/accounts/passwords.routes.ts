import { recordSecurityEvent } from '../../../audit/audit.ts'
import { now } from '../../../context.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import { type HandlerArgs, type Handlers, opensTransaction } from '../../../http/implement.ts'
import { requestedLanguage, resolveLanguage } from '../../../http/language.ts'
import { knownDeviceCookie } from '../../../http/session-cookies.ts'
import { type LinkPurpose, consumeLink, revokeLinks, verifyLink } from '../../../mail/links.ts'
import { hashPassword, verifyPassword, rejectCommonPassword } from '../../../passwords/passwords.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { readSetting } from '../../../settings/settings.ts'
import { signUpStatus } from '../invitations/invitations.rules.ts'
import { dropSecondFactors } from '../second-factors/second-factors.commands.ts'
import { confirmSession } from '../sessions/sessions.commands.ts'
import { countMailRequest, isKnownDevice } from '../sessions/sign-in.ts'
import { dropSignUp } from '../users/sign-ups.commands.ts'
import { readPasswordHash, userById } from '../users/users.queries.ts'
import { updateUser } from '../users/users.commands.ts'
import { setPassword } from './passwords.commands.ts'
import { signInFailuresOfMember } from '../users/limits.ts'

const CHOOSES_PASSWORD: LinkPurpose[] = ['reset_password', 'invitation']

/** True when this link has set the password that holds: the answer was lost, and it is sent again. Wrong ones count as guesses. */
async function wasSetBy(
  { ctx, limits }: Pick<HandlerArgs<'passwords.reset'>, 'ctx' | 'limits'>,
  token: string,
  password: string,
): Promise<boolean> {
  const link = await verifyLink(ctx, token, CHOOSES_PASSWORD, { is_used: true })
  if (!link) return false
  return await limits.attempt([[signInFailuresOfMember, link.user_id]], async () =>
    verifyPassword(password, await readPasswordHash(ctx.db, link.user_id)),
  )
}

export const passwords = {
  'passwords.forgot': async ({ ctx, limits, input, exchange }) => {
    const is_own = await countMailRequest({ ctx, limits, exchange }, input.email)
    // Does not look up the account here, so neither the answer nor its timing reveals whether it exists.
    const language = await resolveLanguage(ctx, exchange?.request.headers)
    await ctx.addJob('passwords.forgot', { email: input.email, language, is_own })
    return {}
  },

  'passwords.reset': opensTransaction(async ({ ctx, limits, input: { token, newPassword }, exchange }) => {
    // Verifies the link before the slow hashing, so that guesses cost nothing; consumes it after, so that only one
    // request succeeds.
    const link = await verifyLink(ctx, token, CHOOSES_PASSWORD)
    if (!link) {
      check(await wasSetBy({ ctx, limits }, token, newPassword), 'passwords.link_expired')
      return {}
    }
    await rejectCommonPassword(ctx.config, newPassword, link.email)
    const old = await readPasswordHash(ctx.db, link.user_id)
    // The password of an account that waits opens nothing: who is told that they have it already could not sign in.
    const waits = (await userById(ctx.db, link.user_id))?.status === 'pending'
    check(waits || !(await verifyPassword(newPassword, old)), 'passwords.same_as_before')
    const password_hash = await hashPassword(newPassword)
    return await ctx.transaction(async (transaction) => {
      const used = await consumeLink(transaction, token, CHOOSES_PASSWORD)
      const user = used && (await userById(transaction.db, used.user_id))
      // The link came by mail, which proves the mailbox: that of an address which the account has left opens nothing.
      check(user && user.status !== 'suspended' && user.email === used.email, 'passwords.link_expired')
      // Until the address is confirmed, a stranger may have signed up with it.
      const stranger_until = (user.has_unproven_holder ? null : user.email_verified_at) ?? now(ctx)
      if (await dropSecondFactors(transaction, user.id, stranger_until)) {
        await recordSecurityEvent(transaction, user.id, 'early_second_factors_removed', {})
        await enqueueMail(transaction, { to: user.email, user_id: user.id, template: 'second_factor_changed' })
      }
      // Neither is the language of a stranger that of the owner of the mailbox.
      const mail_language = requestedLanguage(exchange?.request.headers ?? {}) ?? null
      if (user.has_unproven_holder)
        await updateUser(transaction.db, now(ctx), user.id, { has_unproven_holder: false, mail_language })
      if (user.email_verified_at === null) {
        const require_verified_email = await readSetting(transaction, 'require_verified_email')
        const { status, awaits_approval } = user
        await updateUser(transaction.db, now(ctx), user.id, {
          email_verified_at: now(ctx),
          mail_language,
          ...(status === 'pending' && {
            status: signUpStatus({ awaits_approval, email_verified: true, require_verified_email }),
          }),
        })
      }
      await setPassword(transaction, { user, password_hash, kind: 'password_reset' })
      await dropSignUp(transaction, user.id)
      await revokeLinks(transaction.db, user.id, ['verify_email'])
      // Opens no session: a link that somebody else read would otherwise bypass the second factor.
      return {}
    })
  }),

  'passwords.change': opensTransaction(
    async ({ ctx, once, limits, viewer, input: { currentPassword, newPassword }, exchange }) => {
      const isRight = await limits.attempt([[signInFailuresOfMember, viewer.id]], async () =>
        verifyPassword(currentPassword, await readPasswordHash(ctx.db, viewer.id)),
      )
      check(isRight, 'sessions.wrong_password')
      check(newPassword !== currentPassword, 'passwords.same_as_before')
      const user = ensureFound(await userById(ctx.db, viewer.id), 'sessions.required')
      await rejectCommonPassword(ctx.config, newPassword, user.email)
      const password_hash = await hashPassword(newPassword)
      const old = { id: viewer.id, password_hash: (await readPasswordHash(ctx.db, viewer.id)) ?? '' }
      const isKnown = isKnownDevice(ctx, old, exchange)
      return await once(async (transaction) => {
        await setPassword(transaction, { user, password_hash, kind: 'password_changed', except: viewer.session_id })
        await confirmSession(transaction, viewer.session_id)
        // Its session goes on, for months perhaps: until the next sign-in it would be a strange browser.
        if (exchange && isKnown)
          knownDeviceCookie.set(ctx.config, exchange.reply, ctx.secrets.signKnownDevice(viewer.id, password_hash))
        return {}
      })
    },
  ),
} satisfies Handlers<'passwords'>
