import { expect, it, vi } from 'vitest'
import {
  hannah,
  json,
  keeping,
  makePrayer,
  storeToken,
  mockServer,
  problem,
  renderPage,
  signedIn,
  signedInAs,
} from '../../test.tsx'
import { keepFirstVisit } from '../../features/identity/sessions/firstVisit.ts'
import { NameStep } from './NameStep.tsx'
import { PrayStep } from './PrayStep.tsx'
import { ReachStep } from './ReachStep.tsx'
import Welcome from './welcome.tsx'

const makeStep = () => ({ position: 1, count: 3, onBack: undefined, onNext: vi.fn() })
const nameless = { ...hannah, display_name: 'A member' }
const OWN = 'PUT /api/auth/profile'
const PREFERENCES = `/api/users/${hannah.id}/preferences`
const preferences = {
  notify: { prayed: true, updates: true, groups: true, reminders: true, moderation: true },
  notices: { prayed: 'daily', updates: 'daily', groups: 'daily', reminders: 'at_once', moderation: 'at_once' },
  time_zone: null,
  mail_state: 'ready',
}
const LIST = 'GET /api/prayers'

it('marks a name that the server refuses, and keeps it', async () => {
  const errors = [{ path: 'display_name', code: 'unreadable', detail: 'x' }]
  mockServer({ ...signedIn, [OWN]: () => problem(400, 'request.invalid', { errors }) })
  const step = makeStep()
  const { screen } = await renderPage(<NameStep step={step} user={nameless} />)
  const name = screen.getByLabelText('Your name')
  await name.fill(`Miri${'\u0301'.repeat(31)}am`)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription(/The last sign in “Miri\u0301\u0301” can’t be saved/)
  await expect.element(name).toHaveValue(`Miri${'\u0301'.repeat(31)}am`)
  expect(step.onNext).not.toHaveBeenCalled()
})

it('says that a name could not be saved without a connection, and can be skipped', async () => {
  mockServer({ ...signedIn, [OWN]: () => Promise.reject(new TypeError('Failed to fetch')) })
  const step = makeStep()
  const { screen } = await renderPage(<NameStep step={step} user={nameless} />)
  await screen.getByLabelText('Your name').fill('Miriam')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('alert').getByText('Your changes weren’t saved.')).toBeVisible()
  await screen.getByRole('button', { name: 'Skip' }).click()
  expect(step.onNext).toHaveBeenCalledTimes(1)
})

it('saves the name for every part of the page, and nothing where none is given', async () => {
  storeToken()
  const sent = vi.fn(({ body }: { body: unknown }) => json({ ...nameless, ...(body as object) }))
  mockServer({ ...signedIn, [OWN]: sent })
  const step = makeStep()
  const { screen } = await renderPage(<NameStep step={step} user={nameless} />)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => step.onNext).toHaveBeenCalledTimes(1)
  expect(sent).not.toHaveBeenCalled()
  await screen.getByLabelText('Your name').fill('  Miriam ')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => step.onNext).toHaveBeenCalledTimes(2)
  expect(sent.mock.calls.map(([{ body }]) => body)).toEqual([{ display_name: 'Miriam' }])
})

it('saves how to be reached for what the question names, in the hours of this device', async () => {
  const sent: unknown[] = []
  mockServer({
    ...signedIn,
    [`GET ${PREFERENCES}`]: () => json(preferences),
    [`PUT ${PREFERENCES}`]: keeping(sent, () => json(preferences)),
  })
  const step = makeStep()
  const { screen } = await renderPage(<ReachStep step={step} user_id={hannah.id} />)
  await expect.element(screen.getByRole('radio', { name: 'Once a day' })).toBeChecked()
  expect(screen.getByText('Please confirm your email address.').query()).toBeNull()
  await screen.getByRole('radio', { name: 'Just here' }).click()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => step.onNext).toHaveBeenCalledTimes(1)
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(sent).toEqual([{ notices: { prayed: 'off', updates: 'off', groups: 'off' }, time_zone }])
})

it('promises no email before the address is confirmed, and says when choices cannot be loaded', async () => {
  mockServer({ ...signedIn, [`GET ${PREFERENCES}`]: () => json({ ...preferences, mail_state: 'unconfirmed' }) })
  const { screen } = await renderPage(<ReachStep step={makeStep()} user_id={hannah.id} />)
  await expect.element(screen.getByText('Please confirm your email address.')).toBeVisible()
  await screen.unmount()
  mockServer({ ...signedIn, [`GET ${PREFERENCES}`]: () => problem(403, 'request.forbidden') })
  const failed = await renderPage(<ReachStep step={makeStep()} user_id={hannah.id} />)
  await expect.element(failed.screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(failed.screen.getByRole('button', { name: 'Skip' })).toBeVisible()
})

it('offers nothing to pray for where nobody has asked, and leads on', async () => {
  mockServer({
    ...signedInAs({ ...nameless, role: 'admin' }),
    [LIST]: () => json({ items: [], page: 0, pageSize: 20, has_more: false, next_cursor: null }),
  })
  storeToken()
  const onDone = vi.fn()
  const { screen } = await renderPage(<PrayStep user={nameless} onDone={onDone} onLeave={vi.fn()} />)
  await expect.element(screen.getByRole('heading', { name: 'You’re in.' })).toBeVisible()
  await expect.element(screen.getByText('Nobody’s asked yet. What can we pray for?')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Share the first request' }))
    .toHaveAttribute('href', '/new-prayer')
  await expect.element(screen.getByRole('link', { name: 'Invite people' })).toBeVisible()
  await screen.getByRole('button', { name: 'Continue' }).click()
  expect(onDone).toHaveBeenCalledTimes(1)
})

it('counts one prayer however often one presses, and says when it was not counted', async () => {
  const { id } = makePrayer()
  const sent = vi
    .fn()
    .mockImplementationOnce(() => problem(503, 'server.unavailable'))
    .mockImplementation(() => json({ pray_count: 1, has_prayed: true }))
  const items = [makePrayer({ pray_count: 0 })]
  mockServer({
    ...signedIn,
    [LIST]: () => json({ items, page: 0, pageSize: 20, has_more: false, next_cursor: null }),
    [`POST /api/prayers/${id}/pray`]: sent,
  })
  const { screen } = await renderPage(<PrayStep user={hannah} onDone={vi.fn()} onLeave={vi.fn()} />)
  await expect.element(screen.getByRole('heading', { name: 'You’re in, Hannah.', exact: true })).toHaveFocus()
  await screen.getByRole('button', { name: 'Pray' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByRole('button', { name: 'Pray' }).dblClick()
  await expect.element(screen.getByRole('button', { name: 'You prayed', pressed: true })).toBeVisible()
  await expect.element(screen.getByText('No one has prayed for this yet')).toBeVisible()
  expect(sent).toHaveBeenCalledTimes(2)
})

it('asks about emails wherever the site sends any, whatever else it cannot learn now', async () => {
  storeToken()
  keepFirstVisit({ to: '/', user_id: hannah.id, display_name: hannah.display_name })
  mockServer({
    ...signedIn,
    'GET /api/auth/signup': () => problem(503, 'server.unavailable'),
    [`GET ${PREFERENCES}`]: () => json(preferences),
    [LIST]: () => json({ items: [makePrayer()], page: 0, pageSize: 20, has_more: false, next_cursor: null }),
  })
  const { screen } = await renderPage(<Welcome loaderData={null} />, '/welcome?step=3', { sends_mail: true })
  await expect.element(screen.getByText('3 of 3')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Skip' })).toBeVisible()
})
