import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { json, makePrayer, mockServer, renderPage } from '../test.tsx'
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
