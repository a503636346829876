import { type SqlBool, sql } from 'kysely'
import { type Db, hasRow, withoutReader } from '../../../db/open.ts'
import { isOpenedWith } from '../../community/prayers/care-cases.commands.ts'

/** True for a request whose author may be in danger: its case is open. */
export const hasOpenCase = sql<SqlBool>`exists (select 1 from care_cases
  where care_cases.prayer_request_id = prayers.id and care_cases.closed_at is null)`

/**
 * True for a request whose author has changed its words since it was hidden, and whose case is one of words that is open, or was closed
 * since as anything but no danger: nobody but moderators could read what the care team was called for.
 */
export const isChangedInDanger = sql<SqlBool>`(prayers.publication = 'hidden' and prayers.visibility <> 'private'
  and exists (select 1 from care_cases where care_cases.prayer_request_id = prayers.id and care_cases.by_words
    and (care_cases.closed_at is null or (care_cases.outcome <> 'no_danger' and care_cases.closed_at >= prayers.held_at)))
  and exists (select 1 from prayer_edits where prayer_edits.prayer_request_id = prayers.id
    and prayer_edits.created_at >= prayers.held_at))`

/**
 * True for a request that is held for danger and that a newer model no longer takes for it. Not one of which people speak as
 * of danger, that a person kept, or that was held again since.
 */
export const isCleared = sql<SqlBool>`(prayers.publication = 'held' and prayers.held_reason = 'crisis'
  and prayers.kept_at is null and coalesce(prayers.alert_cleared_at >= prayers.held_at, false)
  and coalesce((select not (of_people.by_report or of_people.by_referral) from care_cases as of_people
    where of_people.prayer_request_id = prayers.id), true))`

/** Begins a statement that reads cases with their requests, and is `withoutReader`. */
export const casesWithoutReader = (db: Db) =>
  db.selectFrom('care_cases').innerJoin('prayers', 'prayers.id', 'care_cases.prayer_request_id').$call(withoutReader)

/** Open cases that nobody has. */
const selectWaiting = (db: Db) =>
  casesWithoutReader(db).where('care_cases.closed_at', 'is', null).where('prayers.acknowledged_at', 'is', null)

export interface OpenCase {
  author_id: string | null
  /** True for a request that was held back; else somebody reported it. */
  is_held: boolean
}

/** True while the care team looks after a request because somebody reported danger. */
export const hasOpenCaseByReport = (db: Db, id: string): Promise<boolean> =>
  db
    .selectFrom('care_cases')
    .select('prayer_request_id')
    .where('prayer_request_id', '=', id)
    .where('by_report', '=', true)
    .where('closed_at', 'is', null)
    .$call(hasRow)

/** The open case of a request, if nobody has it. */
export async function readWaitingCase(db: Db, id: string): Promise<OpenCase | undefined> {
  const row = await selectWaiting(db)
    .select(['prayers.author_id', 'prayers.publication'])
    .where('prayers.id', '=', id)
    .executeTakeFirst()
  return row && { author_id: row.author_id, is_held: row.publication === 'held' }
}

/** Open cases that nobody has, and since when, the longest waiting first. Without those of `except`, and those that are cleared. */
export const listWaitingCases = (db: Db, except: string): Promise<{ id: string; since: string }[]> =>
  selectWaiting(db)
    .where(sql<SqlBool>`prayers.author_id is distinct from ${except}`)
    .where(sql<SqlBool>`not ${isCleared}`)
    .select(['prayers.id', 'care_cases.opened_at as since'])
    .orderBy('care_cases.opened_at')
    .execute()

/**
 * Open cases that nobody has and of which nobody was told after what happened last in them, by `before`: no message of an alarm
 * arrived. Without those that are cleared.
 */
export const listUnheard = (db: Db, before: string): Promise<{ id: string; author_id: string | null }[]> =>
  selectWaiting(db)
    .where(sql<SqlBool>`not ${isCleared}`)
    .where(
      sql<SqlBool>`(select case when act <> 'told' then created_at end from care_case_entries
        where care_case_entries.prayer_request_id = prayers.id and act <> 'note'
        order by created_at desc, id desc limit 1) <= ${before}`,
    )
    .select(['prayers.id', 'prayers.author_id'])
    .orderBy('care_cases.opened_at')
    .execute()

/**
 * True when somebody has, or was told of, the same words that the same person shared elsewhere at once, and nothing came to
 * them since: in several groups, they have one alarm. `telling`: requests of which somebody is told now.
 */
export async function isHeardElsewhere(db: Db, id: string, telling: string[] = []): Promise<boolean> {
  const rows = await db
    .selectFrom('prayers')
    .$call(withoutReader)
    .innerJoin('care_cases as own', 'own.prayer_request_id', 'prayers.id')
    .innerJoin('prayers as same', 'same.author_id', 'prayers.author_id')
    .innerJoin('care_cases', 'care_cases.prayer_request_id', 'same.id')
    .where('prayers.id', '=', id)
    .where('prayers.group_id', 'is not', null)
    .where('same.group_id', 'is not', null)
    // A case in which something has happened since its opening tells of itself.
    .where(
      sql<SqlBool>`not exists (select 1 from care_case_entries as entry
        where entry.prayer_request_id = prayers.id and entry.act not in ('opened', 'note'))`,
    )
    .whereRef('same.id', '!=', 'prayers.id')
    .whereRef('same.content', '=', 'prayers.content')
    .where('care_cases.closed_at', 'is', null)
    .where((query) =>
      query.or([
        query('same.acknowledged_at', 'is not', null),
        ...(telling.length > 0 ? [query('same.id', 'in', telling)] : []),
        sql<SqlBool>`exists (select 1 from care_case_entries as entry
          where entry.prayer_request_id = same.id and entry.act = 'told')`,
      ]),
    )
    .select(['own.opened_at as own_opened_at', 'care_cases.opened_at'])
    .execute()
  return rows.some((row) => isOpenedWith(row.opened_at, row.own_opened_at))
}
