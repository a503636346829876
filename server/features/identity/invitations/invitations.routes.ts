import { recordAudit } from '../../../audit/audit.ts'
import type { Language } from '../../../../contract/fields.ts'
import { LIST_DAYS, MAX_INVITED_A_DAY } from '../../../../contract/invitations.values.ts'
import { nameFor } from '../../../../contract/languages.ts'
import { type Context, hasMailServer, now } from '../../../context.ts'
import { Refusal, check, ensureFound, refuseDuplicate } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { resolveLanguage } from '../../../http/language.ts'
import { mailLink, resolveLink } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { languageFor } from '../../../mail/send.ts'
import { isInReach, needsUnicode } from '../../../mail/transport.ts'
import { isEventOn, readSetting } from '../../../settings/settings.ts'
import { NO_PASSWORD, lockAdmins, lockUser, userById } from '../users/users.queries.ts'
import { insertUser, updateUser } from '../users/users.commands.ts'
import { toProfile } from '../users/users.rules.ts'
import {
  awaitingView,
  countWaitingMails,
  findInvitation,
  findInvited,
  invitationOfLink,
  listAwaitingApproval,
  listInvitations,
  readInvitationCode,
} from './invitations.queries.ts'
import {
  insertInvitation,
  noteOpened,
  renewInvitation,
  replaceCode,
  revokeInvitation,
  revokeList,
} from './invitations.commands.ts'
import { dropJoinAnswer, sendVerificationMail, waitingSignUp } from '../users/sign-ups.commands.ts'
import { checkInvitation, letsIn, mailDelay, readCode, signUpStatus } from './invitations.rules.ts'
import { HOUR, addressKey, defineLimit } from '../../../http/limits/rate-limit.ts'
import { beginning } from '../../../../contract/excerpt.ts'

const signUpsOfMember = defineLimit('sign_ups_of_member', 100, HOUR)

const invitedByMember = defineLimit('invited_by_member', MAX_INVITED_A_DAY, 24 * HOUR)

/** Codes that open nothing, of a network address. A link cannot be guessed. */
const wrongCodes = defineLimit('wrong_sign_up_codes', 20, HOUR)
const wrongCodesAtEvent = defineLimit('wrong_sign_up_codes_at_event', 300, HOUR)

const DAYS = 7

interface Recipient {
  email: string
  name: string
  words: string
  language: Language | null
  seed: string
  days: number
}

type Verb = 'create' | 'revoke' | 'create_list' | 'take_back_list' | 'send_again'
const record = (ctx: Context, viewer: { id: string }, verb: Verb, id: string, detail = {}): Promise<void> =>
  recordAudit(ctx, viewer.id, { action: `invitations.${verb}`, target_type: 'invitation', target_id: id, detail })

const nameOf = async ({ db }: Context, id: string): Promise<string> => (await userById(db, id))?.display_name ?? ''

/** Queues the mail of an invitation. `by`: who invites. `waiting`: how many leave before it. */
async function mailInvitation(
  ctx: Context,
  { email, name, words, language, seed, days }: Recipient,
  { by, waiting }: { by: string; waiting: number },
): Promise<void> {
  const send_at = ctx.clock().getTime() + mailDelay(waiting, ctx.config.mail_per_minute)
  const read_in = await languageFor(ctx, language)
  const values = { name, words, by: nameFor(by, read_in) }
  const mail = { to: email, user_id: null, template: 'invitation' as const, link: seed, days, values }
  await enqueueMail(ctx, { ...mail, language: read_in }, { run_at: new Date(send_at).toISOString() })
}

/** A user who waits for approval. Answers "not found" for every other user. */
async function lockAwaitingUser(ctx: Context, id: string) {
  // The second of two who decide at once must find what the first decided.
  await lockUser(ctx, id)
  const user = await userById(ctx.db, id)
  check(user?.awaits_approval, 'users.not_found')
  return user
}

export const invitations = {
  // The mail server is asked outside a transaction: it may be slow.
  'invitations.create': opensTransaction(async ({ ctx: root, once, limits, viewer, input, exchange }) => {
    const { email = null, note = '', max_uses = 1, days = DAYS } = input
    if (email !== null) {
      await limits.count(invitedByMember, viewer.id)
      check(await isInReach(await root.mailRoute(), email), 'sessions.email_out_of_reach')
    }
    return await once(async (ctx) => {
      const language = await resolveLanguage(ctx, exchange?.request.headers)
      const { id, seed } = await insertInvitation(ctx, {
        created_by: viewer.id,
        email,
        note,
        language,
        max_uses,
        days,
        mail: email !== null && (await hasMailServer(ctx)) ? 'waiting' : null,
      })
      const link = await resolveLink(ctx, seed)
      check(link, 'server.failed')
      if (email !== null)
        await enqueueMail(ctx, { to: email, user_id: null, template: 'invitation', link: seed, days, language })
      await record(ctx, viewer, 'create', id)
      return { ...ensureFound(await findInvitation(ctx, id), 'server.failed'), link: link.url }
    })
  }),

  // Lists hold the addresses of members, which administrators alone see.
  'invitations.list': ({ ctx, viewer, input: { page = 0, search } }) =>
    listInvitations(ctx, page, { search, with_lists: viewer.role === 'admin' }),

  'invitations.revoke': async ({ ctx, viewer, input: { id } }) => {
    if (!(await revokeInvitation(ctx, id))) {
      const { state } = ensureFound(await findInvitation(ctx, id), 'invitations.not_found')
      check(state !== 'here', 'invitations.used')
      return { id }
    }
    await record(ctx, viewer, 'revoke', id)
    return { id }
  },

  'invitations.check': async ({ ctx, input: { emails } }) => {
    const { members, invited } = await findInvited(ctx, emails)
    const far = emails.filter(needsUnicode)
    const isFar = far.length > 0 && !(await isInReach(await ctx.mailRoute(), far))
    const stateOfAddress = (email: string) => {
      if (members.has(email)) return 'member' as const
      if (invited.has(email)) return 'invited' as const
      return isFar && needsUnicode(email) ? ('out_of_reach' as const) : ('new' as const)
    }
    return { items: emails.map((email) => ({ email, state: stateOfAddress(email) })) }
  },

  'invitations.create_list': opensTransaction(async ({ ctx: root, once, limits, viewer, input, exchange }) => {
    const { list_id, people, group_id = null, role = 'member', words = '' } = input
    for (let count = 0; count < people.length; count += 1) await limits.count(invitedByMember, viewer.id)
    const language = input.language ?? (await resolveLanguage(root, exchange?.request.headers))
    const mails = await hasMailServer(root)
    const chosen = {
      created_by: viewer.id,
      note: '',
      words,
      language,
      role,
      group_id,
      list_id,
      max_uses: 1,
      days: LIST_DAYS,
      mail: mails ? ('waiting' as const) : null,
      proves_address: mails,
    }
    return await once(async (ctx) => {
      // Without the lock, two who invite the same people at once would each find none of them invited.
      await lockAdmins(ctx)
      if (group_id !== null) {
        const group = await ctx.db.selectFrom('groups').select('id').where('id', '=', group_id).executeTakeFirst()
        check(group, 'groups.not_found')
      }
      const { members, invited } = await findInvited(
        ctx,
        people.map(({ email }) => email),
      )
      const known = members.union(invited)
      const waiting = await countWaitingMails(ctx)
      const by = await nameOf(ctx, viewer.id)
      const items: { id: string; email: string; name: string; link: string | null }[] = []
      for (const { email, name = '' } of people) {
        if (known.has(email)) continue
        known.add(email)
        const { id, seed } = await insertInvitation(ctx, { ...chosen, email, name })
        const link = mails ? null : ((await resolveLink(ctx, seed))?.url ?? null)
        if (mails)
          await mailInvitation(
            ctx,
            { email, name, words, language, seed, days: LIST_DAYS },
            { by, waiting: waiting + items.length },
          )
        items.push({ id, email, name, link })
      }
      if (items.length > 0) await record(ctx, viewer, 'create_list', list_id, { count: items.length })
      return { items, left_out: people.length - items.length }
    })
  }),

  'invitations.take_back_list': async ({ ctx, viewer, input: { list_id } }) => {
    const { count, sent } = await revokeList(ctx, list_id)
    check(count > 0, 'invitations.not_found')
    await record(ctx, viewer, 'take_back_list', list_id, { count })
    return { count, sent }
  },

  'invitations.send_again': opensTransaction(async ({ ctx: root, once, limits, viewer, input: { id } }) => {
    await limits.count(invitedByMember, viewer.id)
    const mails = await hasMailServer(root)
    const email = (await findInvitation(root, id))?.email ?? ''
    // Else the link that works would end for a mail that cannot leave.
    check(await isInReach(await root.mailRoute(), email), 'sessions.email_out_of_reach')
    return await once(async (ctx) => {
      const renewed = await renewInvitation(ctx, id, { mail: mails ? 'waiting' : null, by: viewer.id })
      check(renewed, 'invitations.not_found')
      await record(ctx, viewer, 'send_again', id)
      if (!mails) return { id, link: (await resolveLink(ctx, renewed.seed))?.url ?? null }
      await mailInvitation(ctx, renewed, { by: await nameOf(ctx, viewer.id), waiting: 0 })
      return { id, link: null }
    })
  }),

  'invitations.code': async ({ ctx }) => ({ code: (await readInvitationCode(ctx)) ?? null }),

  'invitations.make_code': async ({ ctx, viewer, input: { days } }) => {
    // The second of two that are made at once replaces the first.
    await lockAdmins(ctx)
    const id = await replaceCode(ctx, viewer.id, days)
    await record(ctx, viewer, 'create', id)
    return ensureFound(await readInvitationCode(ctx), 'server.failed')
  },

  'invitations.open': async ({ ctx, limits, input: { invitation }, exchange }) => {
    const isTyped = readCode(invitation) !== undefined
    const address = addressKey(exchange?.request.ip ?? 'in-process')
    const limit = (await isEventOn(ctx)) ? wrongCodesAtEvent : wrongCodes
    if (isTyped) await limits.check(limit, address)
    const row = await invitationOfLink(ctx, invitation)
    if (!row || checkInvitation(row, row.email ?? '', ctx.clock()) !== undefined) {
      if (isTyped) await limits.countFailure(limit, address)
      throw new Refusal('invitations.link_expired')
    }
    await noteOpened(ctx, row.id)
    return { email: row.email, name: row.name, lets_in: letsIn(await readSetting(ctx, 'sign_up_mode'), row) }
  },

  'invitations.create_account': opensTransaction(async ({ ctx: root, once, limits, viewer, input, exchange }) => {
    await limits.count(signUpsOfMember, viewer.id)
    const { email, role = 'member', reason } = input
    check(await isInReach(await root.mailRoute(), email), 'sessions.email_out_of_reach')
    const display_name = input.displayName ?? beginning(email.slice(0, email.lastIndexOf('@')), 60)
    return await once(async (ctx) => {
      const created_at = now(ctx)
      const id = await insertUser(ctx.db, created_at, { email, display_name, role, password_hash: NO_PASSWORD }).catch(
        refuseDuplicate(ctx, 'sessions.email_taken'),
      )
      const language = await resolveLanguage(ctx, exchange?.request.headers)
      await mailLink(ctx, { purpose: 'invitation', user_id: id, email }, { language })
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
    await listAwaitingApproval(ctx.db, page, await awaitingView(ctx, viewer)),

  'invitations.approve': async ({ ctx, viewer, input: { id, reason } }) => {
    const user = await lockAwaitingUser(ctx, id)
    const require_verified_email = await readSetting(ctx, 'require_verified_email')
    const email_verified = user.email_verified_at !== null
    const status = signUpStatus({ awaits_approval: false, email_verified, require_verified_email })
    await updateUser(ctx.db, now(ctx), id, { awaits_approval: false, join_answer: null, status })
    await dropJoinAnswer(ctx, id)
    if (email_verified) await enqueueMail(ctx, { to: user.email, user_id: id, template: 'approved' })
    // Sends no decision to an unconfirmed address, only another link that confirms it.
    else await sendVerificationMail(ctx, user, { sign_up: await waitingSignUp(ctx, id) })
    await recordAudit(ctx, viewer.id, { action: 'invitations.approve', target_type: 'user', target_id: id, reason })
    return { id }
  },

  'invitations.decline': async ({ ctx, viewer, input: { id, reason } }) => {
    await lockAwaitingUser(ctx, id)
    await ctx.db.deleteFrom('users').where('id', '=', id).execute()
    await recordAudit(ctx, viewer.id, { action: 'invitations.decline', target_type: 'user', target_id: id, reason })
    return { id }
  },
} satisfies Handlers<'invitations'>
