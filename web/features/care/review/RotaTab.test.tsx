import { beforeEach, expect, it } from 'vitest'
import {
  Again,
  json,
  keeping,
  losesAnswer,
  storeToken,
  mockServer,
  peter,
  renderPage,
  signedInAs,
} from '../../../test.tsx'
import { AlarmCard } from './AlarmCard.tsx'
import { RotaTab } from './RotaTab.tsx'
import { withStaffMessages } from '../moderations/StaffMessages.tsx'

const [ines, miriam] = ['Ines F.', 'Miriam K.'].map((display_name, index) => ({ id: `p${index}`, display_name }))
const makeRota = (on_call: unknown) =>
  json({ on_call, staff: [ines, miriam], time_zone: 'UTC', sees_alerts: true, may_change: true })

/** Opens the plan, which is what `read` returns. `sent`: what was saved. */
async function open(read: () => unknown) {
  const sent: unknown[] = []
  mockServer({
    ...signedInAs(peter),
    'GET /api/care/alarms': () => json({ reach: 'reachable' }),
    'GET /api/care/rota': () => makeRota(read()),
    'PUT /api/care/rota': keeping(sent, (body) => makeRota((body as { on_call: unknown }).on_call)),
  })
  const Page = withStaffMessages(RotaTab)
  const { screen } = await renderPage(
    <>
      <Page />
      <Again />
    </>,
    '/admin/care',
  )
  return { screen, sent }
}

beforeEach(storeToken)

it('changes who is told first, and on which days', async () => {
  const { screen, sent } = await open(() => [{ ...ines, weekdays: [1] }])
  await screen.getByLabelText('Choose').selectOptions('Miriam K.')
  // With the keys a list goes through the others on its way.
  await expect.element(screen.getByRole('group', { name: 'Days for Miriam K.' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Add someone' }).click()
  for (const name of ['Tuesday', 'Monday'])
    await screen.getByRole('group', { name: 'Days for Miriam K.' }).getByRole('button', { name }).click()
  await screen.getByRole('button', { name: 'Remove Ines F.' }).click()
  const save = screen.getByRole('button', { name: 'Save plan' })
  await expect.element(save).toHaveFocus()
  await save.click()
  const plan = [{ id: 'p1', weekdays: [1, 2] }]
  await expect.poll(() => sent).toEqual([{ on_call: plan, was: [{ id: 'p0', weekdays: [1] }] }])
})

it('shows a plan that somebody else has saved meanwhile, and leaves what was changed here', async () => {
  let on_call = [{ ...ines, weekdays: [1] }]
  const { screen } = await open(() => on_call)
  const again = screen.getByRole('button', { name: 'Again' })
  await expect.element(screen.getByRole('group', { name: 'Days for Ines F.' })).toBeVisible()
  on_call = [{ ...miriam, weekdays: [] }]
  await again.click()
  const days = screen.getByRole('group', { name: 'Days for Miriam K.' })
  await expect.element(days).toBeVisible()
  await expect.element(screen.getByRole('group', { name: 'Days for Ines F.' })).not.toBeInTheDocument()
  await days.getByRole('button', { name: 'Tuesday' }).click()
  on_call = []
  await again.click()
  await expect.element(days.getByRole('button', { name: 'Tuesday', pressed: true })).toBeVisible()
})

it('starts one drill, which calls people, when the answer was lost', async () => {
  const drill = losesAnswer(() => json({ id: 'd1' }))
  const state = { waiting: 0, oldest_at: null, ring: [], may_drill: true, reach: 'reachable', last_drill: null }
  mockServer({
    ...signedInAs(peter),
    'GET /api/care/alarms': () => json(state),
    'POST /api/care/alarms/drill': drill.handler,
  })
  const Page = withStaffMessages(AlarmCard)
  const { screen } = await renderPage(<Page oldest={undefined} />, '/admin/care')
  const start = screen.getByRole('button', { name: 'Start a drill' })
  await start.click()
  await expect.element(screen.getByText(/You seem to be offline/)).toBeVisible()
  await start.click()
  await expect.element(screen.getByText('Drill started')).toBeVisible()
  drill.expectOneKey()
})

it('says nothing of emails where an alarm reaches devices alone', async () => {
  const last_drill = { started_at: '2026-05-20T11:00:00.000Z', told: [ines], answered_at: null, answered_by: null }
  const counts = { waiting: 0, oldest_at: null, ring: [], may_drill: true }
  mockServer({
    ...signedInAs(peter),
    'GET /api/care/alarms': () => json({ ...counts, reach: 'reachable', last_drill }),
  })
  const Page = withStaffMessages(AlarmCard)
  const { screen } = await renderPage(<Page oldest={undefined} />, '/admin/care')
  await expect.element(screen.getByText('An alarm would reach someone.')).toBeVisible()
  await expect.element(screen.getByText(/Sent to Ines F\./)).toBeVisible()
  await expect.element(screen.getByText(/email/i)).not.toBeInTheDocument()
})
