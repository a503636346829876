import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Report } from '../../../contract/reports.ts'
import {
  hannah,
  json,
  keeping,
  makeReport as report,
  storeToken,
  problem,
  renderPage,
  mockServer,
  signedInAs,
} from '../../test.tsx'
import { AdminOnly } from '../../features/identity/sessions/AdminOnly.tsx'
import Care from './CarePage.tsx'
import Desk from './ReportsPage.tsx'

const at = (place: ReactNode) => <AdminOnly who="care">{place}</AdminOnly>
const as = (role: 'care' | 'moderator') => signedInAs({ ...hannah, role })

const desk = {
  'GET /api/care/cases': () => json({ items: [], closed: [] }),
  'GET /api/care/rota': () => json({ on_call: [], staff: [], sees_alerts: true, may_change: true }),
  'GET /api/appeals': () => json([]),
  'GET /api/prayers/held': () => json({ items: [], page: 0, pageSize: 100, has_more: false }),
}
const reports = (items: Report[]) => () =>
  json({ items, page: 0, limit: 20, total: items.length, counts: { open: items.length, in_review: 0 } })

const press = () => new MouseEvent('click', { bubbles: true })

beforeEach(storeToken)

/** Opens the reports, which are `items` unless `answers` says otherwise, as a moderator. */
async function open(items: Report[], answers: Parameters<typeof mockServer>[0] = {}, search = '?tab=reports') {
  mockServer({ ...as('moderator'), ...desk, 'GET /api/reports': reports(items), ...answers })
  return (await renderPage(at(<Desk />), `/admin/reports${search}`)).screen
}

describe('reports', () => {
  it('are decided with a reason, and what was typed stays when that fails; then it can be taken back', async () => {
    const sent: unknown[] = []
    let fails = true
    const screen = await open([report()], {
      'PUT /api/reports/r1': keeping(sent, () =>
        fails
          ? problem(409, 'reports.claimed')
          : json(report({ status: 'actioned', decision: 'hidden', decision_id: 'd1' })),
      ),
      'POST /api/decisions/undo': keeping(sent, () => json({ ids: ['d1'] })),
    })
    await screen.getByRole('button', { name: 'Some people should be ashamed.' }).click()
    await screen.getByRole('radio', { name: 'Hide' }).click()
    await screen.getByLabelText('Message to the author').selectOptions('Respect for others')
    await screen.getByRole('button', { name: 'Give a reason first' }).click()
    await expect.element(screen.getByText('Please give a reason.')).toBeVisible()
    expect(sent).toEqual([])
    const why = screen.getByLabelText('Your reason')
    await why.fill('It is unkind.')
    await screen.getByRole('button', { name: 'Save decision', exact: true }).click()
    await expect.element(screen.getByText('That didn’t work.')).toBeVisible()
    await expect.element(why).toHaveValue('It is unkind.')
    fails = false
    await screen.getByRole('button', { name: 'Save decision', exact: true }).click()
    expect(sent.at(-1)).toEqual({ decision: 'hidden', decision_reason: 'It is unkind.', template: 'respect' })
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => sent.at(-1)).toEqual({ ids: ['d1'] })
  })

  it('that a colleague has decided meanwhile are selected no more, stay open and give back what was written', async () => {
    let items = [report(), report({ id: 'r3', reported: null })]
    const screen = await open(items, {
      'GET /api/reports': () => reports(items)(),
      'GET /api/reports/r1': () => json(report({ status: 'dismissed' })),
      'PUT /api/reports/r1': () => {
        items = items.slice(1)
        return problem(409, 'reports.decided')
      },
    })
    await screen.getByRole('button', { name: 'Some people should be ashamed.' }).click()
    screen.getByRole('checkbox', { name: 'Select all on this page' }).element().dispatchEvent(press())
    await expect.element(screen.getByText('2 selected')).toBeVisible()
    await screen.getByRole('radio', { name: 'Hide' }).click()
    await screen.getByLabelText('Your reason').fill('It is unkind.')
    await screen.getByRole('button', { name: 'Save decision', exact: true }).click()
    await expect.element(screen.getByText('Sentence of reports.decided')).toBeVisible()
    await expect.element(screen.getByText('1 selected')).toBeVisible()
    const left = screen.getByRole('region', { name: /^This isn’t waiting any more/ })
    await expect.element(left).toHaveFocus()
    await expect.element(left.getByText('It is unkind.')).toBeVisible()
    await left.getByRole('button', { name: 'Close' }).click()
    await screen.getByRole('button', { name: 'Close' }).click()
    await expect.element(screen.getByRole('radio', { name: 'All' })).toHaveFocus()
  })

  it('that are gone say so where a link leads to them', async () => {
    const gone = () => problem(404, 'reports.not_found')
    const screen = await open([report()], { 'GET /api/reports/r9': gone }, '?open=r9')
    await expect.element(screen.getByText('Sentence of reports.not_found')).toBeVisible()
  })

  it('about one thing are one case, which is decided as a whole', async () => {
    const sent: unknown[] = []
    const also = [{ id: 'r2', report_type: 'hate' as const, reason: 'It is cruel.', created_at: report().created_at }]
    const screen = await open([report({ also })], {
      'PUT /api/reports/r1': keeping(sent, () =>
        json(report({ status: 'actioned', decision: 'banned', decision_id: 'd1' })),
      ),
    })
    await screen.getByRole('button', { name: 'Some people should be ashamed.' }).click()
    await expect.element(screen.getByText('It is cruel.')).toBeVisible()
    await expect.element(screen.getByText('Your decision covers all 2 reports.')).toBeVisible()
    await screen.getByRole('radio', { name: 'Suspend account' }).click()
    await expect.element(screen.getByText(/sign them out right away, and they can’t sign in again/)).toBeVisible()
    await screen.getByLabelText('Your own words to the author (optional)').fill('You threatened people.')
    await screen.getByLabelText('Your reason').fill('Threats.')
    await screen.getByRole('button', { name: 'Save decision', exact: true }).click()
    await expect
      .poll(() => sent)
      .toEqual([{ also: ['r2'], decision: 'banned', decision_reason: 'Threats.', message: 'You threatened people.' }])
    await expect.element(screen.getByText(/Account suspended/)).toBeVisible()
  })

  it('of danger are never chosen together with others, and only who looks after people in danger decides', async () => {
    const danger = report({ id: 'r2', prayer_request_id: 'p2', report_type: 'danger_to_self' })
    const screen = await open([danger, report()])
    // A row lies above it without the styles of the table.
    const all = screen.getByRole('checkbox', { name: 'Select all on this page' })
    await expect.element(all).toBeVisible()
    all.element().dispatchEvent(press())
    await expect.element(screen.getByText('1 selected Reports of danger are left out.')).toBeVisible()
    await expect.element(screen.getByText('Danger: decide this one by itself')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Some people should be ashamed.' }).first().click()
    await expect
      .element(screen.getByRole('link', { name: 'Look after this person' }))
      .toHaveAttribute('href', '/admin/care/p2')
    await screen.unmount()
    const rota = () => json({ on_call: [], staff: [], sees_alerts: false, may_change: true })
    const other = await open([danger, report()], { 'GET /api/care/rota': rota }, '?tab=reports&open=r2')
    await expect.element(other.getByText('Only the care team decides about this.')).toBeVisible()
    expect(other.getByRole('button', { name: 'Save decision', exact: true }).query()).toBeNull()
  })

  it('about somebody who hid their name say that their account stays as it is', async () => {
    const reported = { ...report().reported, author: null, pseudonym: 'quiet-dove' } as Report['reported']
    const screen = await open([report({ reported })])
    await screen.getByRole('button', { name: 'Some people should be ashamed.' }).click()
    await screen.getByRole('radio', { name: 'Limit account' }).click()
    await expect.element(screen.getByText(/They hid their name/)).toBeVisible()
  })

  it('whose words are not shown say that the account is suspended, and not that nothing changes', async () => {
    const screen = await open([report({ reported: null })], {}, '?tab=reports&open=r1')
    // In the list and beside it: it is not decided.
    await expect.poll(() => screen.getByText('We no longer show its text.', { exact: true }).elements()).toHaveLength(2)
    await screen.getByRole('radio', { name: 'Suspend account' }).click()
    await expect.element(screen.getByText(/sign them out right away, and they can’t sign in again/)).toBeVisible()
    expect(screen.getByText(/They hid their name/).query()).toBeNull()
  })

  it('are not decided by others while somebody looks after them', async () => {
    const assigned_to = { id: 'somebody', display_name: 'Miriam K.' }
    const screen = await open([report({ status: 'in_review', assigned_to })])
    await screen.getByRole('button', { name: 'Some people should be ashamed.' }).click()
    await expect.element(screen.getByText('Miriam K. is looking after this.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save decision', exact: true }).query()).toBeNull()
  })

  it('stand beside the number of all that wait, of which the list shows the first', async () => {
    const screen = await open([], {
      'GET /api/desk/today': () =>
        json({
          danger: { waiting: 0, taken: [] },
          reports: null,
          held: { count: 300, oldest_at: null },
          appeals: { count: 120, oldest_at: null },
        }),
    })
    const places = screen.getByRole('navigation', { name: 'Review lists' })
    await expect.element(places.getByRole('link', { name: 'Waiting 300' })).toBeVisible()
    await expect.element(places.getByRole('link', { name: 'Appeals 120' })).toBeVisible()
  })

  it('are not shown to the care team, whose first place is danger', async () => {
    mockServer({ ...as('care'), ...desk })
    const { screen } = await renderPage(at(<Care />), '/admin/care?tab=reports')
    await expect.element(screen.getByText('No one seems to be in danger right now.')).toBeVisible()
    const places = screen.getByRole('navigation', { name: 'Review lists' }).getByRole('link')
    expect(places.elements().map((link) => link.textContent)).toEqual(['Possible danger', 'Appeals', 'On call'])
  })
})
