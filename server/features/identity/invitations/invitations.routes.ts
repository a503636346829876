import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { Refusal, check } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { resolveLanguage } from '../../../http/language.ts'
import { resolveLink, createLink } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { isInReach } from '../../../mail/transport.ts'
import { readSetting } from '../../../settings/settings.ts'
import { NO_PASSWORD, userById } from '../users/users.queries.ts'
import { insertUser, updateUser } from '../users/users.commands.ts'
import { toProfile } from '../users/users.rules.ts'
import { listAwaitingApproval, listInvitations, readInvitation } from './invitations.queries.ts'
import { insertInvitation, revokeInvitation } from './invitations.commands.ts'
import { sendSignUpMail } from '../users/sign-ups.commands.ts'
import { signUpStatus } from './invitations.rules.ts'
import { mailRequestsOfMember } from '../users/limits.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import { beginning } from '../../../../contract/excerpt.ts'

const signUpsOfMember = defineLimit('sign_ups_of_member', 100, HOUR)

const DAYS = 7

/** A user who waits for approval. Answers "not found" for every other user. */
async function readAwaitingUser(ctx: Context, id: string) {
  const user = await userById(ctx.db, id)
  check(user?.awaits_approval, 'users.not_found')
  return user
}

export const invitations = {
  // The mail server is asked outside a transaction: it may be slow.
  'invitations.create': opensTransaction(async ({ ctx: root, limits, viewer, input, exchange }) => {
    const { email = null, note = '', max_uses = 1, days = DAYS } = input
    if (email !== null) {
      await limits.count(mailRequestsOfMember, viewer.id)
      check(await isInReach(await root.mailRoute(), email), 'sessions.email_out_of_reach')
    }
    return await root.transaction(async (ctx) => {
      const { id, seed } = await insertInvitation(ctx, { created_by: viewer.id, email, note, max_uses, days })
      const link = await resolveLink(ctx, seed)
      check(link, 'server.failed')
      if (email !== null) {
        const language = resolveLanguage(exchange?.request.headers ?? {})
        await enqueueMail(ctx, { to: email, user_id: null, template: 'invitation', link: seed, language })
      }
      await recordAudit(ctx, viewer.id, { action: 'invitations.create', target_type: 'invitation', target_id: id })
      return { ...(await readInvitation(ctx.db, id)), link: link.url }
    })
  }),

  'invitations.list': ({ ctx, input: { page = 0 } }) => listInvitations(ctx.db, page),

  'invitations.revoke': async ({ ctx, viewer, input: { id } }) => {
    check(await revokeInvitation(ctx, id), 'invitations.not_found')
    await recordAudit(ctx, viewer.id, { action: 'invitations.revoke', target_type: 'invitation', target_id: id })
    return { id }
  },

  'invitations.create_account': opensTransaction(async ({ ctx: root, limits, viewer, input, exchange }) => {
    await limits.count(signUpsOfMember, viewer.id)
    const { email, role = 'member', reason } = input
    check(await isInReach(await root.mailRoute(), email), 'sessions.email_out_of_reach')
    const display_name = input.displayName ?? beginning(email.slice(0, email.lastIndexOf('@')), 60)
    return await root.transaction(async (ctx) => {
      const created_at = now(ctx)
      const id = await insertUser(ctx.db, created_at, { email, display_name, role, password_hash: NO_PASSWORD }).catch(
        (error: unknown) => {
          throw ctx.database.engine.isDuplicate(error) ? new Refusal('sessions.email_taken') : error
        },
      )
      const link = await createLink(ctx, { purpose: 'invitation', user_id: id, email })
      const language = resolveLanguage(exchange?.request.headers ?? {})
      await enqueueMail(ctx, { to: email, user_id: id, template: 'invitation', link, language })
      await recordAudit(ctx, viewer.id, {
        action: 'invitations.create_account',
        target_type: 'user',
        target_id: id,
        reason,
        detail: { role },
      })
      return { id, email, display_name, role, profile: toProfile({ id, display_name, about: '', created_at }) }
    })
  }),

  'invitations.awaiting': async ({ ctx, viewer, input: { page = 0 } }) =>
    await listAwaitingApproval(ctx.db, page, {
      require_verified_email: await readSetting(ctx, 'require_verified_email'),
      shows_email: viewer.role === 'admin',
    }),

  'invitations.approve': async ({ ctx, viewer, input: { id, reason }, exchange }) => {
    const user = await readAwaitingUser(ctx, id)
    const require_verified_email = await readSetting(ctx, 'require_verified_email')
    const email_verified = user.email_verified_at !== null
    const status = signUpStatus({ awaits_approval: false, email_verified, require_verified_email })
    await updateUser(ctx.db, now(ctx), id, { awaits_approval: false, status })
    const mail = { to: user.email, user_id: id, language: resolveLanguage(exchange?.request.headers ?? {}) }
    if (email_verified) await enqueueMail(ctx, { ...mail, template: 'approved' })
    else {
      // Sends no decision to an unconfirmed address, only another link that confirms it.
      await sendSignUpMail(ctx, user, mail.language)
    }
    await recordAudit(ctx, viewer.id, { action: 'invitations.approve', target_type: 'user', target_id: id, reason })
    return { id }
  },

  'invitations.decline': async ({ ctx, viewer, input: { id, reason } }) => {
    await readAwaitingUser(ctx, id)
    await ctx.db.deleteFrom('users').where('id', '=', id).execute()
    await recordAudit(ctx, viewer.id, { action: 'invitations.decline', target_type: 'user', target_id: id, reason })
    return { id }
  },
} satisfies Handlers<'invitations'>
