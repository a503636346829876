import { beforeEach, expect, it } from 'vitest'
import { json, keeping, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
import Categories from './Categories.tsx'

beforeEach(storeToken)

const rest = { is_built_in: false, description: '', color: null }
const health = { id: 'c1', key: 'health', name: 'Health', order: 0, ...rest }
const work = { id: 'c2', key: 'work', name: 'Work', order: 1, ...rest }
const desk = {
  ...signedInAs(peter),
  'GET /api/categories/counts': () => json([]),
  'GET /api/admin/categories': () => json([]),
  'GET /api/models': () => json({ default_model: 'x', active_model: 'x', models: [] }),
  'GET /api/prayers/recategorize': () => json({ job: null }),
}

it('makes a category, which then stands among the others', async () => {
  const listed: object[] = [health]
  mockServer({
    ...desk,
    'GET /api/categories': () => json(listed),
    'POST /api/categories': ({ body }) => {
      listed.push({ ...work, key: null, ...(body as object) })
      return json(listed[1])
    },
  })
  const { screen } = await renderPage(<Categories />, '/admin/categories')
  await screen.getByRole('button', { name: 'New category' }).click()
  await screen.getByLabelText('Name').fill('Harvest')
  await screen.getByRole('button', { name: 'Save category' }).click()
  await expect.element(screen.getByRole('button', { name: 'Edit Harvest' })).toBeVisible()
})

it('keeps what was typed in a category, says what another changed meanwhile, and never drops the focus', async () => {
  const sent: unknown[] = []
  let now: object = health
  let isRefused = true
  mockServer({
    ...desk,
    'GET /api/categories': () => json([now, work]),
    'PUT /api/categories/c1': ({ body }) => {
      if (isRefused) return problem(409, 'categories.name_taken')
      sent.push(body)
      now = { ...health, ...(body as object) }
      return json(now)
    },
  })
  const { screen } = await renderPage(<Categories />, '/admin/categories')
  const pencil = (name: string) => screen.getByRole('button', { name: `Edit ${name}` })
  await pencil('Health').click()
  await expect.element(screen.getByLabelText('Name')).toHaveFocus()
  await screen.getByLabelText('Description').fill('Body')
  await pencil('Work').click()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(pencil('Work')).toHaveFocus()
  await pencil('Health').click()
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Body')
  await screen.getByRole('button', { name: 'Save category' }).click()
  await expect.element(screen.getByText(/Sentence of categories.name_taken/)).toBeVisible()
  isRefused = false
  now = { ...health, description: 'Theirs' }
  await screen.getByRole('button', { name: 'Save category' }).click()
  await expect.element(screen.getByText('Theirs')).toBeVisible()
  expect(sent).toEqual([])
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  // What was refused is settled.
  await expect.element(screen.getByText(/Sentence of categories.name_taken/)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Save category' }).click()
  await expect.poll(() => sent).toMatchObject([{ description: 'Body' }])
  await expect.element(pencil('Health')).toHaveFocus()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

it('merges a category into another after it was said what that does, and moves one by keyboard', async () => {
  const sent: unknown[] = []
  let known = [health, work]
  mockServer({
    ...desk,
    'GET /api/categories': () => json(known),
    'GET /api/categories/counts': () => json([{ id: 'c1', name: 'Health', count: 3 }]),
    'GET /api/admin/categories': () => json([{ id: 'c1', by_machine: 3, by_people: 1, corrected: 1 }]),
    'GET /api/models': () =>
      json({
        default_model: 'x',
        active_model: 'built-in',
        models: [{ id: 'built-in', version: 'v1', is_available: true, is_active: true }],
      }),
    'PUT /api/categories/c1/order': keeping(sent, () => json([work, health])),
    'DELETE /api/categories/c1': ({ path }) => {
      sent.push(path)
      known = [work]
      return json({ id: 'c1' })
    },
  })
  const { screen } = await renderPage(
    <main id="main" tabIndex={-1}>
      <Categories />
    </main>,
    '/admin/categories',
  )
  await expect
    .element(screen.getByText('3 public requests · 75% sorted automatically in 90 days · 1 corrected by people'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Move down: Health' }).click()
  await expect.poll(() => sent).toEqual([{ order: 1 }])
  await screen.getByRole('button', { name: 'Merge or delete Health' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/3 public requests will lose this category/)).toBeVisible()
  await dialog.getByLabelText('Move its requests to').selectOptions('Work')
  await expect.element(dialog.getByText(/We’ll move 3 public requests to Work/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect.poll(() => sent.at(-1)).toEqual('/api/categories/c1?move_to=c2')
  // Its row goes with the button that was pressed.
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

it('sends a second move also while the first is on its way', async () => {
  const answer = Promise.withResolvers<void>()
  const sent: string[] = []
  let known = [health, work]
  const move = (id: string, first: Promise<void>) => ({
    [`PUT /api/categories/${id}/order`]: async () => {
      sent.push(id)
      await first
      known = known.toReversed()
      return json(known)
    },
  })
  mockServer({
    ...desk,
    'GET /api/categories': () => json(known),
    ...move('c1', answer.promise),
    ...move('c2', Promise.resolve()),
  })
  const { screen } = await renderPage(<Categories />, '/admin/categories')
  await screen.getByRole('button', { name: 'Move down: Health' }).click()
  await screen.getByRole('button', { name: 'Move down: Work' }).click()
  answer.resolve()
  await expect.poll(() => sent).toEqual(['c1', 'c2'])
})
