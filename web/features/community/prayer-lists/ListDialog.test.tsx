import { beforeEach, expect, it } from 'vitest'
import { json, makePrayer, makeToken, mockServer, renderPage, signedIn } from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import ListDialog from './ListDialog.tsx'

beforeEach(() => localStorage.setItem(TOKEN_KEY, makeToken(600)))

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
