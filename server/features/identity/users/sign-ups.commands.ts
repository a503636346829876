import { v7 as uuidv7 } from 'uuid'
import type { Language } from '../../../../contract/fields.ts'
import { type Context, now } from '../../../context.ts'
import { lockRows } from '../../../db/open.ts'
import { type NewLink, createLink, mailLink, revokeLinks } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { hashSecret } from '../../../secrets/secrets.ts'
import { lockUser } from './users.queries.ts'

export interface SignUp {
  password_hash: string
  display_name: string
  join_answer: string | null
}

/** Stores a sign-up until its link confirms it, in place of the one before, whose link ends. Returns its id. */
export async function replaceSignUp(
  ctx: Context,
  user_id: string,
  { password_hash, display_name, join_answer }: SignUp,
): Promise<string> {
  const row = { password_hash, display_name, join_answer, id: uuidv7(), secret_hash: null, created_at: now(ctx) }
  await revokeLinks(ctx.db, user_id, ['verify_email'])
  await ctx.db
    .insertInto('sign_ups')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return row.id
}

/** Forgets the person's sign-up; with an id, only if it is still that one. */
export async function dropSignUp({ db }: Pick<Context, 'db'>, user_id: string, id?: string): Promise<void> {
  await db
    .deleteFrom('sign_ups')
    .where('user_id', '=', user_id)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
}

/** Forgets what a person answered who was let in before their link was opened. */
export async function dropJoinAnswer({ db }: Pick<Context, 'db'>, user_id: string): Promise<void> {
  await db.updateTable('sign_ups').set({ join_answer: null }).where('user_id', '=', user_id).execute()
}

/**
 * Creates the link that confirms one sign-up and no other, and ends those before it. Returns its seed; undefined when a
 * newer sign-up has replaced this one.
 */
async function createSignUpLink(
  ctx: Context,
  sign_up: string,
  { user_id, email }: Omit<NewLink, 'purpose'>,
): Promise<string | undefined> {
  // First, as whoever opens a link, which then takes what was stored with it.
  await lockUser(ctx, user_id)
  const current = ctx.db.selectFrom('sign_ups').select('id').where('user_id', '=', user_id).where('id', '=', sign_up)
  if (!(await lockRows(current, ctx.database).executeTakeFirst())) return undefined
  await revokeLinks(ctx.db, user_id, ['verify_email'])
  const seed = await createLink(ctx, { purpose: 'verify_email', user_id, email })
  await ctx.db
    .updateTable('sign_ups')
    .set({ secret_hash: hashSecret(ctx.secrets.deriveLinkSecret(seed)) })
    .where('user_id', '=', user_id)
    .execute()
  return seed
}

/** The id of the sign-up that waits for its link to be opened. */
export async function waitingSignUp({ db }: Pick<Context, 'db'>, user_id: string): Promise<string | undefined> {
  const row = await db.selectFrom('sign_ups').select('id').where('user_id', '=', user_id).executeTakeFirst()
  return row?.id
}

/** The password of the sign-up that a link confirms, where the account has none of its own yet. */
export const signUpOfLink = (
  { db }: Pick<Context, 'db'>,
  user_id: string,
  secret: string,
): Promise<Pick<SignUp, 'password_hash'> | undefined> =>
  db
    .selectFrom('sign_ups')
    .innerJoin('users', 'users.id', 'sign_ups.user_id')
    .select('sign_ups.password_hash')
    .where('sign_ups.user_id', '=', user_id)
    .where('sign_ups.secret_hash', '=', hashSecret(secret))
    .where('users.status', '=', 'pending')
    .executeTakeFirst()

/** Takes out the sign-up that the link belongs to; undefined when it belongs to none. */
export const takeSignUp = ({ db }: Pick<Context, 'db'>, user_id: string, secret: string): Promise<SignUp | undefined> =>
  db
    .deleteFrom('sign_ups')
    .where('user_id', '=', user_id)
    .where('secret_hash', '=', hashSecret(secret))
    .returning(['password_hash', 'display_name', 'join_answer'])
    .executeTakeFirst()

/**
 * Mails a link that confirms the user's address. `sign_up`: it confirms that one and no other, and nothing is mailed where a newer one,
 * which has a mail of its own, has replaced it. `language`: that of their page, where they ask for it themselves.
 */
export async function sendVerificationMail(
  ctx: Context,
  { id: user_id, email }: { id: string; email: string },
  { sign_up, language }: { sign_up?: string | undefined; language?: Language | undefined } = {},
): Promise<void> {
  if (sign_up === undefined) return await mailLink(ctx, { purpose: 'verify_email', user_id, email }, { language })
  const link = await createSignUpLink(ctx, sign_up, { user_id, email })
  if (link !== undefined) await enqueueMail(ctx, { to: email, user_id, template: 'verify_email', link, language })
}
