import { type Insertable, sql } from 'kysely'
import { isNameless } from '../../../../contract/languages.ts'
import type { Context } from '../../../context.ts'
import { containsText } from '../../../db/names.ts'
import type { Db } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import { Refusal, check } from '../../../http/errors.ts'
import { hashSecret } from '../../../secrets/secrets.ts'
import { readSetting } from '../../../settings/settings.ts'
import { checkInvitation, readCode, stateOf } from './invitations.rules.ts'

export const PAGE = 50

/** An invitation without an end is stored with this one. */
export const FOREVER = '9999-12-31T00:00:00.000Z'

export type NewInvitation = Pick<
  Insertable<Schema['invitations']>,
  'email' | 'name' | 'note' | 'words' | 'language' | 'role' | 'group_id' | 'list_id' | 'mail' | 'proves_address'
> & { created_by: string; max_uses: number; days: number }

const selectInvitations = (db: Db) =>
  db
    .selectFrom('invitations')
    .leftJoin('users as inviter', 'inviter.id', 'invitations.created_by')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.name',
      'invitations.note',
      'invitations.mail',
      'invitations.opened_at',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.revoked_at',
      'invitations.max_uses',
      'invitations.uses',
      'inviter.id as inviter_id',
      'inviter.display_name as inviter_name',
    ])

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirst']>>>

const toInvitation = ({ inviter_id, inviter_name, mail, opened_at, ...row }: Row, at: Date) => ({
  ...row,
  state: stateOf({ ...row, mail, opened_at }, at),
  created_by: inviter_id === null || inviter_name === null ? null : { id: inviter_id, display_name: inviter_name },
})

export async function findInvitation({ db, clock }: Context, id: string) {
  const row = await selectInvitations(db).where('invitations.id', '=', id).executeTakeFirst()
  return row && toInvitation(row, clock())
}

/** Invitations, newest first, after those whose mail was refused: somebody must look at them. Returns one more than a page, which shows that there are more. */
export async function listInvitations(
  { db, clock }: Context,
  page: number,
  { search, with_lists }: { search: string | undefined; with_lists: boolean },
) {
  const rows = await selectInvitations(db)
    .where('code', 'is', null)
    .$if(!with_lists, (query) => query.where('list_id', 'is', null))
    .$if(search !== undefined, (query) =>
      query.where((where) =>
        where.or([containsText('invitations.email', search ?? ''), containsText('invitations.name', search ?? '')]),
      ),
    )
    .orderBy(sql`case when mail = 'refused' and revoked_at is null then 0 else 1 end`)
    .orderBy('invitations.created_at', 'desc')
    // Those of a list are made within a few milliseconds.
    .orderBy('invitations.id', 'desc')
    .limit(PAGE + 1)
    .offset(page * PAGE)
    .execute()
  return { items: rows.slice(0, PAGE).map((row) => toInvitation(row, clock())), page, has_more: rows.length > PAGE }
}

/** Invitations of somebody who is no longer staff, or no longer here, open nothing. */
const selectOfStaff = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('users as inviter', 'inviter.id', 'invitations.created_by')
    .where('inviter.status', '=', sql.lit('active'))
    .where(sql<boolean>`inviter.role in ('moderator', 'admin')`)

/** The invitation of a link. */
export const invitationOfLink = ({ db }: Context, secret: string) =>
  selectOfStaff(db)
    .select(['invitations.id', 'invitations.email', 'revoked_at', 'expires_at', 'max_uses', 'uses', 'proves_address'])
    .select('code')
    .select(['name', 'invitations.role', 'group_id', 'invitations.created_by'])
    .where('secret_hash', '=', hashSecret(readCode(secret) ?? secret))
    .executeTakeFirst()

export type GivenInvitation = NonNullable<Awaited<ReturnType<typeof invitationOfLink>>>

/**
 * The invitation for a sign-up, where one is required or given. Refuses when it is not valid; where everybody may come, whoever
 * has an old one comes without it.
 */
export async function resolveInvitation(
  ctx: Context,
  mode: 'open' | 'invite' | 'approval',
  { invitation, email }: { invitation?: string | undefined; email: string },
): Promise<GivenInvitation | undefined> {
  if (invitation === undefined) {
    check(mode !== 'invite', 'invitations.needed')
    return undefined
  }
  const row = await invitationOfLink(ctx, invitation)
  const refusal = checkInvitation(row, email, ctx.clock())
  if (!refusal) return row
  if (mode !== 'open') throw new Refusal(refusal)
  return undefined
}

/** The code that works, of whoever is still staff; undefined when there is none. */
export async function readInvitationCode({ db, clock, config }: Context) {
  const row = await selectOfStaff(db)
    .select(['invitations.id', 'code', 'uses', 'invitations.created_at', 'expires_at'])
    .where('code', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst()
  if (!row || row.code === null) return undefined
  return {
    ...row,
    code: row.code,
    link: `${config.public_url}/signup#${row.code}`,
    expires_at: row.expires_at === FOREVER ? null : row.expires_at,
  }
}

/** Which of the addresses have an account, and which an invitation that works: not that of who is no longer staff, or no longer here. */
export async function findInvited(
  { db, clock }: Context,
  emails: string[],
): Promise<{ members: Set<string>; invited: Set<string> }> {
  const must_confirm = await readSetting({ db }, 'require_verified_email')
  const members = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', emails)
    // By a sign-up that nobody has confirmed nobody can come in, and a stranger may have made it.
    .$if(must_confirm, (query) => query.where(sql<boolean>`(status <> 'pending' or email_verified_at is not null)`))
    .execute()
  const invited = await selectOfStaff(db)
    .select('invitations.email')
    .where('invitations.email', 'in', emails)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock().toISOString())
    .where('mail', 'is distinct from', sql.lit('refused'))
    .whereRef('uses', '<', 'max_uses')
    .execute()
  return {
    members: new Set(members.map(({ email }) => email)),
    invited: new Set(invited.map(({ email }) => email ?? '')),
  }
}

/** Number of the mails with invitations that have not left. */
export async function countWaitingMails({ db, clock }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select((row) => row.fn.countAll().as('count'))
    .where('mail', '=', sql.lit('waiting'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How these requests are shown to a viewer: administrators see every address. */
export const awaitingView = async (ctx: Context, viewer: { role: string }) => ({
  require_verified_email: await readSetting(ctx, 'require_verified_email'),
  shows_email: viewer.role === 'admin',
})
type AwaitingView = Awaited<ReturnType<typeof awaitingView>>

/**
 * Users who wait for approval, the longest waiting first; where addresses must be confirmed, only the confirmed ones. The address of who
 * has given no name is always there: whoever decides must know about whom.
 */
export async function listAwaitingApproval(
  db: Db,
  page: number,
  { require_verified_email, shows_email }: AwaitingView,
) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'email_verified_at', 'join_answer', 'created_at'])
    // Must match the condition of the partial index exactly, or no engine uses the index.
    .where(sql<boolean>`awaits_approval`)
    .$if(require_verified_email, (query) => query.where('email_verified_at', 'is not', null))
    .orderBy('created_at')
    // After a Sunday's call many come at one moment, and each is on one page.
    .orderBy('id')
    .limit(PAGE + 1)
    .offset(page * PAGE)
    .execute()
  const items = rows.slice(0, PAGE).map(({ email_verified_at, email, join_answer, ...row }) => ({
    ...row,
    email: shows_email || isNameless(row.display_name) ? email : null,
    email_verified: email_verified_at !== null,
    join_answer: join_answer ?? '',
  }))
  return { items, page, has_more: rows.length > PAGE }
}

/** Number of the users who wait for approval, and the first three. */
export async function summarizeAwaitingApproval(ctx: Context, viewer: { role: string }) {
  const view = await awaitingView(ctx, viewer)
  const { count } = await ctx.db
    .selectFrom('users')
    .select((row) => row.fn.countAll().as('count'))
    .where(sql<boolean>`awaits_approval`)
    .$if(view.require_verified_email, (query) => query.where('email_verified_at', 'is not', null))
    .executeTakeFirstOrThrow()
  const people = Number(count) === 0 ? [] : (await listAwaitingApproval(ctx.db, 0, view)).items.slice(0, 3)
  return { count: Number(count), oldest_at: people[0]?.created_at ?? null, people }
}
