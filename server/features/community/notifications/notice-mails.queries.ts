import type { Language } from '../../../../contract/fields.ts'
import type { NotificationKind } from '../../../../contract/notifications.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { languageFor } from '../../../mail/send.ts'
import { type NoticeChoices, isPaused, toNoticeChoices } from '../../identity/accounts/notice-times.rules.ts'
import { noticeColumns } from '../../identity/accounts/preferences.queries.ts'
import { isAnsweredStatus } from '../prayers/prayers.rules.ts'
import { selectOwn } from './notifications.queries.ts'

/** How many waiting notices are looked at to find people, at a time: somebody may have more alone. */
const LOOKED_AT = 500

/** Returns the people for whom emails about notices are due, the longest waiting first. */
export async function findDuePeople(db: Db, at: string, limit: number): Promise<string[]> {
  const people = new Set<string>()
  for (;;) {
    const rows = await db
      .selectFrom('notifications')
      .select('user_id')
      .where('mail_at', 'is not', null)
      .where('mail_at', '<=', at)
      .$if(people.size > 0, (query) => query.where('user_id', 'not in', [...people]))
      .orderBy('mail_at')
      .limit(LOOKED_AT)
      .execute()
    for (const { user_id } of rows) people.add(user_id)
    if (people.size >= limit || rows.length < LOOKED_AT) return [...people].slice(0, limit)
  }
}

/** The notices of a person about which an email is due. */
export async function findDueNotices(
  db: Db,
  user_id: string,
  at: string,
): Promise<{ id: string; created_at: string }[]> {
  return await db
    .selectFrom('notifications')
    .select(['id', 'created_at'])
    .where('user_id', '=', user_id)
    .where('mail_at', '<=', at)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

// No session: nothing depends on it but how the person may change their account.
export const toViewer = ({ id, role }: Pick<Viewer, 'id' | 'role'>): Viewer => ({
  id,
  role,
  session_id: '',
  confirmed_at: '',
})

/** The person of a link in an email, who is not signed in; undefined when their account is not active. */
export async function readReader(db: Db, user_id: string): Promise<Viewer | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', user_id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row && toViewer(row)
}

/** Somebody to whom emails about notices may go now. */
export interface NoticeReceiver {
  viewer: Viewer
  email: string
  display_name: string
  language: Language
  times: NoticeChoices
  /** True for somebody in discreet mode: the email says only that there is news, and does not name the site. */
  hides_site: boolean
}

/**
 * The person, if emails about notices may go to them at this time: their account is active, they have confirmed the address, the mail
 * server has not refused it for good, and nothing is paused.
 */
export async function readNoticeReceiver(
  { db, secrets, clock }: Pick<Context, 'db' | 'secrets' | 'clock'>,
  user_id: string,
): Promise<NoticeReceiver | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .where('users.id', '=', user_id)
    .where('users.status', '=', 'active')
    .where('users.email_verified_at', 'is not', null)
    .select(['users.role', 'users.email', 'users.display_name', 'preferences.preferred_language'])
    .select(['users.mail_language', 'preferences.refused_address_hash', 'preferences.is_discreet'])
    .select(noticeColumns.map((name) => `preferences.${name}` as const))
    .executeTakeFirst()
  if (!row || row.refused_address_hash === secrets.hashAddress(row.email)) return undefined
  const { notices, notice_hour, ...others } = row
  const chosen = notices === null || notice_hour === null ? undefined : { ...others, notices, notice_hour }
  const times = toNoticeChoices(chosen)
  if (isPaused(times, clock().toISOString())) return undefined
  return {
    viewer: toViewer({ id: user_id, role: row.role }),
    email: row.email,
    display_name: row.display_name,
    language: await languageFor({ db }, row.preferred_language, row.mail_language),
    times,
    hides_site: row.is_discreet ?? false,
  }
}

/**
 * Returns the notices that the person is shown now and has not read, oldest first, with what is said of their requests. This is the
 * only way by which words get into an email: `toMailedNotice` decides which of them leave.
 */
export async function readNoticesToMail(db: Db, viewer: Viewer, ids: string[]) {
  // `selectOwn` lets notices through whose request is `visibleTo` the receiver, and those of danger.
  const rows = await selectOwn(db, viewer)
    .leftJoin('prayers as about', 'about.id', 'notifications.prayer_request_id')
    .leftJoin('prayers as asked', 'asked.id', 'about.line_of')
    .leftJoin('users as author', 'author.id', 'about.author_id')
    .leftJoin('prayer_updates as told', 'told.id', 'notifications.update_id')
    .where('notifications.id', 'in', ids)
    .where('notifications.read_at', 'is', null)
    .select([
      'notifications.id',
      'notifications.kind',
      'notifications.prayer_request_id',
      'notifications.decision_id',
      'notifications.group_id',
      'notifications.payload',
      'notifications.created_at',
      'about.author_id',
      'about.visibility',
      'about.publication',
      'about.is_guarded',
      'about.is_anonymous',
      'about.status',
      'about.title',
      'about.content',
      'about.line_of',
      'about.phrase',
      'asked.visibility as asked_visibility',
      'asked.publication as asked_publication',
      'asked.is_guarded as asked_is_guarded',
      'author.display_name as author_name',
      'told.content as told',
    ])
    .orderBy('notifications.created_at')
    .orderBy('notifications.id')
    .execute()
  // A prayer or thanks that was taken back is no news. Nor is an answer that its author took back.
  const told = rows.filter(
    ({ kind, payload, status }) => payload['people'] !== 0 && (kind !== 'answered' || isAnsweredStatus(status)),
  )
  return told.map(({ asked_visibility, asked_publication, asked_is_guarded, line_of, ...row }) => ({
    ...row,
    kind: row.kind as NotificationKind,
    // A line leads to its request, and its words leave the site where those of the request may.
    ...(row.kind === 'line' && {
      prayer_request_id: line_of,
      visibility: asked_visibility,
      publication: asked_publication,
      is_guarded: asked_is_guarded,
    }),
  }))
}

export type NoticeRow = Awaited<ReturnType<typeof readNoticesToMail>>[number]
