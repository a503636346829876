import { sql } from 'kysely'
import type { Account } from '../../../../contract/accounts.ts'
import type { Language } from '../../../../contract/fields.ts'
import type { Me, Role } from '../../../../contract/users.ts'
import type { Context } from '../../../context.ts'
import { type Db, hasRow, lockReferredRows } from '../../../db/open.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { siteNameFor } from '../../../mail/send.ts'
import { toProfile } from './users.rules.ts'

export interface NewUser {
  email: string
  display_name: string
  password_hash: string
  role?: Role
  status?: 'active' | 'pending'
  awaits_approval?: boolean
  /** Holds the person’s answer to the question of the site. */
  join_answer?: string | null
  mail_language?: Language | null
  /** ISO 8601. */
  email_verified_at?: string
}

/** Stored instead of a hash until the user has chosen a password; no password matches it. */
export const NO_PASSWORD = 'none'

/** The id of no account. What is asked for an unknown address costs the same statements with it. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

const accountColumns = [
  'id',
  'email',
  'status',
  'role',
  'email_verified_at',
  'awaits_approval',
  'has_unproven_holder',
  'deletes_at',
  'deletion_by',
] as const

export const userByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select([...accountColumns, 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()

export const userById = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select([...accountColumns, 'display_name', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function readPasswordHash(db: Db, id: string): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return user?.password_hash
}

export async function readRole(db: Db, id: string): Promise<Role | undefined> {
  const user = await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst()
  return user?.role
}

/** A person as they see themselves. */
export async function readMe(db: Db, id: string): Promise<Me> {
  const { email_verified_at, about, created_at, is_discreet, ...row } = await db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .where('users.id', '=', id)
    .select(['users.id', 'email', 'display_name', 'role', 'email_verified_at', 'about', 'created_at'])
    .select(['theme_preference', 'preferred_language', 'appearance', 'text_size', 'is_discreet'])
    .executeTakeFirstOrThrow()
  const { theme_preference, preferred_language, appearance, text_size, ...user } = row
  const preferences = { theme_preference, preferred_language, appearance, text_size }
  const profile = toProfile({ ...user, about, created_at })
  return {
    ...user,
    email_verified: email_verified_at !== null,
    profile,
    preferences,
    is_discreet: is_discreet ?? false,
  }
}

/** The name of the site in what a device of the person keeps. */
export const shownSiteName = (ctx: Pick<Context, 'siteName'>, { is_discreet, preferences }: Me): Promise<string> =>
  siteNameFor(ctx, { hides_site: is_discreet, language: preferences.preferred_language })

/** The user's own account, with fields that only they and the site may see. */
export async function readAccount(db: Db, id: string): Promise<Account> {
  const rest = await db
    .selectFrom('users')
    .select(['about', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...(await readMe(db, id)), ...rest }
}

// In the order of an index, or the engine reads the table.
const firstPerson = (db: Db) => db.selectFrom('users').select('id').orderBy('id').limit(1)

/** True when the site has anybody. */
export const hasPeople = (db: Db): Promise<boolean> => firstPerson(db).$call(hasRow)

/** True when anybody else has been let in. */
export const hasOthers = (db: Db, id: string): Promise<boolean> =>
  firstPerson(db).where('id', '!=', id).where('status', '!=', 'pending').$call(hasRow)

export const hasAdmin = (db: Db): Promise<boolean> =>
  db.selectFrom('users').select('id').where('role', '=', 'admin').where('status', '=', 'active').limit(1).$call(hasRow)

/**
 * The ids of the active administrators. Locks their rows until the transaction ends. Every action that may remove an
 * administrator calls this first: of two who remove each other at once, the second then sees what the first has done.
 */
export async function lockAdmins({ db, database }: Pick<Context, 'db' | 'database'>): Promise<string[]> {
  const admins = await lockReferredRows(
    db.selectFrom('users').select('id').where('role', '=', 'admin').where('status', '=', 'active').orderBy('id'),
    database,
  ).execute()
  return admins.map(({ id }) => id)
}

/** A user by id. Locks the row until the transaction ends. */
export const lockUser = ({ db, database }: Pick<Context, 'db' | 'database'>, id: string) =>
  lockReferredRows(
    db
      .selectFrom('users')
      .select(['id', 'display_name', 'email', 'role', 'status', 'deletes_at', 'deletion_by', 'deletes_prayers'])
      .where('id', '=', id),
    database,
  ).executeTakeFirst()

/** Every administrator, by email address. */
export const listAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .select(['email', 'display_name', 'status'])
    .where('role', '=', 'admin')
    .orderBy('email')
    .execute()

/** The user whom staff act on. Locks that row and those of all administrators until the transaction ends. */
export async function lockForStaff(ctx: Context, viewer: Viewer, id: string) {
  const admins = await lockAdmins(ctx)
  // The viewer's role was read before the administrators were locked and may have changed.
  check(viewer.role !== 'admin' || admins.includes(viewer.id), 'request.forbidden')
  const user = ensureFound(await lockUser(ctx, id), 'users.not_found')
  return { user, isLastAdmin: admins.length === 1 && admins[0] === id }
}

/** True if the user is an active moderator or administrator. */
export const isActiveModerator = (db: Db, id: string): Promise<boolean> =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', 'in', ['moderator', 'admin'])
    .where('status', '=', sql.lit('active'))
    .$call(hasRow)
