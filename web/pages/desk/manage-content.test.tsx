import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../contract/time.values.ts'
import { makeContent, json, storeToken, peter, problem, renderPage, mockServer, signedInAs } from '../../test.tsx'
import { Clock } from '../../time.tsx'
import ManageRoute from './manage-content.tsx'

const items = ['Imprint', 'Terms of use', 'Welcome'].map((title, index) =>
  makeContent({
    id: `0198c0de-0000-7000-8000-00000000007${index}`,
    title,
    slug: `page-${index}`,
    content_type: 'legal',
  }),
)

beforeEach(storeToken)

async function open(answer: () => Response, address = '/admin/content') {
  const sent: unknown[] = []
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/content': () => json({ items, page: 0, limit: 20, total: items.length }),
    'POST /api/admin/content/batch': ({ body }) => {
      sent.push(body)
      return answer()
    },
  })
  const { screen } = await renderPage(<ManageRoute />, address)
  return { screen, sent }
}

it('has the name of its place, and says how many pages a search finds', async () => {
  const { screen } = await open(() => json({ ids: [] }))
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible()
  const found = screen.getByRole('status').filter({ hasText: 'page' })
  await expect.element(found).toHaveTextContent('3 pages')
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/content': () => json({ items: items.slice(0, 1), page: 0, limit: 20, total: 1 }),
  })
  await screen.getByRole('searchbox').fill('Imprint')
  await screen.getByRole('button', { name: 'Show results' }).click()
  await expect.element(found).toHaveTextContent('1 page')
})

it('counts no fewer pages than the one that is open, whatever went meanwhile', async () => {
  const { screen } = await open(() => json({ ids: [] }), '/admin/content?page=1')
  await expect.element(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('Newer2 of 2')
})

it('says what it will do to which pages, and does it once that is confirmed', async () => {
  const { screen, sent } = await open(() => json({ ids: [] }))
  await screen.getByRole('checkbox', { name: 'Select Imprint' }).click()
  await screen.getByRole('checkbox', { name: 'Select Welcome' }).click()
  await screen.getByRole('button', { name: 'Delete' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete 2 pages?' })
  await expect.element(dialog.getByText(/can’t be undone/)).toBeVisible()
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map((entry) => entry.textContent),
  ).toEqual(['Imprint', 'Welcome'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])
  await screen.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('2 pages updated')).toBeVisible()
  expect(sent).toEqual([{ ids: [items[0]?.id, items[2]?.id], act: 'delete' }])
  await expect.element(screen.getByRole('checkbox', { name: 'Select Imprint' })).not.toBeChecked()
})

it('keeps what was chosen when it was refused', async () => {
  const { screen } = await open(() => problem(404, 'content.not_found'))
  await screen.getByRole('checkbox', { name: 'Select all' }).click()
  await screen.getByRole('button', { name: 'Unpublish' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Unpublish 3 pages?' })
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await expect.element(dialog.getByText('That didn’t work.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText('3 pages selected')).toBeVisible()
})

it('says by the clock of the page which announcements are over', async () => {
  const now = Date.now() - DAY_MS
  const shown_until = new Date(now + HOUR_MS).toISOString()
  const announcement = makeContent({ title: 'Evening prayer', metadata: { shown_until } })
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/content': () => json({ items: [announcement], page: 0, limit: 20, total: 1 }),
  })
  const { screen } = await renderPage(
    <Clock value={{ now }}>
      <ManageRoute />
    </Clock>,
    '/admin/content',
  )
  await expect.element(screen.getByRole('checkbox', { name: 'Select Evening prayer' })).toBeVisible()
  await expect.element(screen.getByText('Ended')).not.toBeInTheDocument()
})
