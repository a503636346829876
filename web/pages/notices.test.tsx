import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notice } from '../../contract/notifications.ts'
import { json, makeToken, problem, renderPage, mockServer, signedIn } from '../test.tsx'
import { TOKEN_KEY } from '../token.ts'
import { Notices } from './notices.tsx'

const notice = (part: Partial<Notice>): Notice => ({
  id: 'n1',
  kind: 'prayed',
  prayer_request_id: 'p1',
  prayer_title: 'My father',
  is_mine: true,
  update_id: null,
  group_id: null,
  prayer_list: null,
  people: 2,
  status: null,
  decision: null,
  decision_id: null,
  outcome: null,
  count: null,
  is_read: false,
  created_at: '2026-05-20T10:00:00.000Z',
  ...part,
})
const page = (items: Notice[]) => () =>
  json({ items, page: 0, pageSize: 20, has_more: false, unread: items.filter(({ is_read }) => !is_read).length })

beforeEach(() => localStorage.setItem(TOKEN_KEY, makeToken(600)))
afterEach(() => localStorage.clear())

it('says what happened, and leads there', async () => {
  mockServer({
    ...signedIn,
    'GET /api/notifications': page([
      notice({}),
      notice({ id: 'n2', kind: 'answered', people: null, is_read: true }),
      notice({ id: 'n3', kind: 'report', decision: 'removed', prayer_request_id: null, prayer_title: null }),
    ]),
  })
  const { screen } = await renderPage(<Notices />, '/notifications')
  const link = screen.getByRole('link', { name: '2 people prayed for your request' })
  await expect.element(link).toHaveAttribute('href', '/prayers/p1')
  await expect.element(screen.getByRole('link', { name: 'A request you follow was answered' })).toBeVisible()
  await expect.element(screen.getByText(/Moderators removed one of your requests/)).toBeVisible()
})

it('marks one, or all, as read', async () => {
  let items = [notice({}), notice({ id: 'n2' })]
  const one = vi.fn(() => {
    items = items.map((item) => (item.id === 'n1' ? { ...item, is_read: true } : item))
    return json({ id: 'n1', is_read: true })
  })
  const all = vi.fn(() => {
    items = items.map((item) => ({ ...item, is_read: true }))
    return json({ unread: 0 })
  })
  mockServer({
    ...signedIn,
    'GET /api/notifications': () => page(items)(),
    'PUT /api/notifications/n1': one,
    'POST /api/notifications/read-all': all,
  })
  const { screen } = await renderPage(<Notices />, '/notifications')
  await screen.getByRole('button', { name: 'Mark as read' }).first().click()
  await expect.element(screen.getByRole('button', { name: 'Mark as read' })).toBeVisible()
  await screen.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.element(screen.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
  expect([one.mock.calls.length, all.mock.calls.length]).toEqual([1, 1])
})

it('says that there is nothing, and that something went wrong', async () => {
  mockServer({ ...signedIn, 'GET /api/notifications': page([]) })
  const { screen } = await renderPage(<Notices />, '/notifications')
  await expect.element(screen.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await screen.unmount()
  mockServer({ ...signedIn, 'GET /api/notifications': () => problem(400, 'request.invalid') })
  const again = await renderPage(<Notices />, '/notifications')
  await expect.element(again.screen.getByText('We couldn’t load your news.')).toBeVisible()
})

it('asks a visitor to sign in', async () => {
  localStorage.clear()
  mockServer({})
  const { screen } = await renderPage(<Notices />, '/notifications')
  await expect
    .element(screen.getByRole('link', { name: 'Sign in to see your news.' }))
    .toHaveAttribute('href', '/signin?return=/notifications')
})
