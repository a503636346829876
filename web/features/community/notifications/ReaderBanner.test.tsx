import { expect, it } from 'vitest'
import type { ActiveNotification } from '../../../../contract/notifications.ts'
import { mockServer, renderPage, signedIn } from '../../../test.tsx'
import ReaderBanner from './ReaderBanner.tsx'
import { saveReadId } from './readNotifications.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const notification: ActiveNotification = {
  id,
  title: 'Evening prayer',
  content: 'At seven, in the chapel.',
  type: 'announcement',
  dismissible: true,
  auto_hide: false,
  auto_hide_delay: 5000,
  shown_until: null,
}

const page = <ReaderBanner data={[notification]} error={null} />

it('keeps the place of what is dismissed before React has read what was dismissed at earlier visits', async () => {
  saveReadId(id)
  mockServer(signedIn)
  const { screen } = await renderPage(page)
  await expect.element(screen.getByRole('region', { name: 'Notification' })).toBeVisible()
})
