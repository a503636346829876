import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Report, ReportStatus } from '../../../../contract/reports.ts'
import {
  hannah,
  json,
  keeping,
  losesAnswer,
  makeReport,
  storeToken,
  mockServer,
  problem,
  renderPage,
  signedInAs,
} from '../../../test.tsx'
import { withStaffMessages } from '../moderations/StaffMessages.tsx'
import { ReportsTab } from './ReportsTab.tsx'

const Tab = withStaffMessages(ReportsTab)

beforeEach(storeToken)

const moderator = signedInAs({ ...hannah, role: 'moderator' })
const reportOf = (id: string, status: ReportStatus): Report => {
  const report = makeReport({ id, status })
  return { ...report, reported: report.reported && { ...report.reported, content: `Words of ${id}` } }
}
const listOf = (items: Report[], open = items.length) =>
  json({ items, total: items.length, counts: { open, in_review: 0 } })
const onlyOne = () => listOf([reportOf('one', 'open')])

it('what was decided before a failure can be undone, and the reason outlives a selection that a colleague decided', async () => {
  await page.viewport(1280, 900)
  const decided = new Set<string>()
  const undone: unknown[] = []
  mockServer({
    ...moderator,
    'GET /api/reports': () =>
      listOf(
        ['one', 'two'].map((id) => reportOf(id, decided.has(id) ? 'dismissed' : 'open')),
        2 - decided.size,
      ),
    'PUT /api/reports/one': () => {
      decided.add('one')
      return json({ ...reportOf('one', 'dismissed'), decision_id: 'd1' })
    },
    'PUT /api/reports/two': () => problem(503, 'server.unavailable'),
    'POST /api/decisions/undo': ({ body }) => (undone.push(body), json({ ids: ['d1'] })),
    'POST /api/reports/two/claim': () => {
      decided.add('two')
      return problem(409, 'reports.decided')
    },
  })
  const { screen } = await renderPage(<Tab />, '/admin/reports')
  await page.viewport(390, 844)
  await screen.getByText('Select all on this page').click()
  await expect.element(screen.getByRole('table', { name: 'Reports' })).toBeVisible()
  await expect.element(screen.getByRole('status').filter({ hasText: /^\d reports$/ })).toBeVisible()
  const bar = screen.getByRole('region', { name: /selected$/ })
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  const reason = bar.getByLabelText('Your reason')
  await expect.element(reason).toHaveFocus()
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true')
  await reason.fill('Not about this.')
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(bar).toHaveAccessibleName('1 selected')
  await expect.element(bar.getByText('That didn’t work.')).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Undone')).toBeVisible()
  expect(undone).toEqual([{ ids: ['d1'] }])

  await expect.element(reason).toHaveValue('Not about this.')
  await bar.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(bar.getByRole('button', { name: 'Dismiss' })).toHaveFocus()
  await bar.getByRole('button', { name: 'I’ll take this' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  const left = screen.getByRole('region', { name: /^This isn’t waiting any more/ })
  await expect.element(left.getByText('Not about this.')).toBeVisible()
})

it('takes no other decision while one is sent, which would look as if it had been made', async () => {
  const sent: unknown[] = []
  mockServer({
    ...moderator,
    'GET /api/reports': onlyOne,
    'PUT /api/reports/one': keeping(sent, () => new Promise<Response>(() => {})),
  })
  const { screen } = await renderPage(<Tab />, '/admin/reports?open=one')
  const dismiss = screen.getByRole('radio', { name: 'Dismiss' })
  await dismiss.click()
  const reason = screen.getByLabelText('Your reason')
  await reason.fill('Not about this.')
  await screen.getByRole('button', { name: 'Save decision' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(reason).toHaveAttribute('readonly')
  await screen.getByRole('radio', { name: /^Pass to care team/ }).click()
  await expect.element(dismiss).toBeChecked()
})

it('decides once when the answer was lost, and offers to undo it', async () => {
  const decided = { ...reportOf('one', 'dismissed'), decision_id: 'd1' }
  const { handler, keys, expectOneKey } = losesAnswer(() => json(decided))
  mockServer({ ...moderator, 'GET /api/reports': onlyOne, 'PUT /api/reports/one': handler })
  const { screen } = await renderPage(<Tab />, '/admin/reports?open=one')
  await screen.getByRole('radio', { name: 'Dismiss' }).click()
  await screen.getByLabelText('Your reason').fill('Not about this.')
  const save = screen.getByRole('button', { name: 'Save decision' })
  await save.click()
  await expect.element(screen.getByText(/You seem to be offline/)).toBeVisible()
  await save.click()
  await expect.poll(() => keys).toHaveLength(2)
  expectOneKey()
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
})

it('says once that a report is gone, and shows what was written about it', async () => {
  let isGone = false
  const gone = () => problem(404, 'reports.not_found')
  mockServer({
    'GET /api/reports': () => listOf(isGone ? [] : [reportOf('one', 'open')]),
    'GET /api/reports/one': gone,
    'PUT /api/reports/one': () => {
      isGone = true
      return gone()
    },
  })
  const { screen } = await renderPage(<Tab />, '/admin/reports?open=one')
  await screen.getByRole('radio', { name: 'Dismiss' }).click()
  await screen.getByLabelText('Your reason').fill('Not about this.')
  await screen.getByRole('button', { name: 'Save decision' }).click()
  await expect.element(screen.getByText('Sentence of reports.not_found').first()).toBeVisible()
  const left = screen.getByRole('region', { name: /^This isn’t waiting any more/ })
  await expect.element(left.getByText('Not about this.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' }).query()).toBeNull()
})

it('keeps in sight what was written about a report that a colleague looks after meanwhile', async () => {
  let assigned_to: Report['assigned_to'] = null
  mockServer({
    ...moderator,
    'GET /api/reports': () => listOf([{ ...reportOf('one', 'open'), assigned_to }]),
    'PUT /api/reports/one': () => {
      assigned_to = { id: 'ruth', display_name: 'Ruth K.' }
      return problem(409, 'reports.claimed')
    },
  })
  const { screen } = await renderPage(<Tab />, '/admin/reports?open=one')
  await screen.getByRole('radio', { name: 'Dismiss' }).click()
  await screen.getByLabelText('Your reason').fill('Not about this.')
  await screen.getByRole('button', { name: 'Save decision' }).click()
  const left = screen.getByRole('region', { name: 'Ruth K. is looking after this.' })
  await expect.element(left.getByText('Not about this.')).toBeVisible()
})

it('has what was written about a report when somebody comes back, such as after their session has ended', async () => {
  mockServer({
    ...moderator,
    'GET /api/reports': onlyOne,
  })
  const first = await renderPage(<Tab />, '/admin/reports?open=one')
  await first.screen.getByRole('radio', { name: 'Dismiss' }).click()
  await first.screen.getByLabelText('Your reason').fill('Not about this.')
  await first.screen.unmount()
  const { screen } = await renderPage(<Tab />, '/admin/reports?open=one')
  await expect.element(screen.getByLabelText('Your reason')).toHaveValue('Not about this.')
  await expect.element(screen.getByRole('radio', { name: 'Dismiss' })).toBeChecked()
})

it('hands the focus to the page when the bar goes with the button that was pressed', async () => {
  mockServer({
    ...moderator,
    'GET /api/reports': onlyOne,
    'POST /api/reports/one/claim': () => json(reportOf('one', 'in_review')),
  })
  await page.viewport(390, 844)
  const { screen } = await renderPage(
    <main>
      <Tab />
    </main>,
    '/admin/reports',
  )
  await screen.getByText('Select all on this page').click()
  const bar = screen.getByRole('region', { name: /selected$/ })
  await bar.getByRole('button', { name: 'I’ll take this' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

it('says of what a decision has hidden that it is hidden, and not that somebody has yet to look', async () => {
  const hidden = (id: string, status: ReportStatus, decision: Report['decision']): Report => {
    const one = reportOf(id, status)
    return { ...one, decision, reported: one.reported && { ...one.reported, publication: 'hidden' } }
  }
  await page.viewport(1280, 900)
  mockServer({
    ...moderator,
    'GET /api/reports': () => listOf([hidden('a', 'open', 'none'), hidden('b', 'actioned', 'hidden')], 1),
    'GET /api/care/rota': () => json({ on_call: [], staff: [], on_duty: [], sees_alerts: false, may_change: false }),
  })
  const { screen } = await renderPage(<Tab />, '/admin/reports')
  await expect.element(screen.getByText('Dana F. · Hidden until reviewed')).toBeVisible()
  await expect.element(screen.getByText('Dana F. · Hidden from others')).toBeVisible()
  await screen.getByRole('button', { name: 'Words of b' }).click()
  const panel = screen.getByRole('region', { name: 'Report 2 of 2' })
  await expect.poll(() => panel.element().textContent).toMatch(/· Hidden(?! until)/)
})
