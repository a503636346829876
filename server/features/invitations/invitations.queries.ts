import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { now } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { Refusal, check } from '../../http/errors.ts'
import { hashSecret, newSecret } from '../../secrets/secrets.ts'
import { checkInvitation } from './invitations.rules.ts'

const DAY_MS = 24 * 3_600_000
export const PAGE = 50

export interface NewInvitation {
  created_by: string
  email: string | null
  note: string
  max_uses: number
  days: number
}

/** Stores an invitation and gives the seed of its secret, of which only the hash is kept. */
export async function insertInvitation(
  ctx: Context,
  { days, ...invitation }: NewInvitation,
): Promise<{ id: string; seed: string }> {
  const id = uuidv7()
  const seed = newSecret()
  await ctx.db
    .insertInto('invitations')
    .values({
      id,
      secret_hash: hashSecret(ctx.secrets.deriveLinkSecret(seed)),
      ...invitation,
      created_at: now(ctx),
      expires_at: new Date(ctx.clock().getTime() + days * DAY_MS).toISOString(),
    })
    .execute()
  return { id, seed }
}

const selectInvitations = (db: Db) =>
  db
    .selectFrom('invitations')
    .leftJoin('users as inviter', 'inviter.id', 'invitations.created_by')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.note',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.revoked_at',
      'invitations.max_uses',
      'invitations.uses',
      'inviter.id as inviter_id',
      'inviter.display_name as inviter_name',
    ])

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirst']>>>

const toInvitation = ({ inviter_id, inviter_name, ...row }: Row) => ({
  ...row,
  created_by: inviter_id === null || inviter_name === null ? null : { id: inviter_id, display_name: inviter_name },
})

export async function readInvitation(db: Db, id: string) {
  return toInvitation(await selectInvitations(db).where('invitations.id', '=', id).executeTakeFirstOrThrow())
}

/** The newest first. One more than a page, to know whether there are more. */
export async function listInvitations(db: Db, page: number) {
  const rows = await selectInvitations(db)
    .orderBy('invitations.created_at', 'desc')
    .limit(PAGE + 1)
    .offset(page * PAGE)
    .execute()
  return { items: rows.slice(0, PAGE).map(toInvitation), page, has_more: rows.length > PAGE }
}

/** Takes an invitation back. False when there is none. */
export async function revokeInvitation(ctx: Context, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('invitations')
    .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(now(ctx))) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The invitation by which somebody may sign up, where one is needed or helps; refuses when it does not hold. */
export async function resolveInvitation(
  ctx: Context,
  mode: 'open' | 'invite' | 'approval',
  { invitation, email }: { invitation?: string | undefined; email: string },
): Promise<string | undefined> {
  if (mode === 'open') return undefined
  if (invitation === undefined) {
    check(mode === 'approval', 'invitations.needed')
    return undefined
  }
  const row = await ctx.db
    .selectFrom('invitations')
    .select(['id', 'email', 'revoked_at', 'expires_at', 'max_uses', 'uses'])
    .where('secret_hash', '=', hashSecret(invitation))
    .executeTakeFirst()
  const refusal = checkInvitation(row, email, ctx.clock())
  if (refusal) throw new Refusal(refusal)
  return row?.id
}

/** Counts a use, in one statement: the last one is used by one person only. False when none is left. */
export async function redeemInvitation(ctx: Context, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('invitations')
    .set((row) => ({ uses: row('uses', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now(ctx))
    .whereRef('uses', '<', 'max_uses')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those who wait to be let in, the longest waiting first; where addresses must be confirmed, only those who did. */
export async function listAwaitingApproval(
  db: Db,
  page: number,
  { require_verified_email, shows_email }: { require_verified_email: boolean; shows_email: boolean },
) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'email_verified_at', 'created_at'])
    // Word for word as the partial index has it, or no engine uses it.
    .where(sql<boolean>`awaits_approval`)
    .$if(require_verified_email, (query) => query.where('email_verified_at', 'is not', null))
    .orderBy('created_at')
    .limit(PAGE + 1)
    .offset(page * PAGE)
    .execute()
  const items = rows.slice(0, PAGE).map(({ email_verified_at, email, ...row }) => ({
    ...row,
    email: shows_email ? email : null,
    email_verified: email_verified_at !== null,
  }))
  return { items, page, has_more: rows.length > PAGE }
}
