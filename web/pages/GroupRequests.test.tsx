import { useQueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { invalidate } from '../invalidate.ts'
import { json, makeGroup, makePrayer, storeToken, mockServer, renderPage, signedIn } from '../test.tsx'
import { GroupRequests } from './GroupRequests.tsx'

const may = { edit: false, manage: false, post: true, join: false }
const group = makeGroup({ my_role: 'member', my_status: 'active', may })
const makeRequest = (number: number) =>
  makePrayer({
    id: `${number}`,
    content: `Request ${number}`,
    visibility: 'group',
    group_id: group.id,
    group_name: group.name,
  })

function Page() {
  const client = useQueryClient()
  return (
    <>
      <button type="button" onClick={() => void invalidate(client, 'group_prayers')}>
        Read again
      </button>
      <GroupRequests group={group} afterFirst={null} />
    </>
  )
}

it('leads on at its end alone, and loses no request when another arrives', async () => {
  storeToken()
  let all = [5, 4, 3, 2, 1].map(makeRequest)
  mockServer({
    ...signedIn,
    'GET /api/groups': () => json({ items: [], page: 0, pageSize: 100, has_more: false }),
    [`GET /api/groups/${group.id}/prayers`]: ({ path }: { path: string }) => {
      const cursor = new URL(path, location.href).searchParams.get('cursor')
      const from = all.findIndex(({ id }) => id === cursor) + 1
      const items = all.slice(from, from + 2)
      const has_more = from + 2 < all.length
      return json({ items, page: 0, pageSize: 2, has_more, next_cursor: has_more ? items.at(-1)?.id : null })
    },
  })
  const { screen } = await renderPage(<Page />)
  const shown = () =>
    screen
      .getByText(/^Request \d$/)
      .elements()
      .map(({ textContent }) => textContent)
  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(shown).toEqual(['Request 5', 'Request 4', 'Request 3', 'Request 2'])
  // What had the focus is gone: it goes on where the next page begins.
  const held = () =>
    screen
      .getByText(/^Request \d$/)
      .elements()
      .filter((one) => document.activeElement !== document.body && document.activeElement?.contains(one))
      .map(({ textContent }) => textContent)
  expect(held()).toEqual(['Request 3', 'Request 2'])
  expect(screen.getByRole('button', { name: 'Show more' }).elements()).toHaveLength(1)
  all = [makeRequest(6), ...all]
  await screen.getByRole('button', { name: 'Read again' }).click()
  await expect.poll(shown).toEqual(['Request 6', 'Request 5', 'Request 4', 'Request 3'])
})
