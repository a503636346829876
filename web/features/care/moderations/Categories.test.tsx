import { beforeEach, expect, it } from 'vitest'
import { json, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
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
