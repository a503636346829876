import { v7 as uuidv7 } from 'uuid'
import type { Updateable } from 'kysely'
import type { Language } from '../../../../contract/fields.ts'
import type { Role, UserStatus } from '../../../../contract/users.ts'
import { type Context, now } from '../../../context.ts'
import { type Db, hasEffect } from '../../../db/open.ts'
import type { Users } from '../../../db/schema.ts'
import { foldName } from '../../../db/names.ts'
import type { NewUser } from './users.queries.ts'

export async function insertUser(db: Db, at: string, user: NewUser): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('users')
    .values({ id, ...user, name_folded: foldName(user.display_name), created_at: at, updated_at: at })
    .execute()
  return id
}

/**
 * Inserts a user unless the address has an account. Returns the id of the account. `is_unused`: nobody has come in by it yet, because it is
 * new, or its address was never confirmed.
 */
export async function insertUserOnce(db: Db, at: string, user: NewUser): Promise<{ id: string; is_unused: boolean }> {
  await db
    .insertInto('users')
    .values({ id: uuidv7(), ...user, name_folded: foldName(user.display_name), created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const { id, status, email_verified_at } = await db
    .selectFrom('users')
    .select(['id', 'status', 'email_verified_at'])
    .where('email', '=', user.email)
    .executeTakeFirstOrThrow()
  return { id, is_unused: status === 'pending' && email_verified_at === null }
}

/**
 * Keeps the language of the page on which somebody signs in, for what is sent to them, where none is known yet: who signs in once on
 * the computer of somebody else goes on being written to in their own. Undefined: the browser names none.
 */
export async function keepMailLanguage(db: Db, id: string, mail_language: Language | undefined): Promise<void> {
  if (mail_language === undefined) return
  await db.updateTable('users').set({ mail_language }).where('id', '=', id).where('mail_language', 'is', null).execute()
}

/** Updates a user's row. */
export const updateUser = async (db: Db, at: string, id: string, change: Updateable<Users>): Promise<void> => {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** Stores a stronger hash of the same password, unless another password has been set since. */
export const replaceHash = async (
  db: Db,
  { id, password_hash }: { id: string; password_hash: string },
  stronger: string,
): Promise<void> => {
  await db
    .updateTable('users')
    .set({ password_hash: stronger })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

/** Cancels a deletion that the user asked for. Returns false when there is none, or its time is over. */
export const cancelDeletion = (ctx: Context, id: string): Promise<boolean> =>
  ctx.db
    .updateTable('users')
    .set({ status: 'active', deletes_at: null, deletes_prayers: false, deletion_by: null, updated_at: now(ctx) })
    .where('id', '=', id)
    .where('status', '=', 'deleting')
    .where('deletion_by', '=', id)
    .where('deletes_at', '>', now(ctx))
    .$call(hasEffect)

/** Sets a role. A number that was left as one of the care team goes. */
export const setRole = (ctx: Context, id: string, role: Role): Promise<void> =>
  updateUser(ctx.db, now(ctx), id, { role, care_number: null })

/** Sets a status that lasts until it is changed again, and cancels a planned deletion. */
export const setUserStatus = (ctx: Context, id: string, status: Exclude<UserStatus, 'deleting'>): Promise<void> =>
  updateUser(ctx.db, now(ctx), id, { status, deletes_at: null, deletes_prayers: false, deletion_by: null })
