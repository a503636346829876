import { beforeEach, expect, it } from 'vitest'
import type { DeskToday } from '../../../../contract/desk.ts'
import type { Role } from '../../../../contract/users.ts'
import { json, storeToken, mockServer, peter, renderPage, signedInAs } from '../../../test.tsx'
import Today from './Today.tsx'

const nothing = { count: 0, oldest_at: null }
const today: DeskToday = {
  danger: { waiting: 1, oldest_at: '2026-05-20T11:00:00.000Z', is_yours: false, cases: [], taken: [], look_again: [] },
  cleared: null,
  quiet_alerts: null,
  more_quiet_alerts: 0,
  reports: null,
  held: null,
  appeals: nothing,
  joining: null,
  sorting: null,
  drafts: null,
  opening: null,
  has_people: true,
  done_today: 0,
  midnight: '2026-05-20T00:00:00.000Z',
  health: null,
}
const ines = { id: '0198c0de-0000-7000-8000-0000000000c1', display_name: 'Inés C.' }
const number = { ...ines, number: '+44 20 7946 0018' }

beforeEach(storeToken)

it.each<[string, Role, object[], object[], RegExp, string, string]>([
  ['named', 'admin', [ines], [], /On call now: Inés C\./, 'Reach Inés C.', `/admin/users/${ines.id}`],
  ['named', 'moderator', [ines], [], /On call now: Inés C\./, 'See who’s on call', '/admin/care?tab=on_call'],
  ['named, with a number', 'admin', [ines], [number], /Inés C\. \+44/, 'Ring Inés C.', 'tel:+442079460018'],
  ['missing', 'admin', [], [], /No one is on call/, 'Put someone on call', '/admin/care?tab=on_call'],
  ['missing', 'moderator', [], [], /No one is on call/, 'See who’s on call', '/admin/care?tab=on_call'],
])(
  'while somebody may be in danger, who is on call is %s: %s',
  async (_, role, on_duty, ring, words, label, address) => {
    mockServer({
      ...signedInAs({ ...peter, role }),
      'GET /api/desk/today': () => json(today),
      'GET /api/care/alarms': () => json({ ring }),
      'GET /api/care/rota': () =>
        json({ on_call: [], on_duty, time_zone: 'UTC', staff: [ines], sees_alerts: false, may_change: true }),
    })
    const { screen } = await renderPage(<Today />, '/admin')
    const row = screen.getByRole('listitem').filter({ hasText: 'may be in danger' })
    await expect.element(row.getByText(words)).toBeVisible()
    const act = row.getByRole('link')
    await expect.element(act).toHaveTextContent(label)
    await expect.element(act).toHaveAttribute('href', address)
  },
)

it('says to the care team that nobody has taken a person on, of each and of those beyond the list, until one does', async () => {
  const since = '2026-05-20T11:00:00.000Z'
  const cases = [{ id: ines.id, is_reported: false, since, told_at: null }]
  let danger: DeskToday['danger'] = { ...today.danger, waiting: 2, is_yours: true, cases }
  mockServer({
    ...signedInAs({ ...peter, role: 'care' }),
    'GET /api/desk/today': () => json({ ...today, danger }),
    [`POST /api/care/cases/${ines.id}/take`]: () => {
      danger = { ...danger, cases: [], taken: [{ id: ines.id, since, waits_for_answer: false, is_offered: false }] }
      return json({})
    },
    'GET /api/care/alarms': () => json({ ring: [] }),
  })
  const { screen } = await renderPage(<Today />, '/admin')
  const rows = screen.getByRole('listitem').filter({ hasText: 'may be in danger' })
  await expect.element(rows.nth(0).getByText(/Nobody has taken it on yet\. Nobody has been told yet\./)).toBeVisible()
  await expect.element(rows.nth(1).getByText('Nobody has taken it on yet.')).toBeVisible()
  await rows
    .nth(0)
    .getByRole('button', { name: /^Take it on/ })
    .click()
  await expect.element(screen.getByText('You’ve taken it on. Others can see that.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /^Go on/ })).toBeVisible()
})

it('says how many more wait than the texts that are perhaps about danger and stand there', async () => {
  const quiet_alerts = [{ id: 'p1', text_id: 'p1', excerpt: 'I am so tired.', since: '2026-05-20T11:00:00.000Z' }]
  mockServer({
    ...signedInAs({ ...peter, role: 'care' }),
    'GET /api/desk/today': () =>
      json({ ...today, danger: { ...today.danger, waiting: 0 }, quiet_alerts, more_quiet_alerts: 7 }),
    'GET /api/care/alarms': () => json({ ring: [] }),
  })
  const { screen } = await renderPage(<Today />, '/admin')
  await expect.element(screen.getByText('I am so tired.')).toBeVisible()
  await expect.element(screen.getByText('7 more can wait till you’ve a quiet moment.')).toBeVisible()
})

it('names the kinds of reports side by side, each as it is called', async () => {
  const others = { count: 2, oldest_at: '2026-05-20T11:00:00.000Z', types: ['harassment' as const, 'hate' as const] }
  mockServer({
    ...signedInAs(peter),
    'GET /api/desk/today': () =>
      json({ ...today, danger: { ...today.danger, waiting: 0 }, reports: { urgent: [], others } }),
    'GET /api/care/alarms': () => json({ ring: [] }),
  })
  const { screen } = await renderPage(<Today />, '/admin')
  await expect.element(screen.getByText(/^Harassment · Hate\. /)).toBeVisible()
})
