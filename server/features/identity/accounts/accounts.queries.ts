import { type Expression, type SqlBool, sql } from 'kysely'
import { toLookupAddress } from '../../../../contract/addresses.ts'
import type { ManagedUser } from '../../../../contract/accounts.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import type { PublicProfile } from '../../../../contract/users.ts'
import { type Db, toContainsPattern } from '../../../db/open.ts'
import { containsName } from '../../../db/names.ts'
import { toProfile } from '../users/users.rules.ts'

/** The public profile of an active account; undefined alike for an unknown, a suspended and a leaving one. */
export async function readProfile(db: Db, id: string): Promise<PublicProfile | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'about', 'created_at'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return user && toProfile(user)
}

const selectManaged = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'about', 'role', 'status', 'created_at', 'deletes_at', 'email_verified_at'])
    .select((query) =>
      query
        .selectFrom('sessions')
        .select((of) => of.fn.max('sessions.last_seen_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('last_seen_at'),
    )

type ManagedRow = Awaited<ReturnType<ReturnType<typeof selectManaged>['executeTakeFirstOrThrow']>>

/**
 * The day of a time, as its noon, which is that day in nearly every zone. Read often, the minute would tell who was here in the hour of
 * an anonymous request.
 */
const dayOf = (time: string): string => `${time.slice(0, 'yyyy-mm-dd'.length)}T12:00:00.000Z`

const toManaged = ({ email_verified_at, about, last_seen_at, ...row }: ManagedRow): ManagedUser => ({
  ...row,
  last_seen_at: last_seen_at && dayOf(last_seen_at),
  profile: toProfile({ ...row, about }),
  email_verified: email_verified_at !== null,
})

/** An account as administrators see it, or undefined. */
export async function findManaged(db: Db, id: string): Promise<ManagedUser | undefined> {
  const row = await selectManaged(db).where('id', '=', id).executeTakeFirst()
  return row && toManaged(row)
}

export const readManaged = async (db: Db, id: string): Promise<ManagedUser> =>
  toManaged(await selectManaged(db).where('id', '=', id).executeTakeFirstOrThrow())

type Filter = Omit<ParsedInput<'accounts.list'>, 'page' | 'pageSize'>

/** A page of accounts, newest first. A search scans every name; without one each page walks an index. */
export async function listUsers(
  db: Db,
  { search = '', role, status }: Filter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: ManagedUser[]; total: number }> {
  const conditions: Expression<SqlBool>[] = []
  if (role) conditions.push(sql<SqlBool>`role = ${role}`)
  if (status) conditions.push(sql<SqlBool>`status = ${status}`)
  const typed = search.trim()
  if (typed !== '') {
    const address = toContainsPattern(toLookupAddress(typed))
    conditions.push(sql<SqlBool>`(${containsName('name_folded', typed)} or email like ${address} escape '\\')`)
  }
  const all = sql<SqlBool>`true`
  const filter = conditions.length > 0 ? sql.join<SqlBool>(conditions, sql` and `) : all
  const rows = await selectManaged(db)
    .where(sql<SqlBool>`${filter}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
    .execute()
  const { total } = await db
    .selectFrom('users')
    .where(sql<SqlBool>`${filter}`)
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(toManaged), total }
}
