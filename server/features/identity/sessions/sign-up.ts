import type { Language } from '../../../../contract/fields.ts'
import { type Context, now } from '../../../context.ts'
import { check, refuseDuplicate } from '../../../http/errors.ts'
import type { HandlerArgs } from '../../../http/implement.ts'
import { verifyPassword } from '../../../passwords/passwords.ts'
import { redeemInvitation } from '../invitations/invitations.commands.ts'
import type { GivenInvitation } from '../invitations/invitations.queries.ts'
import { hasTotp } from '../second-factors/second-factors.queries.ts'
import { insertUser, insertUserOnce } from '../users/users.commands.ts'
import { lockUser, userByEmail } from '../users/users.queries.ts'
import { signIn, signInLimits } from './sign-in.ts'
import { replaceSignUp } from '../users/sign-ups.commands.ts'

export interface NewPerson {
  email: string
  display_name: string
  password_hash: string
  awaits_approval: boolean
  join_answer: string | null
  role?: 'limited'
  /** ISO 8601, where the invitation proves the address. */
  email_verified_at?: string
  /** The invitation of the sign-up, where it has one that works. */
  invitation: GivenInvitation | undefined
  /** That of the page, or of the site. */
  language: Language
  /** That of the page; null when the browser names none. */
  mail_language: Language | null
}

/** Uses the invitation up, and has a new person join the group that it names. `id`: undefined for an address that has an account. */
async function redeem(ctx: Context, invitation: GivenInvitation | undefined, id: string | undefined): Promise<void> {
  if (!invitation) return
  check(await redeemInvitation(ctx, invitation.id), 'invitations.link_expired')
  const { group_id, created_by } = invitation
  if (id !== undefined && group_id !== null && created_by !== null)
    await ctx.addJob('groups.join_invited', { user_id: id, group_id, invited_by: created_by })
}

/**
 * Lets somebody in as the invitation to their address says, also where an earlier sign-up that nobody confirmed would have them wait. Its
 * password opens nothing then, should the site stop asking for a confirmation: a stranger may have made it.
 */
async function followInvitation(
  ctx: Context,
  id: string,
  { password_hash, role }: Pick<NewPerson, 'password_hash' | 'role'>,
): Promise<void> {
  const change = { awaits_approval: false, join_answer: null, password_hash, ...(role !== undefined && { role }) }
  await ctx.db
    .updateTable('users')
    .set({ ...change, updated_at: now(ctx) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('email_verified_at', 'is', null)
    .execute()
}

/**
 * Where addresses must be confirmed, every sign-up gets the same answer and costs the same statements; the difference is
 * mailed to the address. The answer reveals nobody's account. The account keeps what it has until a link is opened: that
 * link brings the password and the name of its own sign-up. Of several the newest counts, because its mail is at the top
 * of the mailbox.
 */
export async function signUpWithVerification(
  ctx: Context,
  { invitation, language, ...person }: NewPerson,
): Promise<{ pending: 'verify_email' }> {
  await ctx.transaction(async (transaction) => {
    const { id, is_unused } = await insertUserOnce(transaction.db, now(ctx), { ...person, status: 'pending' })
    // Before their links and the sign-up before it, as whoever opens one of those.
    await lockUser(transaction, id)
    if (invitation && invitation.email !== null) await followInvitation(transaction, id, person)
    // Whatever the address: whether the link still opens would tell.
    await redeem(transaction, invitation, is_unused ? id : undefined)
    const sign_up = await replaceSignUp(transaction, id, person)
    await transaction.addJob('sessions.greet', { email: person.email, language, sign_up })
  })
  return { pending: 'verify_email' }
}

/** Where addresses need no confirmation, a new user is signed in at once, which reveals that the address was free. */
export async function signUpWithoutVerification(
  { ctx, limits, input: { password }, exchange }: HandlerArgs<'sessions.sign_up'>,
  { invitation, language, ...person }: NewPerson,
): Promise<Awaited<ReturnType<typeof signIn>> | { pending: 'approval' }> {
  const known = await userByEmail(ctx.db, person.email)
  if (known) {
    // A repeated sign-up, because the first answer was lost or the user forgot their account. It must not be easier
    // than signing in: it uses the same limits on wrong guesses and requires the second factor.
    const { checked, counted } = await signInLimits(ctx, person.email, known, exchange)
    const same = await limits.attempt(checked, () => verifyPassword(password, known.password_hash), counted)
    check(same && (known.status === 'active' || known.awaits_approval), 'sessions.email_taken')
    check(!(await hasTotp(ctx.db, known.id)), 'sessions.email_taken')
    if (known.awaits_approval) return { pending: 'approval' }
    return await ctx.transaction((transaction) => signIn(transaction, known.id, exchange))
  }
  return await ctx
    .transaction(async (transaction) => {
      const status = person.awaits_approval ? 'pending' : 'active'
      const id = await insertUser(transaction.db, now(ctx), { ...person, status })
      await redeem(transaction, invitation, id)
      // The greeting is a job, which decides by itself what to mail to the address.
      if (person.email_verified_at === undefined)
        await transaction.addJob('sessions.greet', { email: person.email, language })
      return person.awaits_approval ? { pending: 'approval' as const } : await signIn(transaction, id, exchange)
    })
    .catch(refuseDuplicate(ctx, 'sessions.email_taken'))
}
