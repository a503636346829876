import { QueryClient, useQuery } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { Today } from '../../../../contract/today.ts'
import { Again, json, makePrayer, mockServer, renderPage, signedIn, storeToken } from '../../../test.tsx'
import { todayQuery } from '../prayer-lists/queries.ts'
import { setLight } from '../prayers/light.ts'
import { TodayRow } from './TodayRow.tsx'

const prayer = makePrayer()
const dayOf = (has_prayed: boolean): Today => ({
  day: '2026-05-20',
  time_zone: 'UTC',
  is_stored: true,
  items: [{ reason: 'waiting', prayer_list: null, has_prayed, prayer: { ...prayer, has_prayed } }],
  choices: { count: 3, day: true, list: true, following: true, group: true, waiting: true },
})
const day = (has_prayed: boolean) => json(dayOf(has_prayed))

function Day() {
  const { data } = useQuery(todayQuery)
  return (
    <>
      <Again />
      {data?.items.map((item) => (
        <TodayRow key={item.prayer.id} item={item} />
      ))}
    </>
  )
}

it('a light stays lit when the day is read from before it was lit', async () => {
  storeToken()
  let asked = 0
  let answer: () => Response | Promise<Response> = () => day(false)
  mockServer({
    ...signedIn,
    'GET /api/today': () => {
      asked += 1
      return answer()
    },
    [`POST /api/prayers/${prayer.id}/pray`]: () => json({ has_prayed: true, pray_count: 25, next_at: null }),
  })
  const { screen } = await renderPage(<Day />)
  const light = screen.getByRole('button', { name: 'Pray: Grace O.' })
  await expect.element(light).toHaveAttribute('aria-pressed', 'false')
  const before = asked
  const early = Promise.withResolvers<Response>()
  answer = () => early.promise
  await screen.getByRole('button', { name: 'Again' }).click()
  await expect.poll(() => asked).toBe(before + 1)
  answer = () => day(true)
  await light.click()
  await expect.element(light).toHaveAttribute('aria-pressed', 'true')
  early.resolve(day(false))
  await expect.poll(() => asked).toBe(before + 2)
  await expect.element(light).toHaveAttribute('aria-pressed', 'true')
})

/** As the server rendered it: the browser asks at once for the day that is stored. */
function RenderedDay() {
  const { data } = useQuery({ ...todayQuery, initialData: { ...dayOf(false), is_stored: false } })
  return data.items.map((item) => <TodayRow key={item.prayer.id} item={item} />)
}

it('a light stays lit when the call that stores the day is answered after the prayer', async () => {
  storeToken()
  const early = Promise.withResolvers<null>()
  let asked = 0
  let isPrayed = false
  mockServer({
    ...signedIn,
    'GET /api/today': () => {
      asked += 1
      // Asked for twice as the page opens.
      return isPrayed ? day(true) : early.promise.then(() => day(false))
    },
    [`POST /api/prayers/${prayer.id}/pray`]: () => {
      isPrayed = true
      return json({ has_prayed: true, pray_count: 25, next_at: null })
    },
  })
  const { screen } = await renderPage(<RenderedDay />)
  await expect.poll(() => asked).toBeGreaterThan(0)
  const light = screen.getByRole('button', { name: 'Pray: Grace O.' })
  await light.click()
  // The prayer is stored.
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  const before = asked
  early.resolve(null)
  await expect.poll(() => asked).toBe(before + 1)
  await expect.element(light).toHaveAttribute('aria-pressed', 'true')
})

it('a light that is on its way is not put out before it is lit: it would be lit again', async () => {
  storeToken()
  const prayed = Promise.withResolvers<Response>()
  let isPrayed = false
  const takeBack = vi.fn(() => {
    isPrayed = false
    return json({ has_prayed: false, pray_count: 24 })
  })
  mockServer({
    ...signedIn,
    'GET /api/today': () => day(isPrayed),
    [`POST /api/prayers/${prayer.id}/pray`]: () => prayed.promise,
    [`DELETE /api/prayers/${prayer.id}/pray`]: takeBack,
  })
  const { screen } = await renderPage(<Day />)
  const light = screen.getByRole('button', { name: 'Pray: Grace O.' })
  await light.click()
  await expect.element(light).toHaveAttribute('aria-pressed', 'true')
  await light.click()
  isPrayed = true
  prayed.resolve(json({ has_prayed: true, pray_count: 25, next_at: null }))
  await expect.element(light).toHaveAttribute('aria-busy', 'false')
  expect(takeBack).not.toHaveBeenCalled()
  await expect.element(light).toHaveAttribute('aria-pressed', 'true')
  await light.click()
  await expect.element(light).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => takeBack).toHaveBeenCalledTimes(1)
})

/** Does what translators of browsers do: other elements take the place of the texts, which React would take away. */
function translate(element: Element): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const font = document.createElement('font')
    font.append(`${text.data}·`)
    text.replaceWith(font)
  }
}

it('a light is put out again on a page that the browser translates', async () => {
  storeToken()
  let isPrayed = false
  const answer = (has_prayed: boolean) => () => {
    isPrayed = has_prayed
    return json({ has_prayed, pray_count: has_prayed ? 25 : 24, next_at: null })
  }
  mockServer({
    ...signedIn,
    'GET /api/today': () => day(isPrayed),
    [`POST /api/prayers/${prayer.id}/pray`]: answer(true),
    [`DELETE /api/prayers/${prayer.id}/pray`]: answer(false),
  })
  const { screen } = await renderPage(<Day />)
  const light = screen.getByRole('button', { name: 'Pray: Grace O.' })
  await light.click()
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  const line = screen.getByText('Grace O.').element().closest('p') as Element
  expect(line.textContent).toContain('You prayed')
  translate(line)
  await light.click()
  await expect.element(light).toHaveAttribute('aria-pressed', 'false')
  expect(line.textContent).not.toContain('You prayed')
})

it('makes no day new that is to be read again: a request in it may be gone for its reader', async () => {
  const client = new QueryClient()
  const { queryKey } = todayQuery
  client.setQueryData(queryKey, dayOf(false), { updatedAt: 1 })
  await client.invalidateQueries({ queryKey })
  const putOut = setLight(client, prayer.id, true)
  const state = () => client.getQueryState(queryKey)
  expect(state()).toMatchObject({ isInvalidated: true, dataUpdatedAt: 1, data: { items: [{ has_prayed: true }] } })
  putOut()
  expect(state()).toMatchObject({ isInvalidated: true, dataUpdatedAt: 1, data: { items: [{ has_prayed: false }] } })
})
