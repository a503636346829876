import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LiveEvent } from '../../../../contract/live.ts'
import { REPLAY_OVERLAP_MS } from '../../../../contract/live.values.ts'
import { call, isMissing } from '../../../api.ts'
import { invalidate, isAbout } from '../../../invalidate.ts'
import type { About } from '../../../query.ts'
import { useSite } from '../../../site.tsx'
import type { Prayer } from '../../../../contract/prayers.ts'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { findCachedPrayer, refetchListsWith, removeCachedPrayer, updateCachedPrayer } from '../prayers/cache.ts'
import { addNewRequest, forgetNewRequests, removeNewRequest } from '../prayers/newRequests.ts'
import { findOwnListed, updateOwnListed } from '../prayers/ownListed.ts'
import { prayerQuery } from '../prayers/queries.ts'
import { subscribeToEvents } from './stream.ts'

/** Maximum random delay before a refetch, in milliseconds, so that the pages do not all call the server at once. */
const REFRESH_JITTER_MS = 2000

/** Queries that change when the queues of the staff change. */
const queues = [
  'desk',
  'reports',
  'review',
  'cases',
  'moderations',
  'appeals',
  'stats',
  'decisions',
] as const satisfies About[]

/** Interval between checks for an open dialog, in milliseconds. */
const DIALOG_POLL_INTERVAL_MS = 300

/**
 * Removes a request from the page once no dialog is open: text that somebody reads or writes there stays until they
 * close it.
 */
function removeWhenNoDialog(client: QueryClient, id: string): void {
  if (document.querySelector('dialog[open]')) setTimeout(() => removeWhenNoDialog(client, id), DIALOG_POLL_INTERVAL_MS)
  else removeCachedPrayer(client, id)
}

/** How often a request is read once more because it changed on the page meanwhile. */
const MAX_REREADS = 3

/** Returns what the page shows of a request, to compare; undefined when it shows nothing of it. */
function readShown(client: QueryClient, id: string): string | undefined {
  const shown = [
    findCachedPrayer(client, id),
    client.getQueryData(prayerQuery(id).queryKey),
    ...findOwnListed(client, id),
  ]
  return shown.some(Boolean) ? JSON.stringify(shown) : undefined
}

/** Refetches a request wherever it is shown, and does nothing if it is not shown. */
async function refreshPrayer(client: QueryClient, id: string, rereads = MAX_REREADS): Promise<void> {
  const before = readShown(client, id)
  if (before === undefined) return
  const { data, error } = await call('prayers.one', { id }, { ignoreUnauthorized: true })
  if (data) {
    // The reader prayed for it while it was read, say: an answer from before would take that off the page.
    if (rereads > 0 && readShown(client, id) !== before) return await refreshPrayer(client, id, rereads - 1)
    const { updates, ...prayer } = data
    updateCachedPrayer(client, id, (known) => ({ ...known, ...prayer, ...('updates' in known && { updates }) }))
    updateOwnListed(client, id, (known) => ({ ...known, ...prayer }))
    const { queryKey } = prayerQuery(id)
    // Its page was told that it is missing: before this answer, or after it. Only the page's own query tells.
    if (isMissing(client.getQueryState(queryKey)?.error ?? null)) await client.invalidateQueries({ queryKey })
  } else if (error.status === 404) removeWhenNoDialog(client, id)
  // Asked for once more, as any query is: what its reader may no longer see would stay until the next event.
  else await client.invalidateQueries({ queryKey: prayerQuery(id).queryKey })
}

/** Applies an event to the query cache and to the counter of new requests. */
export function handleLiveEvent(
  client: QueryClient,
  { kind, prayer_request_id: id = '', group_id, pray_count }: LiveEvent,
): void {
  switch (kind) {
    case 'prayers.new': {
      if (!findCachedPrayer(client, id)) addNewRequest(id, group_id ?? null)
      return
    }
    case 'prayers.prayed': {
      // A request without a count (null) must not get one.
      updateCachedPrayer(client, id, (prayer) =>
        prayer.pray_count === null || pray_count === undefined ? prayer : { ...prayer, pray_count },
      )
      return
    }
    case 'prayers.changed': {
      setTimeout(() => void refreshPrayer(client, id), Math.random() * REFRESH_JITTER_MS)
      return
    }
    case 'prayers.gone': {
      removeNewRequest(id)
      removeWhenNoDialog(client, id)
      return
    }
    case 'notices': {
      void invalidate(client, 'notifications.list', 'notifications.unread', ...queues)
      return
    }
    case 'queues': {
      void invalidate(client, ...queues)
      return
    }
    case 'groups': {
      void invalidate(client, 'groups', 'group_prayers')
      // Its requests also stand among those that were searched for or followed, in lists of one's own, and in one's day.
      refetchListsWith(client, (prayer) => group_id !== undefined && prayer.group_id === group_id)
      // A person who was sent away is shown the page of no request of the group any more.
      for (const [, prayer] of client.getQueriesData<Prayer>({ queryKey: ['prayers.one'] }))
        if (prayer?.visibility === 'group') void refreshPrayer(client, prayer.id)
      return
    }
    case 'reset': {
      // Excludes the lists of requests, so that nothing moves while somebody reads. They show a note about new requests
      // instead.
      void client.invalidateQueries({
        predicate: (query) => !isAbout(query, 'prayers.list', 'prayers.in_category', 'group_prayers'),
      })
      addNewRequest(null, null)
    }
  }
}

/** Subscribes a signed-in reader to live events. Renders nothing. */
export default function LiveEvents() {
  const client = useQueryClient()
  const { user } = useAuth()
  const { now, reader } = useSite()
  // Events since the page was rendered for its reader, while its scripts came, are told too; earlier ones it shows. The server
  // begins by the overlap earlier than `since`, so the overlap is added here. Whoever signs in later reads everything anew.
  const [since] = useState(() =>
    reader && user === reader ? Math.floor((now + REPLAY_OVERLAP_MS) / 1000) - 1 : undefined,
  )
  useEffect(() => subscribeToEvents((event) => handleLiveEvent(client, event), since), [client, since])
  useEffect(() => forgetNewRequests, [])
  useEffect(() => {
    const remove = ({ detail: id }: CustomEvent<string>) => {
      removeWhenNoDialog(client, id)
      void invalidate(client, 'today', 'prayer_lists')
    }
    addEventListener('prayergone', remove)
    return () => removeEventListener('prayergone', remove)
  }, [client])
  return null
}
