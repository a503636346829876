import type { Config } from '../config.ts'
import { type Db, type OpenDatabase, lockReferredRows } from '../db/open.ts'
import type { OneTimeTokens } from '../db/schema.ts'
import { type Secrets, hashSecret, newSecret } from '../secrets/secrets.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time.values.ts'
import { type Mail, type MailQueue, enqueueMail } from './queue.ts'

/** The parts of the context that links need. */
export interface LinkContext {
  config: Pick<Config, 'public_url'>
  db: Db
  clock: () => Date
  secrets: Secrets
}

export type LinkPurpose = Exclude<OneTimeTokens['purpose'], 'set_up'>

/** Lifetimes. An administrator's invitation is longer, because its receiver does not expect it. */
const LINK_TTL_MS: Record<LinkPurpose, number> = {
  reset_password: HOUR_MS / 2,
  verify_email: 24 * HOUR_MS,
  change_email: 24 * HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
}

const LINK_PATHS: Record<LinkPurpose, string> = {
  reset_password: '/reset-password',
  verify_email: '/verify-email',
  change_email: '/verify-email',
  invitation: '/reset-password',
}

export interface NewLink {
  purpose: LinkPurpose
  user_id: string
  /** The address that opening the link verifies. */
  email: string
}

/**
 * Creates a one-time link. Stores only the hash of its secret, which is derived from the site's key and a random seed.
 * A job can therefore store the seed, which opens nothing by itself, and each attempt sends an identical mail. Returns
 * the seed.
 */
export async function createLink(ctx: LinkContext, { purpose, user_id, email }: NewLink): Promise<string> {
  const seed = newSecret()
  const at = ctx.clock()
  await ctx.db
    .insertInto('one_time_tokens')
    .values({
      secret_hash: hashSecret(ctx.secrets.deriveLinkSecret(seed)),
      purpose,
      user_id,
      email,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + LINK_TTL_MS[purpose]).toISOString(),
    })
    .execute()
  return seed
}

/** Creates a one-time link, and queues the mail with it, which bears the name of its purpose. */
export async function mailLink(
  ctx: LinkContext & MailQueue,
  link: NewLink,
  more: Pick<Mail, 'language' | 'is_own'> = {},
): Promise<void> {
  const mail = { to: link.email, user_id: link.user_id, template: link.purpose, ...more }
  await enqueueMail(ctx, { ...mail, link: await createLink(ctx, link) })
}

/** Takes back a link whose mail did not leave. */
export async function dropLink({ db, secrets }: LinkContext, seed: string): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('secret_hash', '=', hashSecret(secrets.deriveLinkSecret(seed)))
    .execute()
}

/** Lets a link work for its whole time from when its mail will leave, which waits until then. `days`: that of an invitation. */
export async function postponeLink(
  { db, secrets }: LinkContext,
  seed: string,
  send_at: Date,
  days?: number,
): Promise<void> {
  const secret_hash = hashSecret(secrets.deriveLinkSecret(seed))
  const endAfter = (ms: number) => ({ expires_at: new Date(send_at.getTime() + ms).toISOString() })
  if (days !== undefined) {
    const invitation = db.updateTable('invitations').set(endAfter(days * DAY_MS))
    await invitation.where('secret_hash', '=', secret_hash).execute()
    return
  }
  const row = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst()
  if (!row || row.purpose === 'set_up') return
  await db
    .updateTable('one_time_tokens')
    .set(endAfter(LINK_TTL_MS[row.purpose]))
    .where('secret_hash', '=', secret_hash)
    .execute()
}

/** A link as it appears in a mail. `url` is built from PUBLIC_URL; the part after # reaches no server and no log. */
export interface MailLink {
  url: string
  expires_at: string
}

/**
 * Returns the link of a seed; undefined when it was used, has expired, or the account was deleted, so that no mail is
 * sent.
 */
export async function resolveLink(ctx: LinkContext, seed: string): Promise<MailLink | undefined> {
  const secret = ctx.secrets.deriveLinkSecret(seed)
  const token = await verifyLink(ctx, secret, ['reset_password', 'verify_email', 'change_email', 'invitation'])
  const { public_url } = ctx.config
  if (token) {
    const page = LINK_PATHS[token.purpose]
    // The page learns only from here under which name a password is stored, and whether the reader has this address already.
    const name = Buffer.from(token.email).toString('base64url')
    return { url: `${public_url}${page}#${secret}.${name}`, expires_at: token.expires_at }
  }
  const invitation = await ctx.db
    .selectFrom('invitations')
    .select('expires_at')
    .where('secret_hash', '=', hashSecret(secret))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.clock().toISOString())
    .whereRef('uses', '<', 'max_uses')
    .executeTakeFirst()
  return invitation && { url: `${public_url}/signup#${secret}`, expires_at: invitation.expires_at }
}

/** Notes what became of the mail with an invitation; null: it became a file. Does nothing for the link of another kind. */
export async function noteInvitationMail(
  { db, secrets }: Pick<LinkContext, 'db' | 'secrets'>,
  seed: string,
  mail: 'sent' | 'refused' | null,
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ mail })
    .where('secret_hash', '=', hashSecret(secrets.deriveLinkSecret(seed)))
    .execute()
}

export interface LinkToken {
  purpose: LinkPurpose
  user_id: string
  email: string
  expires_at: string
}

const toLinkToken = (row: Pick<OneTimeTokens, 'purpose' | 'user_id' | 'email' | 'expires_at'>): LinkToken | undefined =>
  row.purpose === 'set_up' || row.user_id === null || row.email === null
    ? undefined
    : { ...row, purpose: row.purpose, user_id: row.user_id, email: row.email }

const tokenColumns = ['purpose', 'user_id', 'email', 'expires_at'] as const

/**
 * Returns the token of a secret without consuming it. Undefined when it is unknown, used or expired. `is_used`: that of one
 * that was used, as long as it would have worked.
 */
export async function verifyLink(
  { db, clock }: Pick<LinkContext, 'db' | 'clock'>,
  secret: string,
  purposes: LinkPurpose[],
  { is_used = false } = {},
): Promise<LinkToken | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(tokenColumns)
    .where('secret_hash', '=', hashSecret(secret))
    .where('purpose', 'in', purposes)
    .where('consumed_at', is_used ? 'is not' : 'is', null)
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst()
  return row && toLinkToken(row)
}

/**
 * Consumes a secret in one statement: of two concurrent attempts only one gets the token. Locks its person first, as whoever changes an
 * address or a password does, and then ends links.
 */
export async function consumeLink(
  { db, clock, database }: Pick<LinkContext, 'db' | 'clock'> & { database: OpenDatabase },
  secret: string,
  purposes: LinkPurpose[],
): Promise<LinkToken | undefined> {
  const link = await verifyLink({ db, clock }, secret, purposes)
  if (!link) return undefined
  await lockReferredRows(db.selectFrom('users').select('id').where('id', '=', link.user_id), database).execute()
  const at = clock().toISOString()
  const row = await db
    .updateTable('one_time_tokens')
    .set({ consumed_at: at })
    .where('secret_hash', '=', hashSecret(secret))
    .where('purpose', 'in', purposes)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(tokenColumns)
    .executeTakeFirst()
  return row && toLinkToken(row)
}

/**
 * Ends the person's earlier links for the same purpose. Called when the mail with the newer one has left: a mail that is refused, or waits
 * for its server, ends none, nor one that waits because the address had too many, or strangers who ask for mails could keep an owner out.
 */
export async function endEarlierLinks(
  { db, secrets }: Pick<LinkContext, 'db' | 'secrets'>,
  seed: string,
): Promise<void> {
  const secret_hash = hashSecret(secrets.deriveLinkSecret(seed))
  const own = await db
    .selectFrom('one_time_tokens')
    .select(['user_id', 'purpose', 'created_at'])
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst()
  if (!own || own.user_id === null) return
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', own.user_id)
    .where('purpose', '=', own.purpose)
    .where('secret_hash', '!=', secret_hash)
    .where('created_at', '<=', own.created_at)
    .execute()
}

/**
 * Deletes a person's unused links: their purpose is fulfilled or no longer allowed. With links to a new password go the codes that sign in:
 * both are for who reads the mailbox.
 */
export async function revokeLinks(db: Db, user_id: string, purposes: LinkPurpose[]): Promise<void> {
  if (purposes.includes('reset_password')) await db.deleteFrom('sign_in_codes').where('user_id', '=', user_id).execute()
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', user_id)
    .where('purpose', 'in', purposes)
    .where('consumed_at', 'is', null)
    .execute()
}
