import { randomBytes } from 'node:crypto'
import { type Context, now } from '../../../context.ts'
import { hasEffect } from '../../../db/open.ts'
import { hashSecret } from '../../../secrets/secrets.ts'
import { base32, findTotpStep } from './second-factors.rules.ts'
import { readTotp } from './second-factors.queries.ts'

const RECOVERY_CODE_COUNT = 10

/** 80 bits: short enough to type, and too many to guess under a limit on attempts. */
const RECOVERY_BYTES = 10

const CHALLENGE_TTL_MS = 5 * 60_000

/** Replaces a secret that was never confirmed. */
export async function saveTotp(ctx: Context, user_id: string, secret: string): Promise<void> {
  await ctx.db.deleteFrom('totp_secrets').where('user_id', '=', user_id).where('confirmed_at', 'is', null).execute()
  await ctx.db
    .insertInto('totp_secrets')
    .values({ user_id, secret_sealed: ctx.secrets.encrypt(secret), created_at: now(ctx) })
    .execute()
}

/** Consumes the code of a time step. Returns false when it, or a later one, was used before. */
export const consumeTotpStep = (ctx: Context, user_id: string, step: number): Promise<boolean> =>
  ctx.db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .$call(hasEffect)

export async function confirmTotp(ctx: Context, user_id: string): Promise<void> {
  await ctx.db
    .updateTable('totp_secrets')
    .set({ confirmed_at: now(ctx) })
    .where('user_id', '=', user_id)
    .execute()
}

export async function deleteTotp({ db }: Context, user_id: string): Promise<void> {
  await db.deleteFrom('totp_secrets').where('user_id', '=', user_id).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}

/**
 * Deletes every second factor that was added until then (ISO 8601): whoever added it may not be who owns the address.
 * Returns true when there was one in use.
 */
export async function dropSecondFactors({ db }: Pick<Context, 'db'>, user_id: string, until: string): Promise<boolean> {
  const apps = await db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', user_id)
    .where('created_at', '<=', until)
    .returning('confirmed_at')
    .execute()
  if (apps.length > 0) await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  const passkeys = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', user_id)
    .where('created_at', '<=', until)
    .returning('id')
    .execute()
  return passkeys.length > 0 || apps.some(({ confirmed_at }) => confirmed_at !== null)
}

/** Replaces all recovery codes. Only their hashes are stored. */
export async function replaceRecoveryCodes({ db }: Context, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => base32(randomBytes(RECOVERY_BYTES)))
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: hashSecret(code) })))
    .execute()
  return codes
}

/** Consumes a recovery code. Returns false when it is not the user's, or was used before. */
export const consumeRecoveryCode = (ctx: Context, user_id: string, code: string): Promise<boolean> =>
  ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: now(ctx) })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hashSecret(code))
    .where('used_at', 'is', null)
    .$call(hasEffect)

/** Stores a challenge until it is answered. `user_id` is null when the user is not known yet. */
export async function saveChallenge(ctx: Context, challenge: string, user_id: string | null): Promise<void> {
  await ctx.db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashSecret(challenge),
      user_id,
      expires_at: new Date(ctx.clock().getTime() + CHALLENGE_TTL_MS).toISOString(),
    })
    .execute()
}

/** Consumes a challenge. Returns false when it was not issued to this user, has expired, or was answered before. */
export const consumeChallenge = (ctx: Context, challenge: string, user_id: string | null): Promise<boolean> =>
  ctx.db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashSecret(challenge))
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('expires_at', '>', now(ctx))
    .$call(hasEffect)

export async function purgeExpiredChallenges(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('passkey_challenges').where('expires_at', '<=', now(ctx)).execute()
}

/** Consumes a code of the authenticator app, or a recovery code. Returns false when it is wrong or was used before. */
export async function consumeSecondFactorCode(ctx: Context, user_id: string, code: string): Promise<boolean> {
  if (code.length > 6) return await consumeRecoveryCode(ctx, user_id, code)
  const totp = await readTotp(ctx, user_id)
  const step = totp?.secret === undefined ? undefined : findTotpStep(totp.secret, code, ctx.clock())
  return step !== undefined && (await consumeTotpStep(ctx, user_id, step))
}

/** Marks the session as opened with a second factor. */
export async function markSecondFactor(ctx: Context, session_id: string): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ second_factor_at: now(ctx) })
    .where('id', '=', session_id)
    .execute()
}
