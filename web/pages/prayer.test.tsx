import { onlineManager, useQuery } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import type { PrayerPage } from '../../contract/prayers.ts'
import CardMenu from '../features/community/prayers/CardMenu.tsx'
import { endpointQuery } from '../query.ts'
import { json, makeDetail, makePrayer, mockServer, problem, renderPage, signedIn, storeToken } from '../test.tsx'
import PrayerRoute from './prayer.tsx'

afterEach(() => onlineManager.setOnline(true))

/** Opens the page of a request, on a server that answers so. */
const open = async (id: string, answers: Parameters<typeof mockServer>[0]) => {
  mockServer({ 'GET /api/categories': () => json([]), ...answers })
  const route = { params: { id } } as Parameters<typeof PrayerRoute>[0]
  return (await renderPage(<PrayerRoute {...route} />, `/prayers/${id}`)).screen
}

it('says that the connection is lost before a request is there, and shows the request once it is back', async () => {
  const prayer = makePrayer({ content: 'Please pray for my father.' })
  onlineManager.setOnline(false)
  const screen = await open(prayer.id, { [`GET /api/prayers/${prayer.id}`]: () => json(makeDetail(prayer)) })
  await expect.element(screen.getByText('You’re offline.')).toBeVisible()
  onlineManager.setOnline(true)
  await expect.element(screen.getByText(prayer.content).first()).toBeVisible()
})

it('shows what a list had of a request when its own answer does not come, says so, and takes a prayer', async () => {
  storeToken()
  const prayer = makePrayer({ content: 'Please pray for my father.' })
  const { id } = prayer
  const listed: PrayerPage = { items: [prayer], page: 0, pageSize: 20, has_more: false, next_cursor: null }
  const Listed = () => {
    useQuery({ ...endpointQuery('prayers.of_groups', { pageSize: 20 }), initialData: listed, staleTime: Infinity })
    return null
  }
  mockServer({
    ...signedIn,
    'GET /api/categories': () => json([]),
    'GET /api/prayers/groups': () => json(listed),
    [`GET /api/prayers/${id}`]: () => Promise.reject(new TypeError('Failed to fetch')),
    [`POST /api/prayers/${id}/pray`]: () => json({ has_prayed: true, pray_count: 25, next_at: null }),
  })
  const route = { params: { id } } as Parameters<typeof PrayerRoute>[0]
  const page = (
    <>
      <Listed />
      <PrayerRoute {...route} />
    </>
  )
  const { screen } = await renderPage(page, `/prayers/${id}`)
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(screen.getByText(prayer.content).first()).toBeVisible()
  await screen.getByRole('button', { name: 'Pray', exact: true }).click()
  await expect.element(screen.getByRole('button', { name: 'You prayed', pressed: true })).toBeVisible()
})

const by = { id: 'x', display_name: 'Ruth' }
const said = { id: '1', by, content: 'Are you safe?', created_at: '2026-05-20T11:44:00.000Z', read_at: null }

it('shows its author what the care team wrote, also once a moderator has removed the request', async () => {
  storeToken()
  const { id } = makePrayer()
  const screen = await open(id, {
    ...signedIn,
    [`GET /api/prayers/${id}`]: () => problem(404, 'prayers.not_found'),
    [`GET /api/prayers/${id}/case`]: () => json({ is_open: true, messages: [said] }),
  })
  await expect.element(screen.getByText('Are you safe?')).toBeVisible()
})

const own = makePrayer({ is_mine: true, reactions: { amen: 3 } })

it('shows an author which words of support came, and what the care team wrote, and asks for none', async () => {
  storeToken()
  const screen = await open(own.id, {
    ...signedIn,
    [`GET /api/prayers/${own.id}`]: () => json(makeDetail(own)),
    [`GET /api/prayers/${own.id}/case`]: () => json({ is_open: true, messages: [said] }),
  })
  await expect.element(screen.getByText('Amen 3')).toBeVisible()
  await expect.element(screen.getByText('Are you safe?')).toBeVisible()
  for (const name of [/^Amen/, 'Praise', /^Pray$/])
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
})

// One report is enough where something private about somebody is told.
it('tells an author whose request reports have hidden not how many they were', async () => {
  storeToken()
  const hidden = makePrayer({ is_mine: true, publication: 'hidden', held_reason: 'reports' })
  const screen = await open(hidden.id, {
    ...signedIn,
    'GET /api/decisions': () => json([]),
    [`GET /api/prayers/${hidden.id}`]: () => json(makeDetail(hidden)),
    [`GET /api/prayers/${hidden.id}/case`]: () => json({ is_open: false, messages: [] }),
  })
  await expect.element(screen.getByText('This was reported. A moderator will take a look.')).toBeVisible()
})

it('asks nobody to encourage themselves on the card of their own request', async () => {
  storeToken()
  mockServer(signedIn)
  const { screen } = await renderPage(
    <>
      <CardMenu prayer={own} quiet />
      <CardMenu prayer={makePrayer()} quiet />
    </>,
  )
  await expect.element(screen.getByRole('button', { name: 'Follow updates' })).toBeVisible()
  expect(screen.getByLabelText('Encourage').elements()).toHaveLength(1)
})
