import { beforeEach, expect, it } from 'vitest'
import { json, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
import Dashboard from './Dashboard.tsx'

beforeEach(storeToken)

it('shows every category that has requests, and none without', async () => {
  const by_category = Array.from({ length: 13 }, (_, index) => ({
    id: `c${index}`,
    name: `Category ${index + 1}`,
    count: 12 - index,
  }))
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/server': () => problem(503, 'server.unavailable'),
    'GET /api/admin/stats': () =>
      json({
        period: '30d',
        since: '2026-04-20T12:00:00.000Z',
        until: '2026-05-20T12:00:00.000Z',
        members: 3,
        members_joined: 1,
        prayers: 78,
        prayers_anonymous: 2,
        prayed: 5,
        prayed_by: 2,
        waiting: 0,
        by_category,
        over_time: [{ date: '2026-05-20', prayers: 1, prayed: 1 }],
      }),
  })
  const { screen } = await renderPage(<Dashboard />, '/admin/numbers')
  const rows = screen.getByRole('region', { name: 'Requests by category' }).getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent('Category 112')
  expect(rows.elements()).toHaveLength(12)
})
