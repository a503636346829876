import { sql } from 'kysely'
import type { EventKind } from '../../contract/live.ts'
import { isModerator, isStaff } from '../../contract/roles.ts'
import type { Role } from '../../contract/users.ts'
import type { Db } from '../db/open.ts'

const eventColumns = [
  'id',
  'kind',
  'audience',
  'audience_id',
  'except_id',
  'prayer_request_id',
  'group_id',
  'notification_id',
  'pray_count',
  'created_at',
] as const

export type StoredEvent = Awaited<ReturnType<typeof listEventsAfter>>[number]

const selectEvents = (db: Db) =>
  db.selectFrom('events').select(eventColumns).$narrowType<{ kind: Exclude<EventKind, 'reset'> }>()

export const listEventsAfter = (db: Db, id: number, limit: number) =>
  selectEvents(db).where('id', '>', id).orderBy('id').limit(limit).execute()

/** Selects those of these events that are committed. */
export const listEvents = (db: Db, ids: number[]) => selectEvents(db).where('id', 'in', ids).orderBy('id').execute()

/**
 * Selects the events since a time whose audience a person is in, oldest first. The limit counts theirs alone: with those of others, it
 * would tell how much happened where they may not look.
 */
export const listEventsSince = (db: Db, reader: { id: string; role: Role }, time: string, limit: number) =>
  selectEvents(db)
    .where('created_at', '>=', time)
    .where('except_id', 'is distinct from', reader.id)
    .where((query) =>
      query.or([
        query('audience', '=', sql.lit('members')),
        ...(isStaff(reader.role) ? [query('audience', '=', sql.lit('team'))] : []),
        ...(isModerator(reader.role) ? [query('audience', '=', sql.lit('moderator'))] : []),
        query.and([query('audience', '=', sql.lit('person')), query('audience_id', '=', reader.id)]),
        query.and([
          query('audience', '=', sql.lit('group')),
          query(
            'audience_id',
            'in',
            query
              .selectFrom('memberships')
              .select('memberships.group_id')
              .where('memberships.user_id', '=', reader.id)
              .where('memberships.status', '=', sql.lit('active')),
          ),
        ]),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Ids of events: the last one before a time, 0 without any, and all higher ones in their order. */
export interface NewestEvents {
  last: number
  later: number[]
}

export async function readNewestEvents(db: Db, time: string): Promise<NewestEvents> {
  const before = await db
    .selectFrom('events')
    .select('id')
    .where('created_at', '<', time)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const last = before?.id ?? 0
  const rows = await db.selectFrom('events').select('id').where('id', '>', last).orderBy('id').execute()
  return { last, later: rows.map(({ id }) => id) }
}

/** Returns the ids of the people who are members of a group now. */
export async function filterGroupMembers(db: Db, group_id: string, people: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('group_id', '=', group_id)
    .where('user_id', 'in', people)
    .where('status', '=', sql.lit('active'))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Deletes events that are too old to be replayed. */
export async function purgeEvents(db: Db, before: string): Promise<void> {
  await db.deleteFrom('events').where('created_at', '<', before).execute()
}
