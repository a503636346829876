import { beforeEach, expect, it } from 'vitest'
import { json, makePrayer, storeToken, mockServer, renderPage, signedIn } from '../../test.tsx'
import { OpenList } from './OpenList.tsx'

const LIST = '0198c0de-0000-7000-8000-0000000000aa'

beforeEach(storeToken)

async function openList(count: number) {
  const items = Array.from({ length: count }, (_, index) => {
    const prayer = makePrayer({
      id: `0198c0de-0000-7000-8000-${String(index).padStart(12, '0')}`,
      content: `Request ${index + 1}`,
    })
    return { prayer_request_id: prayer.id, created_at: prayer.created_at, prayer }
  })
  mockServer({
    ...signedIn,
    [`GET /api/prayer-lists/${LIST}`]: () => json({ id: LIST, name: 'Family', items }),
    'GET /api/reminders': () => json([]),
    [`PUT /api/prayer-lists/${LIST}/items`]: () => json({}),
  })
  const { screen } = await renderPage(<OpenList id={LIST} />, `/prayer-lists?list=${LIST}`)
  await expect.element(screen.getByText('Request 20', { exact: true })).toBeVisible()
  return screen
}

it('begins with some of a long list, and shows the others when they are asked for', async () => {
  const screen = await openList(25)
  await expect.element(screen.getByText('Request 21')).not.toBeInTheDocument()
  await screen.getByRole('link', { name: 'Show more' }).click()
  await expect.element(screen.getByText('Request 25')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Show more' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Request 21' })).toHaveFocus()
})

it('shows all of a short list', async () => {
  const screen = await openList(20)
  await expect.element(screen.getByRole('link', { name: 'Show more' })).not.toBeInTheDocument()
})

it('shows all of a long list to who adds to its end', async () => {
  const screen = await openList(25)
  await screen.getByRole('button', { name: 'Add someone' }).click()
  await expect.element(screen.getByText('Request 25')).toBeVisible()
})
