import { expect, it } from 'vitest'
import { hannah, json, Leave, makeToken, storeToken, mockServer, peter, renderPage } from '../../../test.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import NewsLink from './NewsLink.tsx'

function Header() {
  const { user, startSession } = useAuth()
  return (
    <>
      <Leave />
      <button type="button" onClick={() => void startSession({ token: makeToken(600, peter.id), user: peter })}>
        Enter
      </button>
      {user && <NewsLink key={user.id} />}
    </>
  )
}

it('begins with what the page came with, and with nothing of it for whoever signs in next', async () => {
  storeToken()
  mockServer({
    'GET /api/notifications/unread': () => new Promise<Response>(() => {}),
    'POST /api/auth/signout': () => json({}),
  })
  const unread_news = { unread: 5, prayed_today: [] }
  const { screen } = await renderPage(<Header />, '/', { reader: hannah, unread_news })
  const link = screen.getByRole('link')
  await expect.element(link).toHaveTextContent('News: 5 new')
  await screen.getByRole('button', { name: 'Leave' }).click()
  await expect.element(link).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Enter' }).click()
  await expect.element(link).toBeVisible()
  expect(link.element().textContent).toBe('News')
})
