import { v7 as uuidv7 } from 'uuid'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { type Context, now } from '../../../context.ts'
import { hasEffect, lockStart } from '../../../db/open.ts'
import { originBinding } from '../../../http/origins.ts'
import { CONFIRMATION_TTL_MS, MAX_SESSION_AGE_MS, type SessionRow, signToken } from '../../../http/session.ts'
import { hashSecret, newSecret } from '../../../secrets/secrets.ts'

/**
 * Opens a session. With a binding secret, a refresh requires the cookie that holds the secret; with the origin of another
 * site's page, a page of that origin.
 */
export async function openSession(
  ctx: Context,
  {
    user_id,
    device,
    address,
    binding,
    origin,
    second_factor = false,
    is_confirmed = true,
  }: {
    user_id: string
    device: string
    address: string
    binding: string | undefined
    origin?: string | undefined
    second_factor?: boolean
    /** False when the person has not shown that they know their password: what needs that asks for it. */
    is_confirmed?: boolean
  },
): Promise<{ session_id: string; token: string }> {
  const at = ctx.clock()
  const time = at.toISOString()
  const session_id = uuidv7()
  const jti = newSecret()
  const cookieHash = binding === undefined ? null : hashSecret(binding)
  const max_age_ms = origin === undefined ? MAX_SESSION_AGE_MS.default : MAX_SESSION_AGE_MS.other_origin
  await ctx.db
    .insertInto('sessions')
    .values({
      id: session_id,
      user_id,
      current_jti: jti,
      rotated_at: time,
      binding_hash: origin === undefined ? cookieHash : originBinding(origin),
      device,
      address_hash: ctx.secrets.hashAddress(address),
      created_at: time,
      last_seen_at: time,
      expires_at: new Date(at.getTime() + max_age_ms).toISOString(),
      confirmed_at: is_confirmed ? time : new Date(at.getTime() - CONFIRMATION_TTL_MS).toISOString(),
      second_factor_at: second_factor ? time : null,
    })
    .execute()
  return { session_id, token: await signToken(ctx, { user_id, session_id, jti }, at) }
}

/** Replaces the current `jti`, in one statement: of two concurrent calls one succeeds and returns true. */
export async function rotateToken(ctx: Context, row: SessionRow, next: string): Promise<boolean> {
  const time = now(ctx)
  return await ctx.db
    .updateTable('sessions')
    .set({ previous_jti: row.current_jti, current_jti: next, rotated_at: time, last_seen_at: time })
    .where('id', '=', row.id)
    .where('current_jti', '=', row.current_jti)
    .where('revoked_at', 'is', null)
    .$call(hasEffect)
}

export async function revokeSession(ctx: Context, session_id: string, reason: string): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: now(ctx), revoked_reason: reason })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends one of the user's sessions. Returns false when there is none, or it has already ended. */
export const endDevice = (ctx: Context, user_id: string, id: string): Promise<boolean> =>
  ctx.db
    .updateTable('sessions')
    .set({ revoked_at: now(ctx), revoked_reason: 'signed_out_elsewhere' })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .$call(hasEffect)

/** Sessions that are over stay for so long, so that whoever comes back is known by the address: see `isKnownAddress`. Milliseconds. */
const ENDED_RETENTION_MS = 90 * DAY_MS
/** Maximum number of sessions per transaction, so that others can write in between. */
const PAGE = 500

/** Deletes a page of sessions that expired long ago, ended or not. Returns true when there are more. */
export async function purgeSessions(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.clock().getTime() - ENDED_RETENTION_MS).toISOString()
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sessions')
    .where('id', 'in', (of) =>
      of.selectFrom('sessions').select('id').where('expires_at', '<', before).orderBy('id').limit(PAGE),
    )
    .executeTakeFirst()
  return Number(numDeletedRows) === PAGE
}

/** Ends every session of a user except the named one. */
export async function revokeSessions(
  ctx: Context,
  user_id: string,
  { except, reason }: { except?: string | undefined; reason: string },
): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: now(ctx), revoked_reason: reason })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .execute()
}

/**
 * Records that the password was entered again, which allows sensitive actions for a while. Returns the time from which
 * that counts.
 */
export async function confirmSession(ctx: Context, session_id: string): Promise<string> {
  const confirmed_at = now(ctx)
  await ctx.db.updateTable('sessions').set({ confirmed_at }).where('id', '=', session_id).execute()
  return confirmed_at
}

const SET_UP_TTL_MS = 24 * 3_600_000

/** Age up to which processes that start one after the other print the same link. Milliseconds. */
const SET_UP_SHARED_MS = 3_600_000

/** Issues a new one-time secret for creating the first administrator; earlier ones stop working. */
export const issueSetUpSecret = (ctx: Context): Promise<string> => ctx.transaction(insertSetUpSecret)

async function insertSetUpSecret(ctx: Context): Promise<string> {
  const created_at = now(ctx)
  const secret = ctx.secrets.deriveLinkSecret(`set_up ${created_at}`)
  await ctx.db.deleteFrom('one_time_tokens').where('purpose', '=', 'set_up').execute()
  await ctx.db
    .insertInto('one_time_tokens')
    .values({
      secret_hash: hashSecret(secret),
      purpose: 'set_up',
      created_at,
      expires_at: new Date(ctx.clock().getTime() + SET_UP_TTL_MS).toISOString(),
    })
    .execute()
  return secret
}

/**
 * Returns the secret that another process issued within the last hour, else issues a new one, with the full hours for
 * which it is good: what several processes print leads to one link.
 */
export const shareSetUpSecret = (root: Context): Promise<{ secret: string; hours: number }> =>
  root.transaction(async (ctx) => {
    await lockStart(ctx.db, ctx.database.engine)
    const issued = await ctx.db
      .selectFrom('one_time_tokens')
      .select(['secret_hash', 'created_at', 'expires_at'])
      .where('purpose', '=', 'set_up')
      .where('consumed_at', 'is', null)
      .where('created_at', '>', new Date(ctx.clock().getTime() - SET_UP_SHARED_MS).toISOString())
      .executeTakeFirst()
    const secret = issued && ctx.secrets.deriveLinkSecret(`set_up ${issued.created_at}`)
    if (!issued || secret === undefined || hashSecret(secret) !== issued.secret_hash)
      return { secret: await insertSetUpSecret(ctx), hours: SET_UP_TTL_MS / 3_600_000 }
    return { secret, hours: Math.floor((Date.parse(issued.expires_at) - ctx.clock().getTime()) / 3_600_000) }
  })

/** Consumes a set-up secret. Returns false when it is unknown, expired, or was used before. */
export const consumeSetUpSecret = (ctx: Context, secret: string): Promise<boolean> =>
  ctx.db
    .updateTable('one_time_tokens')
    .set({ consumed_at: now(ctx) })
    .where('secret_hash', '=', hashSecret(secret))
    .where('purpose', '=', 'set_up')
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now(ctx))
    .$call(hasEffect)
