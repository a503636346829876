import { useQueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { ActiveNotification } from '../../../../contract/notifications.ts'
import { call } from '../../../api.ts'
import { hannah, json, Leave, mockServer, problem, renderPage, signedIn, storeToken } from '../../../test.tsx'
import { NotificationBanner } from './NotificationBanner.tsx'
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

it('keeps nothing on the screen that came for the reader, once they have left without a connection', async () => {
  storeToken()
  const fail = () => Promise.reject(new TypeError('no connection'))
  mockServer({ ...signedIn, 'GET /api/notifications/active': fail, 'POST /api/auth/signout': fail })
  const { screen } = await renderPage(
    <>
      <NotificationBanner />
      <Leave />
    </>,
    '/',
    { language: 'en', reader: hannah, notifications: [notification] },
  )
  await expect.element(screen.getByText(notification.title)).toBeVisible()
  await screen.getByRole('button', { name: 'Leave' }).click()
  await expect.element(screen.getByText(notification.title)).not.toBeInTheDocument()
})

/** Reads everything anew, as a page does that missed much, and asks for what needs a session. */
function Acts() {
  const client = useQueryClient()
  return (
    <>
      <button type="button" onClick={() => void client.invalidateQueries()}>
        Read anew
      </button>
      <button type="button" onClick={() => void call('notifications.unread', {})}>
        Ask
      </button>
    </>
  )
}

it('keeps nothing on the screen that was read for the reader, once their session has ended by itself', async () => {
  storeToken()
  let hasEnded = false
  mockServer({
    ...signedIn,
    'GET /api/notifications/active': () => json(hasEnded ? [] : [{ ...notification, title: 'For the team' }]),
    'GET /api/notifications/unread': () => problem(401, 'sessions.required'),
  })
  const { screen } = await renderPage(
    <>
      <NotificationBanner />
      <Acts />
    </>,
    '/',
    { language: 'en', reader: hannah, notifications: [notification] },
  )
  await screen.getByRole('button', { name: 'Read anew' }).click()
  await expect.element(screen.getByText('For the team')).toBeVisible()
  hasEnded = true
  await screen.getByRole('button', { name: 'Ask' }).click()
  await expect.element(screen.getByText('For the team')).not.toBeInTheDocument()
})
