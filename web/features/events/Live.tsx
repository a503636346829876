import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '../../../contract/events.ts'
import { call } from '../../api.ts'
import { findCached, forgetCached, updateCached } from '../prayers/cache.ts'
import { addFresh, forgetFresh } from '../prayers/fresh.ts'
import { prayerQuery } from '../prayers/queries.ts'
import { listen } from './stream.ts'

/** Pages do not all ask at the same moment. Milliseconds. */
const SPREAD_MS = 2000

/** The lists that change with what waits for staff. */
const queues = /^(reports|holds|moderations|appeals|stats|decisions)\./

const invalidate = (client: QueryClient, isMeant: (name: string) => boolean): void =>
  void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => typeof name === 'string' && isMeant(name) })

/** How often it is looked whether a window is still open. Milliseconds. */
const LOOK_MS = 300

/** Takes a request from the page, once no window stands before it: what somebody reads or writes there stays until they close it. */
function takeAway(client: QueryClient, id: string): void {
  if (document.querySelector('dialog[open]')) setTimeout(() => takeAway(client, id), LOOK_MS)
  else forgetCached(client, id)
}

/** Brings a request up to date wherever it is shown, and nowhere else. */
async function refresh(client: QueryClient, id: string): Promise<void> {
  if (!findCached(client, id) && !client.getQueryData(prayerQuery(id).queryKey)) return
  const { data, error } = await call('prayers.one', { id }, { stay: true })
  if (data) {
    const { updates, ...prayer } = data
    updateCached(client, id, (known) => ({ ...known, ...prayer, ...('updates' in known && { updates }) }))
  } else if (error.status === 404) takeAway(client, id)
}

/** What a page makes of an event. */
export function take(client: QueryClient, { kind, prayer_request_id: id = '', group_id, pray_count }: LiveEvent): void {
  switch (kind) {
    case 'prayers.new': {
      if (!findCached(client, id)) addFresh(id, group_id ?? null)
      return
    }
    case 'prayers.prayed': {
      // Where no number is shown there shall be none.
      updateCached(client, id, (prayer) =>
        prayer.pray_count === null || pray_count === undefined ? prayer : { ...prayer, pray_count },
      )
      return
    }
    case 'prayers.changed': {
      setTimeout(() => void refresh(client, id), Math.random() * SPREAD_MS)
      return
    }
    case 'prayers.gone': {
      forgetFresh(id)
      takeAway(client, id)
      return
    }
    case 'notices': {
      invalidate(client, (name) => name === 'notifications.list' || queues.test(name))
      return
    }
    case 'queues': {
      invalidate(client, (name) => queues.test(name))
      return
    }
    case 'groups': {
      invalidate(client, (name) => name.startsWith('groups.') || name === 'prayers.in_group')
      return
    }
    case 'reset': {
      // Not the lists: what somebody reads shall not move away under their eyes. Those say that there is something new.
      invalidate(client, (name) => !/^prayers\.(list|in_)/.test(name))
      addFresh(null, null)
    }
  }
}

/** Listens to what happens, for somebody who is signed in. Shows nothing. */
export default function Live() {
  const client = useQueryClient()
  useEffect(() => listen((event) => take(client, event)), [client])
  return null
}
