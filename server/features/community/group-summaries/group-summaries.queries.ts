import { type Selectable, sql } from 'kysely'
import type { GroupReader, GroupSummary } from '../../../../contract/group-summaries.ts'
import { type Context, hasMailServer } from '../../../context.ts'
import { type Db, isPublishedInGroup, prayersWithoutReader } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import { readSetting } from '../../../settings/settings.ts'
import { readNoticeChoices } from '../../identity/accounts/preferences.queries.ts'
import type { Addressed } from '../notifications/news-mail.ts'
import { readNoticeReceiver } from '../notifications/notice-mails.queries.ts'
import { hasLink, mailedAuthor, shownTime } from '../prayers/prayers.rules.ts'
import {
  MAX_WORDS,
  type SummaryNews,
  type SummaryWords,
  isReachCounted,
  isWorthTelling,
  isYoung,
  stateOfReader,
  wordsSince,
} from './group-summaries.rules.ts'

/** The number of other members whom the emails of a group can reach, as members are told. */
async function readReach(
  db: Db,
  group_id: string,
  { others, user_id }: { others: number; user_id: string },
): Promise<number> {
  if (!isReachCounted(others)) return others
  const { takers } = await db
    .selectFrom((query) =>
      query
        .selectFrom('memberships')
        .select(['user_id', 'gets_summary'])
        .where('group_id', '=', group_id)
        .where('status', '=', sql.lit('active'))
        .orderBy('created_at')
        .orderBy('user_id')
        .limit(others + 1)
        .as('members'),
    )
    .where('members.user_id', '!=', user_id)
    .where('members.gets_summary', '=', sql.lit(true))
    .select((query) => query.fn.countAll<number>().as('takers'))
    .executeTakeFirstOrThrow()
  return takers
}

/** The summaries of a group, as this member sees them. */
export async function readSummary(
  ctx: Pick<Context, 'db' | 'mailRoute'>,
  group_id: string,
  user_id: string,
): Promise<GroupSummary> {
  const { db } = ctx
  const { others, ...row } = await db
    .selectFrom('groups')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.group_id', '=', 'groups.id').on('memberships.user_id', '=', user_id),
    )
    .where('groups.id', '=', group_id)
    .select(sql<number>`groups.member_count - case when memberships.status = 'active' then 1 else 0 end`.as('others'))
    .select(['summary_rhythm as rhythm', 'summary_weekday as weekday', 'summary_hour as hour', 'gets_summary'])
    .select('summary_has_words as has_words')
    .executeTakeFirstOrThrow()
  const { notices } = await readNoticeChoices(db, user_id)
  const { count } = await db
    .selectFrom('group_readers')
    .where('group_id', '=', group_id)
    .where('confirmed_at', 'is not', null)
    .where('refused_at', 'is', null)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    ...row,
    reached_count: await readReach(db, group_id, { others, user_id }),
    time_zone: await readSetting(ctx, 'time_zone'),
    sends_mail: await hasMailServer(ctx),
    gets_summary: row.gets_summary ?? false,
    is_off_for_groups: notices.groups === 'off',
    reader_count: count,
  }
}

/** The addresses of a group, which only its leaders see. */
export async function listReaders(db: Db, group_id: string): Promise<GroupReader[]> {
  const rows = await db
    .selectFrom('group_readers')
    .where('group_id', '=', group_id)
    .select(['id', 'email', 'confirmed_at', 'refused_at'])
    .orderBy('email')
    .execute()
  return rows.map((row) => ({ id: row.id, email: row.email, state: stateOfReader(row) }))
}

/** Groups whose summary is due. */
export async function findDueGroups(db: Db, at: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('summary_at', 'is not', null)
    .where('summary_at', '<=', at)
    .orderBy('summary_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts what others than this person shared with the group, and what was answered, within a time. */
export async function countNews(
  db: Db,
  group_id: string,
  { since, until }: { since: string; until: string },
  except: string | null,
): Promise<Pick<SummaryNews, 'requests' | 'answers'>> {
  const count = async (column: 'listed_at' | 'answered_at'): Promise<number> => {
    const { total } = await prayersWithoutReader(db)
      .where('group_id', '=', group_id)
      .where(isPublishedInGroup)
      .where(column, '>=', since)
      .where(column, '<', until)
      .where('status', '!=', sql.lit('archived'))
      .$if(except !== null, (query) => query.where('author_id', 'is distinct from', except))
      .select((query) => query.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }
  return { requests: await count('listed_at'), answers: await count('answered_at') }
}

/**
 * The newest requests whose words may leave by email, with extra privacy for nobody among them, nothing that is or was about danger, nothing
 * that needs no prayer any more, and no link, which would seem to be the site's. To be asked for active members and confirmed addresses alone.
 */
async function readWords(
  db: Db,
  group_id: string,
  { since, until }: { since: string; until: string },
  except: string | null,
): Promise<SummaryWords[]> {
  const rows = await prayersWithoutReader(db)
    .leftJoin('users', 'users.id', 'prayers.author_id')
    .where('group_id', '=', group_id)
    .where('visibility', '=', sql.lit('group'))
    .where('publication', '=', sql.lit('published'))
    .where('in_summary', '=', sql.lit(true))
    .where('is_guarded', '=', sql.lit(false))
    .where('alert', 'is', null)
    .where('prayers.status', 'in', ['open', 'ongoing'])
    .where('listed_at', '>=', since)
    .where('listed_at', '<', until)
    .$if(except !== null, (query) => query.where('author_id', 'is distinct from', except))
    .where('prayers.id', 'not in', db.selectFrom('quiet_alerts').select('prayer_request_id'))
    .orderBy('listed_at', 'desc')
    .orderBy('prayers.id', 'desc')
    .limit(2 * MAX_WORDS)
    .select(['prayers.id', 'title', 'content', 'is_anonymous', 'author_id', 'prayers.created_at'])
    .select('users.display_name as author_name')
    .execute()
  return rows
    .filter((row) => !hasLink(row))
    .slice(0, MAX_WORDS)
    .map(({ id, title, content, created_at, ...row }) => ({
      id,
      title,
      content,
      author_name: mailedAuthor(row),
      time: shownTime(created_at, row.is_anonymous),
    }))
}

/** A message that is due: a summary for a member or for an address, or the question to an address. */
export type DueMail = { mail_at: string } & (
  | { kind: 'member'; group_id: string; user_id: string }
  | { kind: 'reader' | 'ask'; id: string }
)

/** Returns the mails that are due, the longest waiting first. */
export async function findDueMails(db: Db, at: string, limit: number): Promise<DueMail[]> {
  const addresses = (column: 'summary_mail_at' | 'ask_at') =>
    db
      .selectFrom('group_readers')
      .select(['id', `${column} as mail_at`])
      .where(column, 'is not', null)
      .where(column, '<=', at)
      .orderBy(column)
      .limit(limit)
      .execute()
  const members = await db
    .selectFrom('memberships')
    .select(['group_id', 'user_id', 'summary_mail_at as mail_at'])
    .where('summary_mail_at', 'is not', null)
    .where('summary_mail_at', '<=', at)
    .orderBy('summary_mail_at')
    .limit(limit)
    .execute()
  const due = [
    ...members.map((row) => ({ kind: 'member' as const, ...row })),
    ...(await addresses('summary_mail_at')).map((row) => ({ kind: 'reader' as const, ...row })),
    ...(await addresses('ask_at')).map((row) => ({ kind: 'ask' as const, ...row })),
  ]
  return due
    .map((row): DueMail => ({ ...row, mail_at: row.mail_at ?? at }))
    .toSorted((one, other) => one.mail_at.localeCompare(other.mail_at))
    .slice(0, limit)
}

/** A message as it may leave now: to whom, and what it says. */
export interface SummaryMessage extends Addressed {
  group: { id: string; name: string; is_listed: boolean }
  /** Null for an address without an account. */
  member: { user_id: string; display_name: string } | null
  address_hash: string
  /** The summary; null for the question whether the address wants it. */
  news: (SummaryNews & { rhythm: 'daily' | 'weekly'; until: string }) | null
  /** Names the person who asks. */
  asked_by: string | null
}

const groupColumns = [
  'groups.id as group_id',
  'groups.name',
  'groups.is_listed',
  'summary_rhythm',
  'summary_since',
  'summary_until',
  'summary_has_words',
] as const
type GroupColumns = { group_id: string } & Pick<
  Selectable<Schema['groups']>,
  'name' | 'is_listed' | 'summary_rhythm' | 'summary_since' | 'summary_until' | 'summary_has_words'
>

/** `reached_since`: since when this person has been reached; `except`: whose own requests are left out. */
async function readNews(
  db: Db,
  row: GroupColumns & { reached_since: string },
  except: string | null,
): Promise<SummaryMessage['news'] | undefined> {
  const { summary_rhythm: rhythm, summary_since: since, summary_until: until } = row
  if (rhythm === 'off' || since === null || until === null) return undefined
  const counts = await countNews(db, row.group_id, { since, until }, except)
  if (!isWorthTelling(counts)) return undefined
  const span = { since: wordsSince(since, row.reached_since), until }
  const words = row.summary_has_words ? await readWords(db, row.group_id, span, except) : []
  return { ...counts, words, rhythm, until }
}

const toGroup = ({ group_id, name, is_listed }: GroupColumns): SummaryMessage['group'] => ({
  id: group_id,
  name,
  is_listed,
})

type ReadContext = Pick<Context, 'db' | 'secrets' | 'clock'>

async function readToMember(ctx: ReadContext, group_id: string, user_id: string): Promise<SummaryMessage | undefined> {
  const row = await ctx.db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .where('memberships.group_id', '=', group_id)
    .where('memberships.user_id', '=', user_id)
    .where('memberships.status', '=', sql.lit('active'))
    .where('gets_summary', '=', sql.lit(true))
    .select(groupColumns)
    // The last change of their membership: who came back, or takes the summary again, is new among those who are reached.
    .select('memberships.updated_at as reached_since')
    .executeTakeFirst()
  const receiver = row && (await readNoticeReceiver(ctx, user_id))
  if (!receiver || receiver.times.notices.groups === 'off') return undefined
  const news = await readNews(ctx.db, row, user_id)
  if (!news) return undefined
  const { email, language, display_name, times, hides_site } = receiver
  return {
    group: toGroup(row),
    email,
    language,
    times,
    hides_site,
    member: { user_id, display_name },
    address_hash: ctx.secrets.hashAddress(email),
    news,
    asked_by: null,
  }
}

const selectReader = (db: Db, id: string) =>
  db
    .selectFrom('group_readers')
    .innerJoin('groups', 'groups.id', 'group_readers.group_id')
    .where('group_readers.id', '=', id)
    .where('refused_at', 'is', null)
    .select(groupColumns)
    .select(['group_readers.email', 'group_readers.language', 'group_readers.address_hash'])

const toAddress = (row: GroupColumns & Pick<SummaryMessage, 'email' | 'language' | 'address_hash'>) => ({
  group: toGroup(row),
  email: row.email,
  language: row.language,
  address_hash: row.address_hash,
  times: null,
  hides_site: false,
  member: null,
})

async function readToReader(db: Db, id: string): Promise<SummaryMessage | undefined> {
  const row = await selectReader(db, id)
    .where('confirmed_at', 'is not', null)
    .select((one) => one.ref('confirmed_at').$notNull().as('reached_since'))
    // A member of the group with this address gets the summary as a member, or has stopped it.
    .where(
      sql<boolean>`not exists (select 1 from users inner join memberships on memberships.user_id = users.id
        where users.email = group_readers.email and users.email_verified_at is not null
          and memberships.group_id = group_readers.group_id and memberships.status = 'active')`,
    )
    // Nor whom a leader has removed since: the address stays on the list, since it would tell the leader whose it is.
    .where(
      sql<boolean>`not exists (select 1 from users inner join group_removals on group_removals.user_id = users.id
        where users.email = group_readers.email and users.email_verified_at is not null
          and group_removals.group_id = group_readers.group_id and group_removals.removed_at >= group_readers.created_at)`,
    )
    .executeTakeFirst()
  const news = row && (await readNews(db, row, null))
  return news ? { ...toAddress(row), news, asked_by: null } : undefined
}

/** The question, while whoever asks it leads the group. */
async function readToAsk(db: Db, at: Date, id: string): Promise<SummaryMessage | undefined> {
  const row = await selectReader(db, id)
    .innerJoin('memberships as asking', (join) =>
      join
        .onRef('asking.group_id', '=', 'group_readers.group_id')
        .onRef('asking.user_id', '=', 'group_readers.added_by'),
    )
    .innerJoin('users as asker', 'asker.id', 'asking.user_id')
    .where('asker.status', '=', sql.lit('active'))
    .where('asking.status', '=', sql.lit('active'))
    .where('asking.role', 'in', ['owner', 'leader'])
    .where('confirmed_at', 'is', null)
    .select(['asker.display_name as asked_by', 'asker.role', 'asker.email_verified_at'])
    .select('asker.created_at as account_created_at')
    .executeTakeFirst()
  if (!row) return undefined
  const is_young = isYoung({ ...row, created_at: row.account_created_at }, at)
  return { ...toAddress(row), news: null, asked_by: is_young ? null : row.asked_by }
}

/** Returns what is to be sent now; undefined when it must not leave any more, or there is nothing to tell. */
export const readMessage = (ctx: ReadContext, due: DueMail): Promise<SummaryMessage | undefined> => {
  if (due.kind === 'member') return readToMember(ctx, due.group_id, due.user_id)
  return due.kind === 'reader' ? readToReader(ctx.db, due.id) : readToAsk(ctx.db, ctx.clock(), due.id)
}
