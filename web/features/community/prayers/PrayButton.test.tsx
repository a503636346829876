import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PrayerPage } from '../../../../contract/prayers.ts'
import { endpointQuery } from '../../../query.ts'
import {
  json,
  makeDetail,
  makePrayer,
  makeToken,
  storeToken,
  problem,
  renderPage,
  mockServer,
  signedIn,
} from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import { readCandles } from '../../identity/sessions/candles.ts'
import { PrayButton, PrayCount, PrayRow } from './PrayButton.tsx'
import { prayerQuery } from './queries.ts'

const prayer = makeDetail()
const PRAY = `POST /api/prayers/${prayer.id}/pray`

function Prayer() {
  const { data } = useQuery({ ...prayerQuery(prayer.id), initialData: prayer, staleTime: Infinity })
  return (
    <>
      <PrayButton prayer={data} />
      <PrayCount prayer={data} />
    </>
  )
}

const ofGroups = endpointQuery('prayers.of_groups', { pageSize: 20 }, true)
const requests: PrayerPage = { items: [makePrayer()], page: 0, pageSize: 20, has_more: false, next_cursor: null }

function OfGroups() {
  const { data } = useQuery({ ...ofGroups, initialData: requests, staleTime: Infinity })
  return data.items.map((request) => <PrayButton key={request.id} prayer={request} />)
}

const one = { [`GET /api/prayers/${prayer.id}`]: () => json(prayer) }
beforeEach(storeToken)

it('shows the prayer at once and keeps the server’s count', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>()
  mockServer({ ...signedIn, ...one, [PRAY]: () => promise })
  const { screen } = await renderPage(<Prayer />)
  await screen.getByRole('button', { name: 'Pray' }).click()
  await expect.element(screen.getByRole('button', { name: 'You prayed', pressed: true })).toBeVisible()
  await expect.element(screen.getByText('You and 24 others have prayed')).toBeVisible()
  answer(json({ has_prayed: true, pray_count: 27, next_at: '2026-05-21T00:00:00.000Z' }))
  await expect.element(screen.getByText('You and 26 others have prayed')).toBeVisible()
})

it('says nothing of a prayer to who has signed in before the answer', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>()
  mockServer({ ...signedIn, ...one, [PRAY]: () => promise })
  const { screen } = await renderPage(<Prayer />)
  await screen.getByRole('button', { name: 'Pray' }).click()
  const button = screen.getByRole('button', { name: 'You prayed' })
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  localStorage.setItem(TOKEN_KEY, makeToken(600, 'ruth'))
  answer(json({ has_prayed: true, pray_count: 27, next_at: '2026-05-21T00:00:00.000Z' }))
  await expect.element(button).toHaveAttribute('aria-busy', 'false')
  expect(screen.getByText('You and 26 others have prayed').query()).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo' }).query()).toBeNull()
})

it('shows the prayer at once among the requests of all of one’s groups, too', async () => {
  const list = { 'GET /api/prayers/groups': () => json(requests) }
  mockServer({ ...signedIn, ...list, [PRAY]: () => new Promise<Response>(() => {}) })
  const { screen } = await renderPage(<OfGroups />)
  await screen.getByRole('button', { name: 'Pray' }).click()
  await expect.element(screen.getByRole('button', { name: 'You prayed', pressed: true })).toBeVisible()
})

it('asks nobody to pray for their own request, and says how many have', async () => {
  mockServer(signedIn)
  const { screen } = await renderPage(
    <>
      <PrayRow prayer={makePrayer({ is_mine: true, pray_count: 2 })} />
      <PrayRow prayer={makePrayer({ is_mine: true, pray_count: 0 })} />
      <PrayRow prayer={makePrayer()} />
    </>,
  )
  await expect.element(screen.getByText('2 people have prayed')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Pray' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pray' }).elements()).toHaveLength(1)
  expect(screen.getByText('Be the first to pray').query()).toBeNull()
})

it('takes the prayer back and says why when the server refuses', async () => {
  mockServer({ ...signedIn, ...one, [PRAY]: () => problem(429, 'request.too_many') })
  const { screen } = await renderPage(<Prayer />)
  await screen.getByRole('button', { name: 'Pray' }).click()
  await expect.element(screen.getByText('We couldn’t count your prayer. Sentence of request.too_many')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Pray', pressed: false })).toBeVisible()
  await expect.element(screen.getByText('24 people have prayed')).toBeVisible()
})

it('keeps a prayer without a connection, and takes it back', async () => {
  mockServer({ ...signedIn, ...one, [PRAY]: () => Promise.reject(new TypeError('Failed to fetch')) })
  const { screen } = await renderPage(<Prayer />)
  await screen.getByRole('button', { name: 'Pray' }).click()
  await expect.element(screen.getByText(/We’ll count your prayer later/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Waiting to send', pressed: true })).toBeVisible()
  await expect.element(screen.getByText('You and 24 others have prayed')).toBeVisible()
  expect(readCandles()).toMatchObject([{ id: prayer.id }])
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByRole('button', { name: 'Pray', pressed: false })).toBeVisible()
  await expect.element(screen.getByText('24 people have prayed')).toBeVisible()
  expect(readCandles()).toEqual([])
})

it('sends one prayer for two quick presses', async () => {
  const pray = vi.fn(() => new Promise<Response>(() => {}))
  mockServer({ ...signedIn, ...one, [PRAY]: pray })
  const { screen } = await renderPage(<Prayer />)
  await screen.getByRole('button', { name: 'Pray' }).dblClick()
  await expect.element(screen.getByRole('button', { name: 'You prayed' })).toBeVisible()
  // The button responds before the module that sends is loaded; both presses would be sent by then.
  await expect.poll(() => pray).toHaveBeenCalled()
  expect(pray).toHaveBeenCalledTimes(1)
})

it('leads a visitor to sign in and back', async () => {
  localStorage.clear()
  mockServer(one)
  const { screen, router } = await renderPage(<Prayer />)
  await screen.getByRole('link', { name: 'Pray' }).click()
  expect(router.state.location.pathname + router.state.location.search).toBe(
    `/signin?return=${encodeURIComponent(`/prayers/${prayer.id}`)}`,
  )
})
