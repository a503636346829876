import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notice } from '../../contract/notifications.ts'
import { json, storeToken, problem, renderPage, mockServer, signedIn } from '../test.tsx'
import { Notices } from './notices.tsx'

const notice = (part: Partial<Notice>): Notice => ({
  id: 'n1',
  kind: 'prayed',
  prayer_request_id: 'p1',
  prayer_title: 'My father',
  line: null,
  author_name: null,
  update_excerpt: null,
  is_mine: true,
  update_id: null,
  group_id: null,
  group_name: null,
  prayer_list: null,
  people: 2,
  thanks: null,
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

const READ = 'POST /api/notifications/read-all'

/** Opens the news of somebody who is signed in. */
async function open(news: () => Response, answers: Parameters<typeof mockServer>[0] = {}, children = <Notices />) {
  mockServer({ ...signedIn, 'GET /api/notifications': news, ...answers })
  return (await renderPage(children, '/notifications')).screen
}

beforeEach(storeToken)
afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

it('says what happened, and leads there', async () => {
  const screen = await open(
    page([
      notice({}),
      notice({ id: 'n2', kind: 'answered', people: null, is_read: true }),
      notice({ id: 'n3', kind: 'report', decision: 'removed', prayer_request_id: null, prayer_title: null }),
    ]),
  )
  const link = screen.getByRole('link', { name: '2 people prayed for your request' })
  await expect.element(link).toHaveAttribute('href', '/prayers/p1')
  await expect.element(screen.getByRole('link', { name: 'A request you follow was answered' })).toBeVisible()
  await expect.element(screen.getByText(/Moderators removed something you wrote/)).toBeVisible()
})

it('leads whoever leads a group to those who ask to join it', async () => {
  const asked = { kind: 'asked_to_join', group_id: 'g1', group_name: 'Tuesday Evening Circle', is_read: true } as const
  const screen = await open(page([notice({ ...asked, prayer_request_id: null, prayer_title: null, people: null })]))
  await expect
    .element(screen.getByRole('link', { name: 'Someone asked to join your group' }))
    .toHaveAttribute('href', '/groups/g1?tab=members')
  await expect.element(screen.getByText('Tuesday Evening Circle')).toBeVisible()
})

/** Keeps the ids of what is marked as read, by a clock that `look` advances by a second. */
function keepRead() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const sent: string[] = []
  const read = ({ body }: { body: unknown }) => {
    sent.push(...(body as { ids: string[] }).ids)
    return json({ unread: 0 })
  }
  const look = async () => {
    await vi.advanceTimersByTimeAsync(1000)
    return sent.toSorted()
  }
  return { sent, look, answers: { [READ]: read } }
}

it('marks what was looked at as read, and leaves it where it is', async () => {
  const { look, answers } = keepRead()
  const notices = page([
    notice({ id: 'n3' }),
    notice({ id: 'n2', kind: 'update', author_name: 'Grace O.', update_excerpt: 'The school is open again.' }),
    notice({ id: 'n1', kind: 'update', created_at: '2026-05-20T08:00:00.000Z' }),
    notice({ id: 'n0', kind: 'answered', is_read: true }),
  ])
  const screen = await open(notices, answers)
  const news = screen.getByRole('region', { name: 'New', exact: true })
  await expect.element(news.getByRole('link', { name: 'Grace O. shared an update' })).toBeVisible()
  await expect.element(news.getByText('The school is open again.')).toBeVisible()
  await expect.poll(look).toEqual(['n1', 'n2', 'n3'])
  expect(news.getByRole('listitem').elements()).toHaveLength(2)
})

it('marks as read what somebody comes back to, who had gone to another window at once', async () => {
  const { look, answers } = keepRead()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const screen = await open(page([notice({})]), answers)
  await expect.element(screen.getByRole('region', { name: 'New', exact: true })).toBeVisible()
  await expect.poll(() => look().then(() => hidden.mock.calls)).not.toEqual([])
  expect(await look()).toEqual([])
  hidden.mockReturnValue(false)
  await expect.poll(look).toEqual(['n1'])
})

it('calls nothing new that was looked at, when one comes back', async () => {
  const { sent, look, answers } = keepRead()
  function Page() {
    const [isThere, setThere] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setThere(!isThere)}>
          Turn
        </button>
        {isThere && <Notices />}
      </>
    )
  }
  const screen = await open(() => page([notice({ is_read: sent.length > 0 })])(), answers, <Page />)
  const fresh = screen.getByRole('region', { name: 'New', exact: true })
  await expect.element(fresh).toBeVisible()
  await expect.poll(look).toHaveLength(1)
  const turn = screen.getByRole('button', { name: 'Turn' })
  await turn.click()
  await turn.click()
  await expect.element(screen.getByRole('link', { name: '2 people prayed for your request' })).toBeVisible()
  await expect.element(fresh).not.toBeInTheDocument()
})

it('asks for an update in one tap', async () => {
  const screen = await open(page([notice({ kind: 'quiet' })]))
  await expect
    .element(screen.getByRole('link', { name: 'Add an update' }))
    .toHaveAttribute('href', '/prayers/p1?update')
})

it('says that there is nothing, and that something went wrong', async () => {
  const screen = await open(page([]))
  await expect.element(screen.getByRole('heading', { name: 'Nothing new just now' })).toBeVisible()
  await screen.unmount()
  const again = await open(() => problem(400, 'request.invalid'))
  await expect.element(again.getByText('We couldn’t load your news.')).toBeVisible()
})

it('asks a visitor to sign in, and leads back to the whole address', async () => {
  localStorage.clear()
  mockServer({})
  const { screen } = await renderPage(<Notices />, '/notifications?from=mail&size=20')
  await expect
    .element(screen.getByRole('link', { name: 'Sign in to see your news.' }))
    .toHaveAttribute('href', `/signin?return=${encodeURIComponent('/notifications?from=mail&size=20')}`)
})

it('gives thanks for an answer in its row, and takes it back', async () => {
  let thanks: Notice['thanks'] = { id: null }
  const sent: string[] = []
  const answered = () => page([notice({ kind: 'answered', is_mine: false, is_read: true, thanks })])()
  const screen = await open(answered, {
    'POST /api/reactions': ({ body }) => {
      sent.push(JSON.stringify(body))
      thanks = { id: 'r1' }
      return json({ id: 'r1', prayer_request_id: 'p1', update_id: null, type: 'thanks' })
    },
    'DELETE /api/reactions/r1': () => {
      sent.push('deleted')
      thanks = { id: null }
      return json({})
    },
  })
  await screen.getByRole('button', { name: 'Give thanks' }).click()
  const given = screen.getByRole('button', { name: 'You gave thanks' })
  await expect.element(given).toHaveAttribute('aria-pressed', 'true')
  await expect.element(given).toHaveAttribute('aria-busy', 'false')
  await given.click()
  await expect.element(screen.getByRole('button', { name: 'Give thanks' })).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => sent).toEqual([JSON.stringify({ prayer_request_id: 'p1', type: 'thanks' }), 'deleted'])
})

it('leads to all that was unread, also beyond the hundred that one answer holds', async () => {
  const items = Array.from({ length: 101 }, (_, index) =>
    notice({ id: `n${index}`, prayer_request_id: `p${index}`, people: index === 100 ? 3 : 2 }),
  )
  mockServer({
    ...signedIn,
    'GET /api/notifications': ({ path }) => {
      const { searchParams } = new URL(path, 'http://localhost')
      const [number, pageSize] = [Number(searchParams.get('page')), Number(searchParams.get('pageSize'))]
      const shown = items.slice(number * pageSize, (number + 1) * pageSize)
      return json({
        items: shown,
        page: number,
        pageSize,
        has_more: (number + 1) * pageSize < items.length,
        unread: 101,
      })
    },
    'POST /api/notifications/read-all': () => json({ unread: 0, prayed_today: [] }),
  })
  const { screen } = await renderPage(<Notices />, '/notifications')
  const rows = screen.getByRole('region', { name: 'New', exact: true }).getByRole('listitem')
  for (const count of [20, 40, 60, 80, 100]) {
    await expect.poll(() => rows.elements().length).toBe(count)
    await screen.getByRole('button', { name: 'Show more' }).click()
  }
  const oldest = screen.getByRole('link', { name: '3 people prayed for your request' })
  await expect.element(oldest).toHaveAttribute('href', '/prayers/p100')
  await expect.element(screen.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  await expect.element(rows.last()).toHaveFocus()
})

it('keeps the news that are there where more cannot be loaded, and tries again', async () => {
  const items = Array.from({ length: 30 }, (_, index) =>
    notice({ id: `n${index}`, prayer_request_id: `p${index}`, is_read: true }),
  )
  let isDown = true
  mockServer({
    ...signedIn,
    'GET /api/notifications': ({ path }) => {
      const pageSize = Number(new URL(path, 'http://localhost').searchParams.get('pageSize'))
      if (pageSize > 20 && isDown) return Promise.reject(new TypeError('Failed to fetch'))
      return json({ items: items.slice(0, pageSize), page: 0, pageSize, has_more: pageSize < 30, unread: 0 })
    },
  })
  const { screen } = await renderPage(<Notices />, '/notifications')
  const count = () => screen.getByRole('link', { name: /^2 people/ }).elements().length
  await expect.poll(count).toBe(20)
  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect.element(screen.getByText('We couldn’t load your news.')).toBeVisible()
  expect(count()).toBe(20)
  isDown = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(count).toBe(30)
  await expect.element(screen.getByText('We couldn’t load your news.')).not.toBeInTheDocument()
})

it('says so when what lies beyond that cannot be loaded without a connection', async () => {
  const items = Array.from({ length: 100 }, (_, index) =>
    notice({ id: `n${index}`, prayer_request_id: `p${index}`, is_read: true }),
  )
  mockServer({
    ...signedIn,
    'GET /api/notifications': ({ path }) => {
      const { searchParams } = new URL(path, 'http://localhost')
      const pageSize = Number(searchParams.get('pageSize'))
      if (searchParams.get('page') !== '0') return Promise.reject(new TypeError('Failed to fetch'))
      return json({ items: items.slice(0, pageSize), page: 0, pageSize, has_more: true, unread: 0 })
    },
  })
  const { screen } = await renderPage(<Notices />, '/notifications')
  const more = screen.getByRole('button', { name: 'Show more' })
  for (const count of [40, 60, 80, 100]) {
    await more.click()
    await expect.poll(() => screen.getByRole('link', { name: /^2 people/ }).elements().length).toBe(count)
  }
  onlineManager.setOnline(false)
  await more.click()
  await expect.element(screen.getByText('We couldn’t load your news.')).toBeVisible()
})
