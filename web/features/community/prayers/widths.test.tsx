import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { json, makeDetail, makePrayer, makeUpdate, mockServer, renderPage } from '../../../test.tsx'
import { BackLink } from '../../../ui/PageHead.tsx'
import { Updates } from '../updates/Updates.tsx'
import { RecentlyAnswered } from './FeedParts.tsx'
import { PrayerMeta } from './PrayerMeta.tsx'

// Sixty letters are the longest name that somebody may have, and that a group may.
const name = 'Wwwwwwwwwwwwwwwwwwww'.repeat(3)
const update = {
  id: 'update',
  content: name,
  status: 'answered' as const,
  language: null,
  created_at: '2026-05-20T08:00:00.000Z',
}
const prayer = makePrayer({
  author: { id: 'author', display_name: name },
  visibility: 'group',
  group_id: 'group',
  group_name: name,
  status: 'answered',
  latest_update: update,
})
const detail = makeDetail({ ...prayer, updates: [makeUpdate(update)] })

it.each([
  ['what was answered lately', <RecentlyAnswered key="" />],
  ['the line over a request', <PrayerMeta key="" prayer={prayer} />],
  [
    'the way back to a group',
    <BackLink key="" to="/groups">
      {name}
    </BackLink>,
  ],
  [
    'updates',
    <Updates
      key=""
      prayer={{ ...detail, status: 'open', updates: detail.updates.map((one) => ({ ...one, status: null })) }}
    />,
  ],
])('a word without a space scrolls nothing on a phone: %s', async (_, part) => {
  await page.viewport(390, 800)
  mockServer({ 'GET /api/prayers': () => json({ items: [prayer], next_cursor: null }) })
  const { screen } = await renderPage(part)
  await expect.element(screen.getByText(name).first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
