import { expect, it } from 'vitest'
import { hannah, json, Leave, storeToken, mockServer, renderPage, signedIn } from '../test.tsx'
import Feed from './feed.tsx'

const props = { loaderData: null } as unknown as Parameters<typeof Feed>[0]

it('stays open to whoever has signed out, and says nothing of who prayed for them', async () => {
  storeToken()
  const news = { unread: 1, prayed_today: ['n1'] }
  mockServer({
    ...signedIn,
    'GET /api/prayers': () => json({ items: [], page: 0, pageSize: 20, has_more: false, next_cursor: null }),
    'GET /api/categories': () => json([]),
    // What is asked while the session ends is given up with the line: it gets no answer here.
    'GET /api/notifications/unread': ({ headers }) =>
      headers.has('authorization') ? json(news) : new Promise<Response>(() => {}),
    'POST /api/auth/signout': () => json({}),
  })
  const page = (
    <>
      <Leave />
      <Feed {...props} />
    </>
  )
  const { screen, router } = await renderPage(page, '/', { reader: hannah, unread_news: news })
  const line = screen.getByRole('link', { name: 'Someone prayed for you today' })
  await expect.element(line).toBeVisible()
  await screen.getByRole('button', { name: 'Leave' }).click()
  await expect.element(line).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/')
})
