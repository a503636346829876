import { recordAudit, recordSecurityEvent } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { check, ensureFound, refuseDuplicate } from '../../../http/errors.ts'
import { type Exchange, type HandlerArgs, type Handlers, opensTransaction } from '../../../http/implement.ts'
import { requestedLanguage, resolveLanguage } from '../../../http/language.ts'
import { checkRecentlyConfirmed, readViewer } from '../../../http/session.ts'
import { consumeLink, mailLink, revokeLinks, verifyLink } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { isInReach } from '../../../mail/transport.ts'
import { verifyPassword } from '../../../passwords/passwords.ts'
import { readSetting } from '../../../settings/settings.ts'
import { deleteInvitationsTo } from '../invitations/invitations.commands.ts'
import { signUpStatus } from '../invitations/invitations.rules.ts'
import { hasTotp } from '../second-factors/second-factors.queries.ts'
import { askForNewPassword, withdrawCalendarLink } from '../sessions/earlier-access.commands.ts'
import { revokeSessions } from '../sessions/sessions.commands.ts'
import {
  dropSignUp,
  sendVerificationMail,
  signUpOfLink,
  takeSignUp,
  waitingSignUp,
} from '../users/sign-ups.commands.ts'
import { NO_PASSWORD, lockUser, readPasswordHash, userById } from '../users/users.queries.ts'
import { updateUser } from '../users/users.commands.ts'
import { applySignUp, leaveListsOfGroups } from './emails.commands.ts'
import { mailRequestsOfMember, signInFailuresOfMember } from '../users/limits.ts'

type User = NonNullable<Awaited<ReturnType<typeof userById>>>

/** Replaces the address, ends the other sessions and the link of a calendar, and notifies the old address. */
async function changeEmail(
  ctx: Context,
  user: User,
  email: string,
  { verified, except }: { verified: boolean; except?: string | undefined },
): Promise<void> {
  // A confirmed address that follows another keeps the time of the first: second factors are trusted since then.
  const email_verified_at = verified ? (user.email_verified_at ?? now(ctx)) : null
  await updateUser(ctx.db, now(ctx), user.id, { email, email_verified_at })
  await revokeSessions(ctx, user.id, { except, reason: 'email_changed' })
  await withdrawCalendarLink(ctx, user.id)
  await revokeLinks(ctx.db, user.id, ['reset_password', 'verify_email', 'change_email', 'invitation'])
  await recordSecurityEvent(ctx, user.id, 'email_changed', {})
  if (user.email_verified_at !== null) {
    await leaveListsOfGroups(ctx, user)
    await deleteInvitationsTo(ctx, user.email)
    await enqueueMail(ctx, { to: user.email, user_id: user.id, template: 'email_changed' })
  }
}

/** The session in which a link is opened, if it belongs to the same user. */
async function ownSession(ctx: Context, user_id: string, exchange: Exchange | undefined): Promise<string | undefined> {
  const viewer = await readViewer(ctx, exchange?.request.headers.authorization).catch(() => null)
  return viewer?.id === user_id ? viewer.session_id : undefined
}

/**
 * Asks for the password of the sign-up that a link confirms: somebody whose address a stranger used too may open the
 * stranger's link, and must not confirm the stranger's password.
 */
async function checkOwnSignUp(
  { ctx, limits }: Pick<HandlerArgs<'emails.verify'>, 'ctx' | 'limits'>,
  { token, password }: { token: string; password?: string | undefined },
): Promise<void> {
  const link = await verifyLink(ctx, token, ['verify_email'])
  const sign_up = link && (await signUpOfLink(ctx, link.user_id, token))
  if (!sign_up) return
  check(password !== undefined, 'emails.password_needed')
  const isOwn = await limits.attempt([[signInFailuresOfMember, link.user_id]], () =>
    verifyPassword(password, sign_up.password_hash),
  )
  check(isOwn, 'emails.other_sign_up')
}

export const emails = {
  'emails.verify': opensTransaction(async ({ ctx: root, limits, input: { token, password }, exchange }) => {
    await checkOwnSignUp({ ctx: root, limits }, { token, password })
    return await root
      .transaction(async (ctx) => {
        const used = await consumeLink(ctx, token, ['verify_email', 'change_email'])
        const user = used && (await userById(ctx.db, used.user_id))
        check(user && user.status !== 'suspended', 'emails.link_expired')
        if (used.purpose === 'change_email') {
          const except = await ownSession(ctx, user.id, exchange)
          await changeEmail(ctx, user, used.email, { verified: true, except })
          // With a second step a code alone opens nothing.
          if (except === undefined && !(await hasTotp(ctx.db, user.id)))
            await updateUser(ctx.db, now(ctx), user.id, { has_unproven_holder: true })
          return { pending: null, is_change: true }
        }
        check(user.email === used.email, 'emails.link_expired')
        const sign_up = await takeSignUp(ctx, user.id, token)
        const require_verified_email = await readSetting(ctx, 'require_verified_email')
        const { awaits_approval } = user
        const waits = user.status === 'pending'
        // A link from before the newest sign-up would confirm what another request carried.
        if (waits && !sign_up) check((await waitingSignUp(ctx, user.id)) === undefined, 'emails.link_expired')
        const status = waits
          ? signUpStatus({ awaits_approval, email_verified: true, require_verified_email })
          : user.status
        // Where no password was asked for, only a session of the account tells its holder from a stranger.
        const has_unproven_holder =
          !(waits && sign_up) &&
          user.email_verified_at === null &&
          (await ownSession(ctx, user.id, exchange)) === undefined
        await updateUser(ctx.db, now(ctx), user.id, { email_verified_at: now(ctx), status, has_unproven_holder })
        await revokeLinks(ctx.db, user.id, ['verify_email'])
        await dropSignUp(ctx, user.id)
        const mail_language = requestedLanguage(exchange?.request.headers ?? {})
        if (sign_up && waits) await applySignUp(ctx, user.id, sign_up, { awaits_approval, mail_language })
        else if (sign_up) await askForNewPassword(ctx, user, await resolveLanguage(ctx, exchange?.request.headers))
        return { pending: status === 'pending' ? ('approval' as const) : null, is_change: false }
      })
      // Another account has taken the address since; the answer must not reveal it.
      .catch(refuseDuplicate(root, 'emails.link_expired'))
  }),

  'emails.resend': async ({ ctx, limits, viewer, exchange }) => {
    await limits.count(mailRequestsOfMember, viewer.id)
    const user = ensureFound(await userById(ctx.db, viewer.id), 'sessions.required')
    if (user.email_verified_at === null) {
      await sendVerificationMail(ctx, user, { language: await resolveLanguage(ctx, exchange?.request.headers) })
    }
    return {}
  },

  // The mail server is asked outside a transaction: it may be slow.
  'emails.change': opensTransaction(
    async ({ ctx: root, once, limits, viewer, input: { id, email, reason }, exchange }) => {
      check(viewer.id === id || viewer.role === 'admin', 'request.forbidden')
      checkRecentlyConfirmed(root, viewer)
      await limits.count(mailRequestsOfMember, viewer.id)
      check(await isInReach(await root.mailRoute(), email), 'sessions.email_out_of_reach')
      return await once(async (ctx) => {
        // They may be confirming the address that an administrator corrects.
        if (viewer.id !== id) await lockUser(ctx, id)
        const user = ensureFound(await userById(ctx.db, id), 'users.not_found')
        if (viewer.id === id) {
          if (email === user.email) return { email, pending_email: null }
          const language = await resolveLanguage(ctx, exchange?.request.headers)
          await ctx.addJob('emails.ask', { user_id: id, email, language })
          return { email: user.email, pending_email: email }
        }
        if (email === user.email) return { email, pending_email: null }
        await changeEmail(ctx, user, email, { verified: false }).catch(refuseDuplicate(ctx, 'sessions.email_taken'))
        if ((await readPasswordHash(ctx.db, id)) === NO_PASSWORD) {
          // A person who never had a password could not come in by a link that only confirms.
          const language = await resolveLanguage(ctx, exchange?.request.headers)
          await mailLink(ctx, { purpose: 'invitation', user_id: id, email }, { language })
        } else {
          // A sign-up that waits is confirmed with the words that it carried, and nothing else.
          const sign_up = user.status === 'pending' ? await waitingSignUp(ctx, id) : undefined
          await sendVerificationMail(ctx, { id, email }, { sign_up })
        }
        // Without the addresses: audit entries are never deleted.
        await recordAudit(ctx, viewer.id, { action: 'emails.change', target_type: 'user', target_id: id, reason })
        return { email, pending_email: null }
      })
    },
  ),
} satisfies Handlers<'emails'>
