import { type SqlBool, sql } from 'kysely'
import type { CareCase, CaseEntry, CaseMessage, CaseSummary } from '../../../../contract/cases.ts'
import { excerpt } from '../../../../contract/excerpt.ts'
import { namelessNames } from '../../../../contract/languages.ts'
import type { Context } from '../../../context.ts'
import { literals } from '../../../db/compiled.ts'
import { type Db, idsOf } from '../../../db/open.ts'
import { ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { toStaffView, truncateToMinute, visibleTo, isOwnOf } from '../../community/prayers/prayers.rules.ts'
import { dayIn } from '../../identity/accounts/notice-times.rules.ts'
import { type CareTeam, type PlannedCareTeam, readCareTeam } from '../../identity/users/care-team.ts'
import { casesWithoutReader, isChangedInDanger, isCleared } from '../review/open-cases.queries.ts'
import { listUpdatesOfHeld, readToldTimes } from '../review/review.queries.ts'
import { ALERT_OVERDUE_MS, isReviewableBy, seesCrises, versionOfWords, writeBy } from '../review/review.rules.ts'
import { firstNameOf, sentencesOf, wordsEndedBefore, wordsUntil } from './cases.rules.ts'

/** Cases of one list. */
export const MAX_LISTED_CASES = 200
const EXCERPT_LENGTH = 120
/** Sentences that are shown to be why. */
const MAX_BECAUSE = 20

/** A column of the last entry of these kinds in the case of a request. */
const ofLast = (column: 'act' | 'id', acts: CaseEntry['act'][]) =>
  sql<string | null>`(select ${sql.ref(`entry.${column}`)} from care_case_entries as entry
    where entry.prayer_request_id = prayers.id and entry.act in (${sql.join(literals(acts))})
    order by entry.created_at desc, entry.id desc limit 1)`
/** The id of the last answer of the author, or of danger that was found anew; null where there is none. */
const lastWord = ofLast('id', ['reply', 'found_again']).as('last_word')

/** Every case but those about the viewer's own requests, with what a reader may see of its request. */
const selectCases = (db: Db, viewer: Viewer, team: CareTeam) =>
  db
    .selectFrom('care_cases')
    .innerJoin('prayers', 'prayers.id', 'care_cases.prayer_request_id')
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .leftJoin('users as helper', 'helper.id', 'prayers.acknowledged_by')
    .where('prayers.author_id', 'is distinct from', viewer.id)
    .select(['prayers.id', 'by_words', 'by_report', 'by_referral', 'opened_at', 'offered_to', 'closed_at', 'outcome'])
    .select(['look_again_on', 'prayers.author_id', 'author.display_name as author_name', 'prayers.is_anonymous'])
    .select(['prayers.title', 'prayers.content', 'prayers.language', 'prayers.alert', 'prayers.publication'])
    .select(['prayers.held_reason', 'prayers.visibility', 'prayers.created_at', 'acknowledged_by', 'acknowledged_at'])
    .select(['helper.display_name as helper_name', 'author.status as author_status', 'prayers.line_of'])
    .select((query) => [
      query
        .selectFrom('users')
        .select('users.display_name')
        .whereRef('users.id', '=', 'care_cases.offered_to')
        .as('offered_name'),
      // Staff who see a held request may read it, and the words of danger of a hidden one; of a reported one only what they may read
      // anyway.
      query
        .case()
        .when(query.or([isReviewableBy(viewer, team), visibleTo(viewer), isChangedInDanger]))
        .then(1)
        .else(0)
        .end()
        .as('is_readable'),
      query.case().when(isCleared).then(1).else(0).end().as('is_cleared'),
    ])
    .select([ofLast('act', ['message', 'reply']).as('last_said'), lastWord])

type CaseRow = Awaited<ReturnType<ReturnType<typeof selectCases>['execute']>>[number]

const isPast = (ctx: Pick<Context, 'clock'>, time: string): boolean => Date.parse(time) <= ctx.clock().getTime()

const person = (id: string | null, display_name: string | null) =>
  id === null ? null : { id, display_name: display_name ?? '' }

type ReadContext = Pick<Context, 'db' | 'secrets' | 'clock'>

const readToday = async (ctx: ReadContext): Promise<string> =>
  dayIn(await readSetting(ctx, 'time_zone'), ctx.clock()).day

/** True where words of danger may wait under a request that is hidden: the team reads those, and not the request. */
const isHidden = ({ publication, by_words, visibility }: CaseRow): boolean =>
  publication === 'hidden' && by_words && visibility !== 'private'

/** Reads what is shown beside the rows: the day, when the team was told, and the updates that wait with a request. */
async function readBeside(ctx: ReadContext, rows: CaseRow[]) {
  const [today, told, updates] = await Promise.all([
    readToday(ctx),
    readToldTimes(ctx, rows),
    listUpdatesOfHeld(ctx.db, idsOf(rows.filter((row) => row.is_readable === 1 || isHidden(row)))),
  ])
  return { today, told, updates }
}
type Beside = Awaited<ReturnType<typeof readBeside>>

const updatesOf = ({ id, is_readable }: CaseRow, { updates }: Beside) =>
  updates.filter((one) => one.prayer_request_id === id && (is_readable === 1 || one.publication === 'held'))

/** The beginning of a request. All words of one that is published with one press from the list: whoever does so has read them. */
function wordsInList(row: CaseRow, beside: Beside): string {
  const { title, content, is_cleared, closed_at } = row
  if (is_cleared === 0 || closed_at !== null) return excerpt(title ?? content, EXCERPT_LENGTH)
  const updates = updatesOf(row, beside).map((update) => update.content)
  return [title ?? [], content, updates].flat().join('\n\n')
}

function toSummary(ctx: ReadContext, row: CaseRow, beside: Beside): CaseSummary {
  const told_at = beside.told.get(row.id)
  const is_readable = row.is_readable === 1
  const age = ctx.clock().getTime() - Date.parse(row.opened_at)
  const is_cleared = row.is_cleared === 1
  const { author, pseudonym } = toStaffView(ctx, row)
  return {
    id: row.id,
    origins: [
      ...(row.by_words ? (['words'] as const) : []),
      ...(row.by_report ? (['report'] as const) : []),
      ...(row.by_referral ? (['referred'] as const) : []),
    ],
    alert: row.alert,
    excerpt: is_readable ? wordsInList(row, beside) : null,
    version: is_readable ? versionOfWords(row, updatesOf(row, beside)) : null,
    language: is_readable ? row.language : null,
    author: is_readable ? author : null,
    pseudonym: is_readable ? pseudonym : null,
    is_held: row.publication === 'held' && row.held_reason === 'crisis',
    opened_at: truncateToMinute(row.opened_at),
    told_at: told_at === undefined ? null : truncateToMinute(told_at),
    taken_by: person(row.acknowledged_by, row.helper_name),
    taken_at: row.acknowledged_at,
    offered_to: person(row.offered_to, row.offered_name),
    waits_for_answer: row.closed_at === null && row.last_said === 'reply',
    last_word: row.last_word,
    is_overdue: row.closed_at === null && !is_cleared && row.acknowledged_at === null && age > ALERT_OVERDUE_MS,
    is_cleared,
    closed_at: row.closed_at,
    outcome: row.outcome,
    look_again_on: row.look_again_on,
    is_due: row.look_again_on !== null && row.look_again_on <= beside.today,
  }
}

async function toSummaries(ctx: ReadContext, rows: CaseRow[]): Promise<CaseSummary[]> {
  const beside = await readBeside(ctx, rows)
  return rows.map((row) => toSummary(ctx, row, beside))
}

/** The cases of the care team; nothing for others. See `cases.list`. */
export async function listCases(
  ctx: ReadContext,
  viewer: Viewer,
): Promise<{ items: CaseSummary[]; closed: CaseSummary[] }> {
  const team = await readCareTeam(ctx)
  if (!seesCrises(viewer, team)) return { items: [], closed: [] }
  const today = await readToday(ctx)
  const select = () => selectCases(ctx.db, viewer, team)
  // The viewer’s own before those of others, which nobody may ever close.
  const theirsFirst = sql`case when care_cases.offered_to = ${viewer.id} then 0
    when prayers.acknowledged_by = ${viewer.id} then 1 else 2 end`
  // A case that is cleared, or in somebody’s hands, never takes the place of somebody in danger whom nobody has.
  const selectOpen = (held: 'is' | 'is not', first: 'asc' | 'desc') =>
    select()
      .where('closed_at', 'is', null)
      .where('acknowledged_at', held, null)
      .orderBy('is_cleared')
      .orderBy(theirsFirst)
      .orderBy('opened_at', first)
      .orderBy('prayers.id', first)
      .limit(MAX_LISTED_CASES)
      .execute()
  const [oldest, taken, due, closed] = await Promise.all([
    selectOpen('is', 'asc'),
    selectOpen('is not', 'asc'),
    select()
      .where('look_again_on', 'is not', null)
      .where('look_again_on', '<=', today)
      .orderBy('look_again_on')
      .orderBy('prayers.id')
      .limit(MAX_LISTED_CASES)
      .execute(),
    select()
      .where('closed_at', '>', wordsEndedBefore(ctx.clock()))
      .where((query) => query.or([query('look_again_on', 'is', null), query('look_again_on', '>', today)]))
      .orderBy('closed_at', 'desc')
      .orderBy('prayers.id')
      .limit(MAX_LISTED_CASES)
      .execute(),
  ])
  // However many wait, those of the last hours are found too.
  const newest = oldest.length < MAX_LISTED_CASES ? [] : await selectOpen('is', 'desc')
  const listed = new Set(oldest.map(({ id }) => id))
  const open = [...oldest, ...newest.filter(({ id }) => !listed.has(id)), ...taken].toSorted(
    (one, other) => one.is_cleared - other.is_cleared || one.opened_at.localeCompare(other.opened_at),
  )
  const cleared = open.findIndex((row) => row.is_cleared === 1)
  const until = cleared === -1 ? open.length : cleared
  return {
    items: await toSummaries(ctx, [...open.slice(0, until), ...due, ...open.slice(until)]),
    closed: await toSummaries(ctx, closed),
  }
}

/** Returns the people to whom cases can be given: whoever sees crises. */
export const membersOf = (team: PlannedCareTeam): { id: string; display_name: string }[] =>
  team.staff.filter((one) => seesCrises(one, team)).map(({ id, display_name }) => ({ id, display_name }))

/**
 * Those to whom a case can be offered: not its author, unless nobody may know who that is. They never hear of an offer to
 * themselves, and the case stays with who made it.
 */
export const receiversOf = (
  team: PlannedCareTeam,
  { author_id, is_anonymous }: Pick<CaseRow, 'author_id' | 'is_anonymous'>,
): { id: string; display_name: string }[] => membersOf(team).filter(({ id }) => is_anonymous || id !== author_id)

const listEntries = (db: Db, id: string) =>
  db
    .selectFrom('care_case_entries as entry')
    .leftJoin('users as who', 'who.id', 'entry.user_id')
    .leftJoin('users as whom', 'whom.id', 'entry.to_user_id')
    .where('entry.prayer_request_id', '=', id)
    .orderBy('entry.created_at')
    .orderBy('entry.id')
    .select(['entry.id', 'act', 'user_id', 'who.display_name as name', 'to_user_id', 'whom.display_name as to_name'])
    .select(['content', 'entry.created_at', 'read_at'])
    .execute()

/** Leaves out whom of the team an alarm told, and how many, where that is all but an author whom nobody may know. */
const withoutReceivers = (
  entries: Awaited<ReturnType<typeof listEntries>>,
  { is_anonymous }: Pick<CaseRow, 'is_anonymous'>,
) =>
  is_anonymous
    ? entries
        .filter(({ act }, index) => act !== 'told' || entries[index - 1]?.act !== 'told')
        .map((entry) => (entry.act === 'told' ? { ...entry, to_user_id: null } : entry))
    : entries

/** The sentences in which the classifier finds danger, of texts that the reader may read. */
const findBecause = (ctx: Pick<Context, 'classifier'>, texts: (string | null)[]): string[] =>
  texts
    .flatMap((text) => sentencesOf(text ?? ''))
    .filter((sentence) => ctx.classifier().classify(sentence).alert !== null)
    .slice(0, MAX_BECAUSE)

/** A case that the viewer may know of, or undefined. */
export async function readCareCase(
  ctx: ReadContext & Pick<Context, 'classifier'>,
  viewer: Viewer,
  id: string,
): Promise<CareCase | undefined> {
  const team = await readCareTeam(ctx)
  if (!seesCrises(viewer, team)) return undefined
  const row = await selectCases(ctx.db, viewer, team).where('prayers.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const [beside, entries] = await Promise.all([readBeside(ctx, [row]), listEntries(ctx.db, id)])
  const is_readable = row.is_readable === 1
  const { acknowledged_by, acknowledged_at, closed_at } = row
  const write_by =
    acknowledged_by === null || acknowledged_at === null || closed_at !== null
      ? null
      : writeBy(entries, { taken_by: acknowledged_by, taken_at: acknowledged_at })
  const { shown } = toStaffView(ctx, row)
  const author_status = is_readable && !row.is_anonymous ? row.author_status : null
  const updates = updatesOf(row, beside)
  return {
    ...toSummary(ctx, row, beside),
    title: is_readable ? row.title : null,
    content: is_readable ? row.content : null,
    is_author_suspended: author_status === 'suspended',
    is_author_leaving: author_status === 'deleting',
    visibility: row.visibility,
    is_shared: row.publication === 'published' && (row.visibility !== 'private' || row.line_of !== null),
    created_at: shown(row.created_at),
    because: row.by_words
      ? findBecause(ctx, [...(is_readable ? [row.title, row.content] : []), ...updates.map(({ content }) => content)])
      : [],
    waiting_updates: updates.map(({ id: update_id, content, created_at }) => ({
      id: update_id,
      content,
      created_at: shown(created_at),
    })),
    entries: withoutReceivers(entries, row).map(({ user_id, name, to_user_id, to_name, created_at, ...entry }) => ({
      ...entry,
      // The acts of the team are told as they were.
      created_at: user_id === null ? truncateToMinute(created_at) : created_at,
      read_at: entry.read_at && truncateToMinute(entry.read_at),
      by: person(user_id, name),
      to: person(to_user_id, to_name),
    })),
    // To the minute, as the time of the author’s word that it follows.
    write_by: write_by === null || isPast(ctx, write_by) ? null : truncateToMinute(write_by),
    team: receiversOf(team, row),
    words_until: row.closed_at === null ? null : wordsUntil(row.closed_at),
  }
}

/** Returns what decides what can be done with a case. */
export const readCaseState = (db: Db, id: string) =>
  casesWithoutReader(db)
    .where('prayers.id', '=', id)
    .select(['prayers.id', 'author_id', 'is_anonymous', 'publication', 'held_reason'])
    .select(['acknowledged_by', 'acknowledged_at'])
    .select(['offered_to', 'closed_at', lastWord])
    .executeTakeFirstOrThrow()
export type CaseState = Awaited<ReturnType<typeof readCaseState>>

/** Ids of the open reports of danger about a request and its updates. */
export async function listDangerReports(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .where('report_type', '=', sql.lit('danger_to_self'))
    .where('status', 'in', ['open', 'in_review'])
    .where((query) =>
      query.or([
        query('prayer_request_id', '=', id),
        query('update_id', 'in', query.selectFrom('prayer_updates').select('id').where('prayer_request_id', '=', id)),
      ]),
    )
    .select('id')
    .orderBy('id')
    .execute()
  return idsOf(rows)
}

/**
 * The author's own talk with the care team. `has_been_written_to`: false while nobody has written: they do not learn that there is a
 * case. Refused for a request that is not theirs.
 */
export async function readOwnTalk(ctx: Pick<Context, 'db' | 'secrets'>, viewer: Viewer, id: string) {
  const own = await ctx.db
    .selectFrom('prayers')
    .leftJoin('care_cases', 'care_cases.prayer_request_id', 'prayers.id')
    .where('prayers.id', '=', id)
    .where(isOwnOf(viewer.id))
    // A moderator may have removed it: the talk goes on.
    .where(sql<SqlBool>`(prayers.publication <> 'deleted' or care_cases.opened_at is not null)`)
    .select('care_cases.closed_at')
    .executeTakeFirst()
  const { closed_at } = ensureFound(own, 'prayers.not_found')
  const said = (await listEntries(ctx.db, id)).filter(({ act }) => act === 'message' || act === 'reply')
  const has_been_written_to = said.some(({ act }) => act === 'message')
  const messages = said.flatMap(({ act, user_id, name, content, created_at, read_at, ...entry }): CaseMessage[] => {
    if (content === null || !has_been_written_to) return []
    // Whose account is gone is somebody of the team all the same; the page says it in the author's language.
    const display_name = firstNameOf(name ?? namelessNames.en)
    const writer = { id: ctx.secrets.pseudonym(`${id} ${user_id ?? ''}`), display_name }
    return [{ id: entry.id, by: act === 'reply' ? null : writer, content, created_at, read_at }]
  })
  const is_open = has_been_written_to && closed_at === null
  return { has_been_written_to, talk: { is_open, may_write: has_been_written_to, messages } }
}

/** Selects what was said about the author's requests, newest first. */
export const selectOwnMessages = (db: Db, author_id: string) =>
  db
    .selectFrom('care_case_entries as entry')
    .innerJoin('prayers', 'prayers.id', 'entry.prayer_request_id')
    .where(isOwnOf(author_id))
    .where('entry.act', 'in', ['message', 'reply'])
    .where('entry.content', 'is not', null)
    .orderBy('entry.created_at', 'desc')
    .select(['entry.prayer_request_id', 'entry.act', 'entry.content', 'entry.created_at', 'entry.read_at'])

/** The same as the author's own data have it: without who of the team wrote. */
export const toOwnMessage = ({
  act,
  content,
  ...message
}: Awaited<ReturnType<ReturnType<typeof selectOwnMessages>['execute']>>[number]) => ({
  ...message,
  content: content ?? '',
  is_mine: act === 'reply',
})
