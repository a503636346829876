import type { EventKind } from '../../contract/live.ts'
import type { Db } from '../db/open.ts'
import type { Events } from '../db/schema.ts'

/** What is to be told to open pages, and to whom. */
export interface NewLiveEvent {
  kind: Exclude<EventKind, 'reset'>
  /** `members`: everybody who is signed in. `team`: the pastoral team. `group`: those who belong to it when they are told. */
  audience: Events['audience']
  audience_id?: string | null
  except_id?: string | null
  prayer_request_id?: string | null
  group_id?: string | null
  notification_id?: string | null
  pray_count?: number | null
}

/**
 * Tells open pages in the transaction of the change: they learn of it once it is committed, and not at all otherwise.
 * Nobody may be told when somebody who is hidden from them did something: not of an anonymous author's act, for its minute
 * is nobody's business.
 */
export async function publishEvents(
  { db, clock }: { db: Db; clock: () => Date },
  events: NewLiveEvent[],
): Promise<void> {
  if (events.length === 0) return
  const created_at = clock().toISOString()
  await db
    .insertInto('events')
    .values(
      events.map(
        ({
          kind,
          audience,
          audience_id = null,
          except_id = null,
          prayer_request_id = null,
          group_id = null,
          notification_id = null,
          pray_count = null,
        }) => ({
          kind,
          audience,
          audience_id,
          except_id,
          prayer_request_id,
          group_id,
          notification_id,
          pray_count,
          created_at,
        }),
      ),
    )
    .execute()
}
