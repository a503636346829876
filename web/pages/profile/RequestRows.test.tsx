import { useLocation } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
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

const Place = () => <p>{useLocation().search}</p>

it('finds one’s own by their words when they fill more than a page', async () => {
  mockServer({
    ...signedIn,
    'GET /api/prayers': () => json({ items: [makePrayer({ id: 'p1' })], has_more: true, next_cursor: 'c1' }),
  })
  const page = (
    <>
      <RequestRows which="mine" />
      <Place />
    </>
  )
  const { screen } = await renderPage(page, '/profile')
  await screen.getByRole('searchbox', { name: 'Search requests' }).fill('my father')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('?mine=1&search=my+father')).toBeVisible()
})
