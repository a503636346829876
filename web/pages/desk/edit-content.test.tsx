import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { makeContent, json, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../test.tsx'
import EditRoute from './edit-content.tsx'

it('says that a page is gone, which no button brings back, and leads to the others', async () => {
  storeToken()
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/content/p1': () => problem(404, 'content.not_found'),
    'GET /api/admin/content-draft': () => json({ draft: null }),
  })
  const { screen } = await renderPage(
    <Routes>
      <Route path="/admin/content/:id" element={<EditRoute />} />
    </Routes>,
    '/admin/content/p1',
  )
  await expect.element(screen.getByText('This page no longer exists.')).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible()
  const ways = screen.getByRole('link', { name: 'Pages' }).elements()
  expect(ways.flatMap((way) => (way.closest('nav') ? [] : way.getAttribute('href')))).toEqual(['/admin/content'])
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
})

it('brings along what is typed while a new page is made, and leaves nothing for the next one', async () => {
  storeToken()
  const item = makeContent()
  let sent = 0
  let answer = (): void => {}
  mockServer({
    ...signedInAs(peter),
    'POST /api/admin/content': () => {
      sent += 1
      return new Promise<Response>((resolve) => {
        answer = () => resolve(json(item))
      })
    },
    [`GET /api/admin/content/${item.id}`]: () => json(item),
    'GET /api/admin/content-draft': () => json({ draft: null }),
    'PUT /api/admin/content-draft': () => problem(503, 'server.unavailable'),
    'DELETE /api/admin/content-draft': () => json({ forgotten: true }),
  })
  const { screen } = await renderPage(
    <Routes>
      <Route path="/admin/content/new" element={<EditRoute />} />
      <Route path="/admin/content/:id" element={<EditRoute />} />
    </Routes>,
    '/admin/content/new',
  )
  await screen.getByLabelText('Title').fill(item.title)
  await screen.getByLabelText('Text').fill(item.content)
  await screen.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => sent).toBe(1)
  await screen.getByLabelText('Text').fill('One, and more')
  answer()
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))
  await expect.poll(kept).toEqual([expect.stringMatching(new RegExp(`:page:${item.id}$`))])
  await expect.element(screen.getByLabelText('Text')).toHaveValue('One, and more')
})
