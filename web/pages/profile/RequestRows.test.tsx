import { beforeEach, expect, it } from 'vitest'
import { json, makePrayer, storeToken, mockServer, renderPage, signedIn } from '../../test.tsx'
import { RequestRows } from './RequestRows.tsx'

beforeEach(storeToken)

it('leads on to the next page when the button goes that was pressed', async () => {
  mockServer({
    ...signedIn,
    'GET /api/prayers': ({ path }) =>
      path.includes('cursor=')
        ? json({ items: [makePrayer({ id: 'p2', content: 'For my sister' })], has_more: false, next_cursor: null })
        : json({ items: [makePrayer({ id: 'p1', content: 'For my father' })], has_more: true, next_cursor: 'c1' }),
  })
  const { screen } = await renderPage(<RequestRows which="mine" />, '/profile')
  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect.element(screen.getByRole('link', { name: 'For my sister' })).toBeVisible()
  await expect.element(screen.getByRole('list').last()).toHaveFocus()
})
