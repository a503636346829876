import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { hannah, json, makePrayer, storeToken, mockServer, problem, renderPage, signedInAs } from '../../../test.tsx'
import Miscategorized from './Miscategorized.tsx'

/** What was saved of which request. */
let saved: [id: string, body: unknown][]
beforeEach(async () => {
  saved = []
  storeToken()
  await page.viewport(1280, 900)
})

const all = Array.from({ length: 11 }, (_, index) => ({ id: `c${index + 1}`, name: `Kind ${index + 1}` }))
/** A request that the classifier put into the first so many categories. */
const item = (id: string, count: number) => ({
  ...makePrayer({
    id,
    content: `Words of ${id}`,
    categories: all.slice(0, count).map((one) => ({ ...one, is_machine_generated: true, confidence: 0.4 })),
  }),
  doubts: ['unsure'],
})
const pageOf = (items: object[], has_more = false) => json({ items, page: 0, pageSize: 100, has_more })

type Answers = Parameters<typeof mockServer>[0]
const save = (id: string): Answers => ({
  [`PUT /api/prayers/${id}/categories`]: ({ body }) => {
    saved.push([id, body])
    return json([])
  },
})

/** Opens the page as a moderator, whose list is `items` unless `answers` says otherwise. */
async function open(items: object[], answers: Answers = {}, search = '') {
  mockServer({
    ...signedInAs({ ...hannah, role: 'moderator' }),
    'GET /api/categories': () =>
      json(all.map((one) => ({ ...one, key: null, is_built_in: false, description: '', color: null, order: 0 }))),
    'GET /api/prayers/miscategorized': () => pageOf(items),
    ...save('p1'),
    ...save('p2'),
    ...answers,
  })
  const { screen } = await renderPage(
    <>
      <details open>
        <summary>Menu</summary>
        <button type="button">Entry</button>
      </details>
      <Miscategorized />
    </>,
    `/admin/miscategorized${search}`,
  )
  return { screen, heading: (name: string) => screen.getByRole('heading', { name }) }
}
const type = (part: KeyboardEventInit, target: Element = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, ...part }))

it('goes with the keys alone: change, save, next', async () => {
  const { screen, heading } = await open([item('p1', 1), item('p2', 1)])
  await expect.element(screen.getByText('Words of p1')).toBeVisible()
  type({ key: '1' })
  await expect.element(screen.getByText('Choose at least one category.')).toBeVisible()
  type({ key: '2' })
  await expect.element(screen.getByRole('button', { name: 'Kind 2', pressed: true })).toBeVisible()
  type({ key: 's' })
  await expect.element(screen.getByText('Words of p2')).toBeVisible()
  type({ key: 'a' })
  await expect.element(heading('That was the last one')).toHaveFocus()
  await expect.element(screen.getByText('You checked 2 requests.')).toBeVisible()
  expect(saved).toEqual([
    ['p1', { categoryIds: ['c2'] }],
    ['p2', { categoryIds: ['c1'] }],
  ])
})

it('writes each choice to the request on the screen, however fast the keys, and shows again what was not saved', async () => {
  const held = Promise.withResolvers<void>()
  let isDown = true
  const { screen } = await open([item('p1', 0), item('p2', 0)], {
    'PUT /api/prayers/p1/categories': async ({ body }) => {
      await held.promise
      if (isDown) return problem(503, 'server.busy')
      saved.push(['p1', body])
      return json([])
    },
  })
  await expect.element(screen.getByText('Words of p1')).toBeVisible()
  for (const key of ['1', 's', '2', 's']) {
    type({ key })
    // A key is an event of its own.
    await Promise.resolve()
  }
  await expect.poll(() => saved).toEqual([['p2', { categoryIds: ['c2'] }]])
  held.resolve()
  await expect.element(screen.getByText(/One request wasn’t saved/)).toBeVisible()
  await expect.element(screen.getByText('Words of p1')).toBeVisible()
  isDown = false
  type({ key: 's' })
  await expect.element(screen.getByText('You checked 2 requests.')).toBeVisible()
  expect(saved.at(-1)).toEqual(['p1', { categoryIds: ['c1'] }])
})

it('takes no key that is held down or pressed in a menu, and none while keys are off', async () => {
  const { screen, heading } = await open([item('p1', 10), item('p2', 10)])
  await expect.element(screen.getByText('Words of p1')).toBeVisible()
  type({ repeat: true })
  type({}, screen.getByRole('button', { name: 'Entry' }).element())
  await screen.getByRole('button', { name: 'Keyboard shortcuts', pressed: true }).click()
  type({})
  await screen.getByRole('button', { name: 'Keyboard shortcuts', pressed: false }).click()
  await expect.element(heading('1 of 2')).toBeVisible()
  type({})
  await expect.element(heading('2 of 2')).toHaveFocus()
})

it('says that no more categories fit', async () => {
  const { screen } = await open([item('p1', 10)])
  await expect.element(screen.getByText('Up to 10 categories.')).toBeVisible()
  const eleventh = screen.getByRole('button', { name: 'Kind 11' })
  await expect.element(eleventh).toHaveAttribute('aria-disabled', 'true')
  await eleventh.click({ force: true })
  await expect.element(screen.getByRole('status').filter({ hasText: 'Up to 10 categories.' })).toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Kind 11', pressed: true })).not.toBeInTheDocument()
})

it('goes on with what the list had no room for', async () => {
  const { screen, heading } = await open([], {
    'GET /api/prayers/miscategorized': () =>
      saved.length === 0 ? pageOf([item('p1', 1)], true) : pageOf([item('p2', 1)]),
  })
  await expect.element(heading('1 of 1')).toBeVisible()
  type({ key: 'a' })
  await expect.element(screen.getByText('Words of p2')).toBeVisible()
  await expect.element(heading('2 of 2')).toBeVisible()
})

it('says that the categories could not be loaded, and asks for them again', async () => {
  let isDown = true
  const { screen } = await open([item('p1', 0)], {
    'GET /api/categories': () => (isDown ? problem(403, 'request.forbidden') : json([])),
  })
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
  const links = () =>
    saved.length === 0
      ? pageOf([link('p1', 'c1'), link('p2', 'c1')], true)
      : pageOf([link('p2', 'c1'), link('p2', 'c2')])
  const { heading } = await open([], { 'GET /api/categories/machine-generated': links }, '?show=machine')
  await expect.element(heading('1 of 1')).toBeVisible()
  type({ key: 'a' })
  await expect.element(heading('2 of 2')).toBeVisible()
  type({ key: 'a' })
  await expect
    .poll(() => saved)
    .toEqual([
      ['p1', { categoryIds: ['c1'] }],
      ['p2', { categoryIds: ['c1', 'c2'] }],
    ])
})
