import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { json, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../test.tsx'
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
