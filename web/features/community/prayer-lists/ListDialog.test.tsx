import { beforeEach, expect, it, vi } from 'vitest'
import { json, makePrayer, makeToken, storeToken, mockServer, renderPage, signedIn } from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import ListDialog from './ListDialog.tsx'

beforeEach(storeToken)

it.each(['create', 'add'])('makes one list when the answer to %s was lost and it is pressed again', async (lost) => {
  const id = '0198c0de-0000-7000-8000-0000000000b1'
  const keys: (string | null)[] = []
  let losses = 1
  const answer = (act: string) => {
    if (act === lost && losses > 0) {
      losses -= 1
      return Response.error()
    }
    return json({ id, name: 'Family' })
  }
  mockServer({
    ...signedIn,
    'GET /api/prayer-lists': () => json([]),
    'POST /api/prayer-lists': ({ headers }) => {
      keys.push(headers.get('idempotency-key'))
      return answer('create')
    },
    [`POST /api/prayer-lists/${id}/items`]: () => answer('add'),
  })
  const { screen } = await renderPage(<ListDialog prayer={makePrayer()} onClose={() => {}} />)
  const create = screen.getByRole('button', { name: 'Create list' })
  await screen.getByLabelText('New list').fill('Family')
  await create.click()
  await expect.element(screen.getByText('We couldn’t save that.')).toBeVisible()
  await create.click()
  await expect.element(screen.getByLabelText('New list')).toHaveValue('')
  expect(keys[0]).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0]])
})

it.each([
  ['adds to a second list that is pressed before the first has answered', false],
  ['does nothing more as who has signed in before the first has answered', true],
])('%s', async (_, hasLeft) => {
  const [family, parish, choir] = ['family', 'parish', 'choir'] as const
  const list = { item_count: 0, has_request: false }
  const { promise, resolve: answer } = Promise.withResolvers<Response>()
  const added = vi.fn(() => json({ id: parish }))
  const addedLater = vi.fn(() => json({ id: choir }))
  mockServer({
    ...signedIn,
    'GET /api/prayer-lists': () =>
      json([
        { ...list, id: family, name: 'Family' },
        { ...list, id: parish, name: 'Parish' },
        { ...list, id: choir, name: 'Choir' },
      ]),
    [`POST /api/prayer-lists/${family}/items`]: () => promise,
    [`POST /api/prayer-lists/${parish}/items`]: added,
    [`POST /api/prayer-lists/${choir}/items`]: addedLater,
  })
  const { screen } = await renderPage(<ListDialog prayer={makePrayer()} onClose={() => {}} />)
  await screen.getByRole('button', { name: 'Family' }).click()
  await screen.getByRole('button', { name: 'Parish' }).click()
  if (hasLeft) localStorage.setItem(TOKEN_KEY, makeToken(600, 'ruth'))
  answer(json({ id: family }))
  // Each waits for the one before.
  await screen.getByRole('button', { name: 'Choir' }).click()
  await expect.poll(() => addedLater).toHaveBeenCalledTimes(1)
  expect(added).toHaveBeenCalledTimes(hasLeft ? 0 : 1)
})

it('takes a request out of a list at a second press, however late the first is answered', async () => {
  const id = '0198c0de-0000-7000-8000-0000000000d1'
  const prayer = makePrayer()
  const { promise, resolve: answer } = Promise.withResolvers<Response>()
  let has_request = false
  const removed = vi.fn(() => {
    has_request = false
    return json({ id, prayer_request_id: prayer.id })
  })
  mockServer({
    ...signedIn,
    'GET /api/prayer-lists': () => json([{ id, name: 'Family', item_count: 0, has_request }]),
    [`POST /api/prayer-lists/${id}/items`]: async () => {
      has_request = true
      return await promise
    },
    [`DELETE /api/prayer-lists/${id}/items/${prayer.id}`]: removed,
  })
  const { screen } = await renderPage(<ListDialog prayer={prayer} onClose={() => {}} />)
  const list = (pressed: boolean) => screen.getByRole('button', { name: 'Family', pressed })
  await list(false).click()
  await list(true).click()
  await expect.element(list(false)).toBeVisible()
  answer(json({ id, prayer_request_id: prayer.id }))
  await expect.poll(() => removed).toHaveBeenCalledTimes(1)
  await expect.element(list(false)).toBeVisible()
})
