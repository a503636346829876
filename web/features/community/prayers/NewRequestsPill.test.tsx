import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { json, makePrayer, storeToken, mockServer, renderPage, signedIn } from '../../../test.tsx'
import LiveEvents from '../live/LiveEvents.tsx'
import NewRequestsPill from './NewRequestsPill.tsx'
import { addNewRequest, clearNewRequests, countNewRequests } from './newRequests.ts'
import { feedQuery, readFilter } from './queries.ts'

const query = feedQuery(readFilter(new URLSearchParams()))

function Wall() {
  const { data } = useQuery(query)
  return (
    <main>
      <NewRequestsPill />
      {data?.items.map(({ id }) => (
        <article key={id}>
          <a href={`#${id}`}>{id}</a>
        </article>
      ))}
      <input aria-label="Search" />
    </main>
  )
}

const pageOf = (...ids: string[]) =>
  json({ items: ids.map((id) => makePrayer({ id })), has_more: false, next_cursor: null })

beforeEach(() => {
  storeToken()
  clearNewRequests(null)
})

/** Presses the pill of a wall; `arrive` lets the requests come. */
async function press() {
  const late = Promise.withResolvers<Response>()
  let isPressed = false
  mockServer({
    ...signedIn,
    'GET /api/prayers': () => (isPressed ? late.promise : pageOf('old')),
  })
  const scrolled = vi.spyOn(window, 'scrollTo')
  const { screen } = await renderPage(<Wall />)
  await expect.element(screen.getByRole('link', { name: 'old' })).toBeVisible()
  addNewRequest('new', null)
  const pill = screen.getByRole('button', { name: '1 new request' })
  await expect.element(pill).toBeVisible()
  isPressed = true
  await pill.click()
  expect(scrolled).toHaveBeenCalledOnce()
  return { screen, scrolled, arrive: () => late.resolve(pageOf('new', 'old')) }
}

it('leads whoever waits to the first of the new requests', async () => {
  const { screen, arrive } = await press()
  arrive()
  await expect.element(screen.getByRole('link', { name: 'new' })).toHaveFocus()
})

it('leaves whoever has gone on where they are, when the requests come late', async () => {
  const { screen, scrolled, arrive } = await press()
  const field = screen.getByLabelText('Search')
  await field.click()
  arrive()
  await expect.element(screen.getByRole('link', { name: 'new' })).toBeVisible()
  await expect.element(field).toHaveFocus()
  expect(scrolled).toHaveBeenCalledOnce()
})

it('counts nothing for whoever comes after the one for whom it arrived', async () => {
  mockServer(signedIn)
  const { screen } = await renderPage(<LiveEvents />)
  addNewRequest('theirs', null)
  addNewRequest('of-their-group', 'g')
  addNewRequest(null, null)
  await screen.unmount()
  expect([null, 'g'].map((group_id) => countNewRequests(group_id, () => false))).toEqual([0, 0])
})
