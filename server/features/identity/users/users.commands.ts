import { v7 as uuidv7 } from 'uuid'
import type { Updateable } from 'kysely'
import type { Role, UserStatus } from '../../../../contract/users.ts'
import { type Context, now } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Users } from '../../../db/schema.ts'
import { foldSearch } from './users.rules.ts'
import type { NewUser } from './users.queries.ts'

export async function insertUser(db: Db, at: string, user: NewUser): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('users')
    .values({ id, ...user, name_folded: foldSearch(user.display_name), created_at: at, updated_at: at })
    .execute()
  return id
}

/** Updates a user's row. */
export const updateUser = async (db: Db, at: string, id: string, change: Updateable<Users>): Promise<void> => {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** Cancels a deletion that the user asked for. Returns false when there is none, or its time is over. */
export async function cancelDeletion(ctx: Context, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('users')
    .set({ status: 'active', deletes_at: null, deletes_prayers: false, deletion_by: null, updated_at: now(ctx) })
    .where('id', '=', id)
    .where('status', '=', 'deleting')
    .where('deletion_by', '=', id)
    .where('deletes_at', '>', now(ctx))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setRole(ctx: Context, id: string, role: Role): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ role, updated_at: now(ctx) })
    .where('id', '=', id)
    .execute()
}

/** Sets a status that lasts until it is changed again, and cancels a planned deletion. */
export async function setUserStatus(ctx: Context, id: string, status: Exclude<UserStatus, 'deleting'>): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ status, deletes_at: null, deletes_prayers: false, deletion_by: null, updated_at: now(ctx) })
    .where('id', '=', id)
    .execute()
}
