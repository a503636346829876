import { v7 as uuidv7 } from 'uuid'
import type { Updateable } from 'kysely'
import type { Me, Role } from '../../../contract/users.ts'
import type { Db } from '../../db/open.ts'
import type { Users } from '../../db/schema.ts'

export interface NewUser {
  email: string
  display_name: string
  password_hash: string
  role?: Role
  status?: 'active' | 'pending'
  awaits_approval?: boolean
}

/** In place of a hash, until the person has chosen a password: it fits none. */
export const NO_PASSWORD = 'none'

export async function insertUser(db: Db, now: string, user: NewUser): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('users')
    .values({ id, ...user, created_at: now, updated_at: now })
    .execute()
  return id
}

export const userByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'status', 'role', 'email_verified_at', 'awaits_approval'])
    .where('email', '=', email)
    .executeTakeFirst()

export const userById = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'status', 'role', 'email_verified_at', 'awaits_approval'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Changes a person's own row. */
export const updateUser = async (db: Db, now: string, id: string, change: Updateable<Users>): Promise<void> => {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function passwordHash(db: Db, id: string): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return user?.password_hash
}

export async function roleOf(db: Db, id: string): Promise<Role | undefined> {
  const user = await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst()
  return user?.role
}

export async function statusOf(db: Db, id: string): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirst()
  return user?.status
}

/** A person as they see themselves. */
export async function me(db: Db, id: string): Promise<Me> {
  const { theme_preference, preferred_language, email_verified_at, ...user } = await db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .where('users.id', '=', id)
    .select([
      'users.id',
      'email',
      'display_name',
      'role',
      'email_verified_at',
      'theme_preference',
      'preferred_language',
    ])
    .executeTakeFirstOrThrow()
  return { ...user, email_verified: email_verified_at !== null, preferences: { theme_preference, preferred_language } }
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** Every administrator, by address. */
export const listAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .select(['email', 'display_name', 'status'])
    .where('role', '=', 'admin')
    .orderBy('email')
    .execute()
