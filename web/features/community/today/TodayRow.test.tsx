import { QueryClient, useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Today } from '../../../../contract/today.ts'
import { json, makePrayer, mockServer, renderPage, signedIn, storeToken } from '../../../test.tsx'
import { todayQuery } from '../prayer-lists/queries.ts'
import { setLight } from '../prayers/light.ts'
import { TodayRow } from './TodayRow.tsx'

const prayer = makePrayer()
const day: Today = {
  day: '2026-05-20',
  time_zone: 'UTC',
  is_stored: false,
  items: [{ reason: 'waiting', prayer_list: null, has_prayed: false, prayer }],
  choices: { count: 5, day: true, list: true, following: true, group: true, waiting: true },
}

function Day() {
  const { data } = useQuery({ ...todayQuery, initialData: day })
  return data.items.map((item) => <TodayRow key={item.prayer.id} item={item} />)
}

beforeEach(storeToken)

it('keeps a light that was lit while the day was still on its way', async () => {
  const before = Promise.withResolvers<Response>()
  const lit: Today = { ...day, is_stored: true, items: day.items.map((item) => ({ ...item, has_prayed: true })) }
  let reads = 0
  mockServer({
    ...signedIn,
    'GET /api/today': () => {
      reads += 1
      return reads === 1 ? before.promise : json(lit)
    },
    [`POST /api/prayers/${prayer.id}/pray`]: () =>
      json({ has_prayed: true, pray_count: 25, next_at: '2026-05-21T00:00:00.000Z' }),
  })
  const { screen } = await renderPage(<Day />)
  await vi.waitFor(() => expect(reads).toBe(1))
  await screen.getByRole('button', { name: 'Pray: Grace O.', pressed: false }).click()
  await expect.element(screen.getByRole('button', { name: 'Pray: Grace O.', pressed: true })).toBeVisible()
  before.resolve(json({ ...day, is_stored: true }))
  await vi.waitFor(() => expect(reads).toBe(2))
  await expect.element(screen.getByRole('button', { name: 'Pray: Grace O.', pressed: true })).toBeVisible()
})

it('makes no day new that is to be read again: a request in it may be gone for its reader', async () => {
  const client = new QueryClient()
  const { queryKey } = todayQuery
  client.setQueryData(queryKey, day, { updatedAt: 1 })
  await client.invalidateQueries({ queryKey })
  const putOut = setLight(client, prayer.id, true)
  const state = () => client.getQueryState(queryKey)
  expect(state()).toMatchObject({ isInvalidated: true, dataUpdatedAt: 1, data: { items: [{ has_prayed: true }] } })
  putOut()
  expect(state()).toMatchObject({ isInvalidated: true, dataUpdatedAt: 1, data: { items: [{ has_prayed: false }] } })
})
