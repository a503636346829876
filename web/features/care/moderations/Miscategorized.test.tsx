import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { hannah, json, makePrayer, storeToken, mockServer, problem, renderPage, signedInAs } from '../../../test.tsx'
import Miscategorized from './Miscategorized.tsx'

beforeEach(async () => {
  storeToken()
  await page.viewport(1280, 900)
})

const show = async () => {
  const all = Array.from({ length: 11 }, (_, index) => ({ id: `c${index + 1}`, name: `Kind ${index + 1}` }))
  const categories = all.slice(0, 10).map((one) => ({ ...one, is_machine_generated: true, confidence: 0.4 }))
  const items = ['p1', 'p2'].map((id) => ({
    ...makePrayer({ id, content: `Words of ${id}`, categories }),
    doubts: ['unsure'],
  }))
  mockServer({
    ...signedInAs({ ...hannah, role: 'moderator' }),
    'GET /api/categories': () =>
      json(all.map((one) => ({ ...one, key: null, is_built_in: false, description: '', color: null, order: 0 }))),
    'GET /api/prayers/miscategorized': () => json({ items, page: 0, pageSize: 100, has_more: false }),
  })
  const { screen } = await renderPage(
    <>
      <details open>
        <summary>Menu</summary>
        <button type="button">Entry</button>
      </details>
      <Miscategorized />
    </>,
    '/admin/miscategorized',
  )
  await expect.element(screen.getByText('Words of p1')).toBeVisible()
  return screen
}
const type = (part: KeyboardEventInit, target: Element = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, ...part }))

it('takes no key that is held down or pressed in a menu, and none while keys are off', async () => {
  const screen = await show()
  type({ repeat: true })
  type({}, screen.getByRole('button', { name: 'Entry' }).element())
  await screen.getByRole('button', { name: 'Keyboard shortcuts', pressed: true }).click()
  type({})
  await screen.getByRole('button', { name: 'Keyboard shortcuts', pressed: false }).click()
  await expect.element(screen.getByRole('heading', { name: '1 of 2' })).toBeVisible()
  type({})
  await expect.element(screen.getByRole('heading', { name: '2 of 2' })).toHaveFocus()
})

it('says that no more categories fit', async () => {
  const screen = await show()
  await expect.element(screen.getByText('Up to 10 categories.')).toBeVisible()
  const eleventh = screen.getByRole('button', { name: 'Kind 11' })
  await expect.element(eleventh).toHaveAttribute('aria-disabled', 'true')
  await eleventh.click({ force: true })
  await expect.element(screen.getByRole('status').filter({ hasText: 'Up to 10 categories.' })).toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Kind 11', pressed: true })).not.toBeInTheDocument()
})

it('goes on with what the list had no room for', async () => {
  const categories = [{ id: 'c1', name: 'Kind 1', is_machine_generated: true, confidence: 0.4 }]
  let left = 'p1'
  mockServer({
    ...signedInAs({ ...hannah, role: 'moderator' }),
    'GET /api/categories': () =>
      json([{ id: 'c1', name: 'Kind 1', key: null, is_built_in: false, description: '', color: null, order: 0 }]),
    'GET /api/prayers/miscategorized': () => {
      const item = { ...makePrayer({ id: left, content: `Words of ${left}`, categories }), doubts: ['unsure'] }
      return json({ items: [item], page: 0, pageSize: 100, has_more: left === 'p1' })
    },
    'PUT /api/prayers/p1/categories': () => {
      left = 'p2'
      return json([])
    },
  })
  const { screen } = await renderPage(<Miscategorized />, '/admin/miscategorized')
  await expect.element(screen.getByRole('heading', { name: '1 of 1' })).toBeVisible()
  type({ key: 'a' })
  await expect.element(screen.getByText('Words of p2')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: '2 of 2' })).toBeVisible()
})

it('says that the categories could not be loaded, and asks for them again', async () => {
  let isDown = true
  mockServer({
    ...signedInAs({ ...hannah, role: 'moderator' }),
    'GET /api/categories': () => (isDown ? problem(403, 'request.forbidden') : json([])),
    'GET /api/prayers/miscategorized': () =>
      json({
        items: [{ ...makePrayer({ id: 'p1', content: 'Words of p1' }), doubts: ['unsure'] }],
        page: 0,
        pageSize: 100,
        has_more: false,
      }),
  })
  const { screen } = await renderPage(<Miscategorized />, '/admin/miscategorized')
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  isDown = false
  await again.click()
  await expect.element(screen.getByText('Words of p1')).toBeVisible()
})

it('leaves out a request whose categories the list cuts in two, until the list has them all', async () => {
  const link = (id: string, category_id: string) => ({
    prayer_request_id: id,
    prayer_title: `Words of ${id}`,
    category_id,
    category_name: category_id,
    is_machine_generated: true,
    confidence: 0.8,
  })
  const rest = { key: null, is_built_in: false, description: '', color: null, order: 0 }
  const category = (id: string) => ({ id, name: id, ...rest })
  const sent: unknown[] = []
  mockServer({
    ...signedInAs({ ...hannah, role: 'moderator' }),
    'GET /api/categories': () => json([category('c1'), category('c2')]),
    'GET /api/categories/machine-generated': () =>
      sent.length === 0
        ? json({ items: [link('p1', 'c1'), link('p2', 'c1')], page: 0, pageSize: 100, has_more: true })
        : json({ items: [link('p2', 'c1'), link('p2', 'c2')], page: 0, pageSize: 100, has_more: false }),
    'PUT /api/prayers/p1/categories': ({ body }) => {
      sent.push(body)
      return json([])
    },
    'PUT /api/prayers/p2/categories': ({ body }) => {
      sent.push(body)
      return json([])
    },
  })
  const { screen } = await renderPage(<Miscategorized />, '/admin/miscategorized?show=machine')
  await expect.element(screen.getByRole('heading', { name: '1 of 1' })).toBeVisible()
  type({ key: 'a' })
  await expect.element(screen.getByRole('heading', { name: '2 of 2' })).toBeVisible()
  type({ key: 'a' })
  await expect.poll(() => sent).toEqual([{ categoryIds: ['c1'] }, { categoryIds: ['c1', 'c2'] }])
})
