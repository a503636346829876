import { expect, it } from 'vitest'
import { json, keeping, mockServer, renderPage, signedIn } from '../../../test.tsx'
import PrayedToday from './PrayedToday.tsx'

it('says once that somebody prayed, and is put away as read', async () => {
  const read: unknown[] = []
  mockServer({
    ...signedIn,
    'GET /api/notifications/unread': () => json({ unread: 1, prayed_today: ['n1'] }),
    'POST /api/notifications/read-all': keeping(read, () => json({ unread: 0, prayed_today: [] })),
  })
  const { screen } = await renderPage(
    <>
      <PrayedToday />
      <h2 id="requests" tabIndex={-1}>
        Newest
      </h2>
    </>,
  )
  const line = screen.getByRole('link', { name: 'Someone prayed for you today' })
  await expect.element(line).toHaveAttribute('href', '/notifications')
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(line).not.toBeInTheDocument()
  // The keyboard goes on where the wall does.
  await expect.element(screen.getByRole('heading', { name: 'Newest' })).toHaveFocus()
  await expect.poll(() => read).toEqual([{ ids: ['n1'] }])
})
