import { beforeEach, expect, it } from 'vitest'
import { json, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
import Dashboard from './Dashboard.tsx'
import { ServerStatus } from './ServerStatus.tsx'

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

it('believes the server about its last task, whatever the clock of the device says', async () => {
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/server': () =>
      json({
        version: '1.0.0',
        engine: 'sqlite',
        engine_version: '3.50',
        database_bytes: 42_000_000,
        jobs_waiting: 0,
        jobs_failed: 0,
        last_job_at: '2026-05-20T11:59:00.000Z',
        is_quiet: false,
        mail: 'server',
      }),
  })
  const { screen } = await renderPage(<ServerStatus />)
  const label = screen.getByText('Last task')
  await expect.element(label).toBeVisible()
  expect(label.element().querySelector('use')?.getAttribute('href')).toMatch(/#okcircle$/)
})
