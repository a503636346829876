import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../../../../contract/live.ts'
import type { Prayer, PrayerPage } from '../../../../contract/prayers.ts'
import {
  hannah,
  json,
  makeToken,
  mockServer,
  peter,
  problem,
  renderPage,
  signedIn,
  storeToken,
} from '../../../test.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { clearNewRequests, countNewRequests } from '../prayers/newRequests.ts'
import LiveEvents, { handleLiveEvent } from './LiveEvents.tsx'
import { subscribeToEvents } from './stream.ts'

/** A page on which somebody else signs in, and hears what happens from then on. */
function NextReader() {
  const { user, startSession } = useAuth()
  return (
    <>
      <button type="button" onClick={() => void startSession({ token: makeToken(600, peter.id), user: peter })}>
        Enter
      </button>
      {user?.id === peter.id && <LiveEvents />}
    </>
  )
}

/** Answers the page, and keeps at which addresses it asks for events. */
function hear(): string[] {
  const asked: string[] = []
  mockServer({
    ...signedIn,
    'GET /api/events': ({ path }) => {
      asked.push(path)
      return new Response('', { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  storeToken()
  return asked
}
const now = Date.parse('2025-06-01T12:00:00.400Z')

const prayer = (id: string, pray_count: number | null): Prayer => ({ id, pray_count }) as Prayer
const list = ['prayers.list', { page: 0 }]

describe('what a page makes of an event', () => {
  let client: QueryClient
  beforeEach(() => {
    client = new QueryClient()
    client.setQueryData<Pick<PrayerPage, 'items'>>(list, { items: [prayer('a', 3), prayer('b', null)] })
    clearNewRequests(null)
    clearNewRequests('g')
  })
  const count = (group_id: string | null) => countNewRequests(group_id, () => false)
  const items = () => client.getQueryData<PrayerPage>(list)?.items

  it('counts new requests for the list that they belong to, and none that is there already', () => {
    handleLiveEvent(client, { kind: 'prayers.new', prayer_request_id: 'a' })
    handleLiveEvent(client, { kind: 'prayers.new', prayer_request_id: 'c' })
    handleLiveEvent(client, { kind: 'prayers.new', prayer_request_id: 'c' })
    handleLiveEvent(client, { kind: 'prayers.new', prayer_request_id: 'd', group_id: 'g' })
    expect([count(null), count('g'), count('other')]).toEqual([1, 1, 0])
    handleLiveEvent(client, { kind: 'prayers.gone', prayer_request_id: 'c' })
    expect(count(null)).toBe(0)
  })

  it('shows a new number where there is one, and none where there is none', () => {
    handleLiveEvent(client, { kind: 'prayers.prayed', prayer_request_id: 'a', pray_count: 4 })
    handleLiveEvent(client, { kind: 'prayers.prayed', prayer_request_id: 'b', pray_count: 9 })
    expect(items()).toEqual([prayer('a', 4), prayer('b', null)])
  })

  it('leaves a list as old as it is, and to be read again where it was to be', () => {
    const updatedAt = Date.now() - 60_000
    client.setQueryData<Pick<PrayerPage, 'items'>>(list, { items: [prayer('a', 3)] }, { updatedAt })
    void client.invalidateQueries({ queryKey: list })
    handleLiveEvent(client, { kind: 'prayers.prayed', prayer_request_id: 'a', pray_count: 4 })
    expect(items()).toEqual([prayer('a', 4)])
    expect(client.getQueryState(list)).toMatchObject({ dataUpdatedAt: updatedAt, isInvalidated: true })
    handleLiveEvent(client, { kind: 'prayers.gone', prayer_request_id: 'a' })
    expect(client.getQueryState(list)).toMatchObject({ dataUpdatedAt: updatedAt, isInvalidated: true })
  })

  it('keeps what the reader did while a changed request was read', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    const { promise, resolve: answer } = Promise.withResolvers<Response>()
    const changed = (part: Partial<Prayer>) => json({ ...prayer('a', 3), content: 'New', updates: [], ...part })
    let reads = 0
    const read = () => {
      reads += 1
      return reads === 1 ? promise : changed({ pray_count: 4, has_prayed: true })
    }
    mockServer({ 'GET /api/prayers/a': read })
    handleLiveEvent(client, { kind: 'prayers.changed', prayer_request_id: 'a' })
    await expect.poll(() => reads).toBe(1)
    const prayed = { ...prayer('a', 4), has_prayed: true }
    client.setQueryData<Pick<PrayerPage, 'items'>>(list, { items: [prayed, prayer('b', null)] })
    answer(changed({ has_prayed: false }))
    await expect.poll(() => items()?.[0]).toMatchObject({ content: 'New' })
    expect(items()?.[0]).toMatchObject({ has_prayed: true, pray_count: 4 })
    random.mockRestore()
  })

  it('leaves a page that says its request is missing as it is, until its own query finds it again', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    const page = ['prayers.one', { id: 'a' }]
    let asked = 0
    const query = {
      queryKey: page,
      queryFn: () => Promise.reject(Object.assign(new Error(), { status: 404 })),
      retry: false,
    }
    client.setQueryData(page, { ...prayer('a', 3), updates: [] })
    await client.query(query).catch(() => (asked += 1))
    handleLiveEvent(client, { kind: 'prayers.prayed', prayer_request_id: 'b', pray_count: 9 })
    handleLiveEvent(client, { kind: 'prayers.prayed', prayer_request_id: 'a', pray_count: 4 })
    expect(items()?.[0]).toMatchObject({ pray_count: 4 })
    expect([asked, client.getQueryState(page)]).toMatchObject([1, { status: 'error', data: { pray_count: 3 } }])

    mockServer({ 'GET /api/prayers/a': () => json({ ...prayer('a', 5), updates: [] }) })
    const invalidated = vi.spyOn(client, 'invalidateQueries')
    handleLiveEvent(client, { kind: 'prayers.changed', prayer_request_id: 'a' })
    await expect.poll(() => invalidated).toHaveBeenCalledWith({ queryKey: page })
    expect(client.getQueryState(page)).toMatchObject({ status: 'error' })
    random.mockRestore()
  })

  it('takes away what is gone', () => {
    handleLiveEvent(client, { kind: 'prayers.gone', prayer_request_id: 'a' })
    expect(items()).toEqual([prayer('b', null)])
  })

  it('takes it away also from a list that is missing, which shows what it had', async () => {
    const queryFn = () => Promise.reject(Object.assign(new Error(), { status: 404 }))
    await client.query({ queryKey: list, queryFn, retry: false }).catch(() => {})
    expect(client.getQueryState(list)).toMatchObject({ status: 'error' })
    handleLiveEvent(client, { kind: 'prayers.gone', prayer_request_id: 'a' })
    expect(items()).toEqual([prayer('b', null)])
  })

  it('asks again for one’s own requests, where one may be gone for others alone', () => {
    const own = ['prayers.list', { mine: true }]
    client.setQueryData(own, { items: [prayer('a', 3)] })
    handleLiveEvent(client, { kind: 'prayers.gone', prayer_request_id: 'a' })
    expect([own, list].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, false])
  })

  it('changes the requests of all of one’s groups like those of any other list', () => {
    const groups = ['prayers.of_groups', { pageSize: 20 }]
    client.setQueryData<Pick<PrayerPage, 'items'>>(groups, { items: [prayer('a', 3), prayer('b', 5)] })
    handleLiveEvent(client, { kind: 'prayers.prayed', prayer_request_id: 'a', pray_count: 4 })
    handleLiveEvent(client, { kind: 'prayers.gone', prayer_request_id: 'b' })
    expect(client.getQueryData<PrayerPage>(groups)?.items).toEqual([prayer('a', 4)])
    // One of them may no longer be the reader's.
    handleLiveEvent(client, { kind: 'groups', group_id: 'g' })
    expect(client.getQueryState(groups)?.isInvalidated).toBe(true)
  })

  it('reads the reader’s day and their own lists again where they have what is gone, or a group’s', () => {
    const day = ['today.read', {}]
    const own = ['prayer_lists.one', { id: 'own' }]
    const other = ['prayer_lists.one', { id: 'other' }]
    const isRefetched = () => [day, own, other, list].map((key) => client.getQueryState(key)?.isInvalidated)
    const ofGroup = { ...prayer('c', 1), group_id: 'g' }
    client.setQueryData(day, { items: [{ prayer: prayer('a', 3) }] })
    client.setQueryData(own, { items: [{ prayer: ofGroup }] })
    client.setQueryData(other, { items: [{ prayer: null }, { prayer: prayer('d', 1) }] })
    handleLiveEvent(client, { kind: 'prayers.gone', prayer_request_id: 'a' })
    expect(isRefetched()).toEqual([true, false, false, false])
    client.setQueryData(list, { items: [ofGroup] })
    handleLiveEvent(client, { kind: 'groups', group_id: 'g' })
    expect(isRefetched()).toEqual([true, true, false, true])
  })

  it('changes a request in the reader’s day and their own lists, too', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    const day = ['today.read', {}]
    const own = ['prayer_lists.one', { id: 'own' }]
    client.setQueryData(day, { items: [{ has_prayed: true, prayer: prayer('c', 1) }] })
    client.setQueryData(own, { items: [{ prayer: null }, { prayer: prayer('c', 1) }, { prayer: prayer('d', 1) }] })
    mockServer({ 'GET /api/prayers/c': () => json({ ...prayer('c', 2), content: 'New', updates: [] }) })
    handleLiveEvent(client, { kind: 'prayers.changed', prayer_request_id: 'c' })
    const changed = { ...prayer('c', 2), content: 'New' }
    await expect.poll(() => client.getQueryData(day)).toEqual({ items: [{ has_prayed: true, prayer: changed }] })
    expect(client.getQueryData(own)).toEqual({
      items: [{ prayer: null }, { prayer: changed }, { prayer: prayer('d', 1) }],
    })
    random.mockRestore()
  })

  it('asks again for a request that could not be read when its group changed, whether its page has begun or not', async () => {
    const one = ['prayers.one', { id: 'c' }]
    client.setQueryData(one, { ...prayer('c', 1), visibility: 'group' })
    mockServer({ 'GET /api/prayers/c': () => problem(429, 'request.too_many') })
    handleLiveEvent(client, { kind: 'groups', group_id: 'g' })
    await expect.poll(() => client.getQueryState(one)?.isInvalidated).toBe(true)
  })

  it('takes nothing away behind an open window', async () => {
    const window = document.createElement('dialog')
    document.body.append(window)
    window.showModal()
    handleLiveEvent(client, { kind: 'prayers.gone', prayer_request_id: 'a' })
    expect(items()).toHaveLength(2)
    window.close()
    await expect.poll(() => items()).toEqual([prayer('b', null)])
    window.remove()
  })

  it('moves no list when more has happened than could be told', () => {
    const lists = client.getQueryCache().find({ queryKey: list })
    client.setQueryData(['notifications.list', {}], {})
    handleLiveEvent(client, { kind: 'reset' })
    expect(lists?.state.isInvalidated).toBe(false)
    expect(client.getQueryState(['notifications.list', {}])?.isInvalidated).toBe(true)
    expect(count(null)).toBeNull()
  })
})

describe('the stream', () => {
  it('is read in whatever pieces it comes, and asked for again from where it broke off', async () => {
    localStorage.setItem('auth_token', 'token')
    const asked: string[] = []
    const body = (...pieces: string[]) => {
      const stream = new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
          controller.close()
        },
      })
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
    }
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address)
      return Promise.resolve(
        asked.length === 1 ? body('id: 7', '7\n', '\nda') : body('da', 'ta: {"kind":"not', 'ices"}\n', '\n'),
      )
    })
    const events: LiveEvent[] = []
    const stop = subscribeToEvents((event) => events.push(event))
    await expect.poll(() => events).toEqual([{ kind: 'notices' }])
    stop()
    expect(asked.slice(0, 2)).toEqual(['/api/events', '/api/events?since=77'])
    localStorage.removeItem('auth_token')
  })

  it('tells the page to read anew where it begins late, and nobody knows since when', async () => {
    localStorage.setItem('auth_token', 'token')
    let asked = 0
    vi.stubGlobal('fetch', () => {
      asked += 1
      if (asked === 1) return Promise.reject(new TypeError('Failed to fetch'))
      return Promise.resolve(new Response('id: 77\n\n', { headers: { 'content-type': 'text/event-stream' } }))
    })
    const events: LiveEvent[] = []
    const stop = subscribeToEvents((event) => events.push(event))
    await expect.poll(() => events).toEqual([{ kind: 'reset' }])
    stop()
    localStorage.removeItem('auth_token')
  })

  it('is asked for again where nothing at all is answered', async () => {
    localStorage.setItem('auth_token', 'token')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const asked: string[] = []
    vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
      asked.push(address)
      return new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
      })
    })
    const stop = subscribeToEvents(() => {})
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(50_000)
    vi.useRealTimers()
    stop()
    expect(asked).toEqual(['/api/events', '/api/events'])
    localStorage.removeItem('auth_token')
  })

  it.each([
    ['was rendered for its reader: from then on', hannah, '/api/events?since=1748779209'],
    ['was rendered for a visitor: from now on', null, '/api/events'],
  ])('of a page that %s', async (_, reader, first) => {
    const asked = hear()
    await renderPage(<LiveEvents />, '/', { now, reader })
    await expect.poll(() => asked[0]).toBe(first)
  })

  it('of a page that was rendered for another, who has left: from now on', async () => {
    const asked = hear()
    const { screen } = await renderPage(<NextReader />, '/', { now, reader: hannah })
    await screen.getByRole('button', { name: 'Enter' }).click()
    await expect.poll(() => asked[0]).toBe('/api/events')
  })
})
