import type { EventKind } from '../../contract/live.ts'
import type { Db } from '../db/open.ts'
import type { Events } from '../db/schema.ts'

/** An event to publish to open pages, and its audience. */
export interface NewLiveEvent {
  kind: Exclude<EventKind, 'reset'>
  /** `members`: everybody who is signed in. `team`: the care team. `group`: its members at the time of publishing. */
  audience: Events['audience']
  audience_id?: string | null
  except_id?: string | null
  prayer_request_id?: string | null
  group_id?: string | null
  notification_id?: string | null
  pray_count?: number | null
}

/**
 * Records events for open pages in the transaction of the change: pages receive them only after the commit. Never
 * publish an action of a person who is hidden from the receivers, such as an anonymous author: its time could identify
 * them.
 */
export async function publishEvents(
  { db, clock }: { db: Db; clock: () => Date },
  events: NewLiveEvent[],
): Promise<void> {
  if (events.length === 0) return
  const created_at = clock().toISOString()
  await db
    .insertInto('events')
    .values(events.map((event) => ({ ...event, created_at })))
    .execute()
}
