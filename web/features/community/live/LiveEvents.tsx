import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '../../../../contract/live.ts'
import { call } from '../../../api.ts'
import { type About, invalidate, isAbout } from '../../../query.ts'
import { findCachedPrayer, removeCachedPrayer, updateCachedPrayer } from '../prayers/cache.ts'
import { addNewRequest, removeNewRequest } from '../prayers/newRequests.ts'
import { prayerQuery } from '../prayers/queries.ts'
import { subscribeToEvents } from './stream.ts'

/** Pages do not all ask at the same moment. Milliseconds. */
const REFRESH_JITTER_MS = 2000

/** What changes with what waits for staff. */
const queues = ['reports', 'review', 'moderations', 'appeals', 'stats', 'decisions'] as const satisfies About[]

/** How often it is looked whether a window is still open. Milliseconds. */
const DIALOG_POLL_INTERVAL_MS = 300

/** Takes a request from the page, once no window stands before it: what somebody reads or writes there stays until they close it. */
function removeWhenNoDialog(client: QueryClient, id: string): void {
  if (document.querySelector('dialog[open]')) setTimeout(() => removeWhenNoDialog(client, id), DIALOG_POLL_INTERVAL_MS)
  else removeCachedPrayer(client, id)
}

/** Brings a request up to date wherever it is shown, and nowhere else. */
async function refreshPrayer(client: QueryClient, id: string): Promise<void> {
  if (!findCachedPrayer(client, id) && !client.getQueryData(prayerQuery(id).queryKey)) return
  const { data, error } = await call('prayers.one', { id }, { ignoreUnauthorized: true })
  if (data) {
    const { updates, ...prayer } = data
    updateCachedPrayer(client, id, (known) => ({ ...known, ...prayer, ...('updates' in known && { updates }) }))
  } else if (error.status === 404) removeWhenNoDialog(client, id)
}

/** What a page makes of an event. */
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
      // Where no number is shown there shall be none.
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
      void invalidate(client, 'notifications.list', ...queues)
      return
    }
    case 'queues': {
      void invalidate(client, ...queues)
      return
    }
    case 'groups': {
      void invalidate(client, 'groups', 'group_prayers')
      return
    }
    case 'reset': {
      // Not the lists: what somebody reads shall not move away under their eyes. Those say that there is something new.
      void client.invalidateQueries({
        predicate: (query) => !isAbout(query, 'prayers.list', 'prayers.in_category', 'group_prayers'),
      })
      addNewRequest(null, null)
    }
  }
}

/** Listens to what happens, for somebody who is signed in. Shows nothing. */
export default function LiveEvents() {
  const client = useQueryClient()
  useEffect(() => subscribeToEvents((event) => handleLiveEvent(client, event)), [client])
  return null
}
