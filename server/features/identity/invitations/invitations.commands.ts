import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Context, now } from '../../../context.ts'
import { hasEffect } from '../../../db/open.ts'
import { hashSecret, newSecret } from '../../../secrets/secrets.ts'
import { FOREVER, type NewInvitation } from './invitations.queries.ts'
import { CODE_LETTERS, daysOf, readCode } from './invitations.rules.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

/** More than a town has people. */
const MAX_CODE_USES = 1_000_000

const endOf = (ctx: Context, days: number | null): string =>
  days === null ? FOREVER : new Date(ctx.clock().getTime() + days * DAY_MS).toISOString()

/** Stores an invitation. Only the hash of its secret is stored. */
async function insertWith(
  ctx: Context,
  secret: string,
  { days, ...invitation }: Omit<NewInvitation, 'days'> & { code?: string; days: number | null },
): Promise<string> {
  const id = uuidv7()
  const times = { created_at: now(ctx), expires_at: endOf(ctx, days) }
  const values = { id, secret_hash: hashSecret(secret), ...invitation, ...times }
  await ctx.db.insertInto('invitations').values(values).execute()
  return id
}

/** Stores a code for everybody, in place of the one before. It is stored itself, since it is printed again and again. */
export async function replaceCode(ctx: Context, created_by: string, days: number | null): Promise<string> {
  const letters = Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
  const code = readCode(letters) ?? ''
  await ctx.db
    .updateTable('invitations')
    .set({ revoked_at: now(ctx) })
    .where('code', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute()
  return await insertWith(ctx, code, { code, email: null, created_by, max_uses: MAX_CODE_USES, days })
}

/** Stores an invitation and returns the seed of its secret. */
export async function insertInvitation(ctx: Context, invitation: NewInvitation): Promise<{ id: string; seed: string }> {
  const seed = newSecret()
  return { id: await insertWith(ctx, ctx.secrets.deriveLinkSecret(seed), invitation), seed }
}

/**
 * Gives an invitation another secret, in place of the one before, and its whole time from now on. Returns the seed, with what its mail needs;
 * undefined when there is none for an address, or somebody has used it. `by`: who sends it again, and answers for it where whoever made it
 * is no longer staff, or no longer here.
 */
export async function renewInvitation(ctx: Context, id: string, { mail, by }: { mail: 'waiting' | null; by: string }) {
  const seed = newSecret()
  const before = await ctx.db
    .selectFrom('invitations')
    .select(['list_id', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .where('email', 'is not', null)
    .executeTakeFirst()
  if (!before) return undefined
  const days = daysOf(before)
  const staff = ctx.db
    .selectFrom('users')
    .select('id')
    .where('status', '=', sql.lit('active'))
    .where(sql<boolean>`role in ('moderator', 'admin')`)
  const row = await ctx.db
    .updateTable('invitations')
    .set((of) => ({
      created_by: of.case().when('created_by', 'in', staff).then(of.ref('created_by')).else(by).end(),
      secret_hash: hashSecret(ctx.secrets.deriveLinkSecret(seed)),
      // Its days count from here, also when it is sent once more.
      created_at: now(ctx),
      expires_at: endOf(ctx, days),
      revoked_at: null,
      opened_at: null,
      mail,
      proves_address: mail !== null,
    }))
    .where('id', '=', id)
    .whereRef('uses', '<', 'max_uses')
    .returning(['email', 'name', 'words', 'language'])
    .executeTakeFirst()
  return row && { ...row, email: row.email ?? '', seed, days }
}

/** Revokes what nobody has used of a list. Returns how many these were, and of how many the mail had left. */
export async function revokeList(ctx: Context, list_id: string): Promise<{ count: number; sent: number }> {
  const rows = await ctx.db
    .updateTable('invitations')
    .set({ revoked_at: now(ctx) })
    .where('list_id', '=', list_id)
    .where('revoked_at', 'is', null)
    .whereRef('uses', '<', 'max_uses')
    .returning('mail')
    .execute()
  return { count: rows.length, sent: rows.filter(({ mail }) => mail === 'sent').length }
}

/** Notes that somebody has opened the link. */
export async function noteOpened(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .updateTable('invitations')
    .set({ opened_at: now(ctx) })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute()
}

/** Revokes an invitation. Returns false when it was used up or revoked before. */
export const revokeInvitation = (ctx: Context, id: string): Promise<boolean> =>
  ctx.db
    .updateTable('invitations')
    .set({ revoked_at: now(ctx) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .whereRef('uses', '<', 'max_uses')
    .$call(hasEffect)

/** Counts a use, in one statement, so that only one user gets the last one. Returns false when none is left. */
export const redeemInvitation = (ctx: Context, id: string): Promise<boolean> =>
  ctx.db
    .updateTable('invitations')
    .set((row) => ({ uses: row('uses', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now(ctx))
    .whereRef('uses', '<', 'max_uses')
    .$call(hasEffect)

/** Deletes the invitations to an address that its person leaves: nothing tells later that they were for them. */
export const deleteInvitationsTo = ({ db }: Pick<Context, 'db'>, email: string) =>
  db.deleteFrom('invitations').where('email', '=', email).execute()
