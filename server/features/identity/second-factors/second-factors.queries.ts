import type { Passkey } from '../../../../contract/second-factors.ts'
import type { Context } from '../../../context.ts'
import { type Db, hasRow } from '../../../db/open.ts'

export interface Totp {
  /** Undefined where the site had another key when it was added: no code is right, and it can only be taken away. */
  secret: string | undefined
  confirmed_at: string | null
  /** The number of the last time step whose code was used: that code and all before it are invalid. */
  last_step: number
}

function openSecret({ secrets }: Pick<Context, 'secrets'>, sealed: string): string | undefined {
  try {
    return secrets.decrypt(sealed)
  } catch {
    return undefined
  }
}

export async function readTotp(ctx: Context, user_id: string): Promise<Totp | undefined> {
  const row = await ctx.db.selectFrom('totp_secrets').selectAll().where('user_id', '=', user_id).executeTakeFirst()
  return row && { ...row, secret: openSecret(ctx, row.secret_sealed) }
}

export async function countRecoveryCodes(db: Db, user_id: string): Promise<number> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
  return rows.length
}

export const listPasskeys = (db: Db, user_id: string) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', user_id).orderBy('created_at').execute()

export const toPasskey = ({ id, name, created_at, last_used_at }: Passkey): Passkey => ({
  id,
  name,
  created_at,
  last_used_at,
})

export const passkeyById = (db: Db, id: string) =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()

/** True if signing in with the password also asks for a code of an authenticator app. */
export const hasTotp = (db: Db, user_id: string): Promise<boolean> =>
  db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .$call(hasRow)
