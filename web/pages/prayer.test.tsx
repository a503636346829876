import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { json, makePrayer, makeToken, mockServer, problem, renderPage, signedIn } from '../test.tsx'
import { TOKEN_KEY } from '../token.ts'
import PrayerRoute from './prayer.tsx'

afterEach(() => onlineManager.setOnline(true))

it('says that the connection is lost before a request is there, and shows the request once it is back', async () => {
  const prayer = makePrayer({ content: 'Please pray for my father.' })
  mockServer({
    'GET /api/categories': () => json([]),
    [`GET /api/prayers/${prayer.id}`]: () => json({ ...prayer, updates: [], offers_help: false, in_summary: false }),
  })
  onlineManager.setOnline(false)
  const route = { params: { id: prayer.id } } as Parameters<typeof PrayerRoute>[0]
  const { screen } = await renderPage(<PrayerRoute {...route} />, `/prayers/${prayer.id}`)
  await expect.element(screen.getByText('You’re offline.')).toBeVisible()
  onlineManager.setOnline(true)
  await expect.element(screen.getByText(prayer.content).first()).toBeVisible()
})

it('shows its author what the care team wrote, also once a moderator has removed the request', async () => {
  localStorage.setItem(TOKEN_KEY, makeToken(600))
  const { id } = makePrayer()
  const by = { id: 'x', display_name: 'Ruth' }
  const said = { id: '1', by, content: 'Are you safe?', created_at: '2026-05-20T11:44:00.000Z', read_at: null }
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${id}`]: () => problem(404, 'prayers.not_found'),
    [`GET /api/prayers/${id}/case`]: () => json({ is_open: true, messages: [said] }),
  })
  const route = { params: { id } } as Parameters<typeof PrayerRoute>[0]
  const { screen } = await renderPage(<PrayerRoute {...route} />, `/prayers/${id}`)
  await expect.element(screen.getByText('Are you safe?')).toBeVisible()
})
