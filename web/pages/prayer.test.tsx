import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import CardMenu from '../features/community/prayers/CardMenu.tsx'
import { json, makeDetail, makePrayer, makeToken, mockServer, problem, renderPage, signedIn } from '../test.tsx'
import { TOKEN_KEY } from '../token.ts'
import PrayerRoute from './prayer.tsx'

afterEach(() => onlineManager.setOnline(true))

it('says that the connection is lost before a request is there, and shows the request once it is back', async () => {
  const prayer = makePrayer({ content: 'Please pray for my father.' })
  mockServer({
    'GET /api/categories': () => json([]),
    [`GET /api/prayers/${prayer.id}`]: () => json(makeDetail(prayer)),
  })
  onlineManager.setOnline(false)
  const route = { params: { id: prayer.id } } as Parameters<typeof PrayerRoute>[0]
  const { screen } = await renderPage(<PrayerRoute {...route} />, `/prayers/${prayer.id}`)
  await expect.element(screen.getByText('You’re offline.')).toBeVisible()
  onlineManager.setOnline(true)
  await expect.element(screen.getByText(prayer.content).first()).toBeVisible()
})

const by = { id: 'x', display_name: 'Ruth' }
const said = { id: '1', by, content: 'Are you safe?', created_at: '2026-05-20T11:44:00.000Z', read_at: null }

it('shows its author what the care team wrote, also once a moderator has removed the request', async () => {
  localStorage.setItem(TOKEN_KEY, makeToken(600))
  const { id } = makePrayer()
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${id}`]: () => problem(404, 'prayers.not_found'),
    [`GET /api/prayers/${id}/case`]: () => json({ is_open: true, messages: [said] }),
  })
  const route = { params: { id } } as Parameters<typeof PrayerRoute>[0]
  const { screen } = await renderPage(<PrayerRoute {...route} />, `/prayers/${id}`)
  await expect.element(screen.getByText('Are you safe?')).toBeVisible()
})

const own = makePrayer({ is_mine: true, reactions: { amen: 3 } })

it('shows an author which words of support came, and what the care team wrote, and asks for none', async () => {
  localStorage.setItem(TOKEN_KEY, makeToken(600))
  mockServer({
    ...signedIn,
    'GET /api/categories': () => json([]),
    [`GET /api/prayers/${own.id}`]: () => json(makeDetail(own)),
    [`GET /api/prayers/${own.id}/case`]: () => json({ is_open: true, messages: [said] }),
  })
  const route = { params: { id: own.id } } as Parameters<typeof PrayerRoute>[0]
  const { screen } = await renderPage(<PrayerRoute {...route} />, `/prayers/${own.id}`)
  await expect.element(screen.getByText('Amen 3')).toBeVisible()
  await expect.element(screen.getByText('Are you safe?')).toBeVisible()
  for (const name of [/^Amen/, 'Praise', /^Pray$/])
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
})

it('asks nobody to encourage themselves on the card of their own request', async () => {
  localStorage.setItem(TOKEN_KEY, makeToken(600))
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
