import { afterEach, beforeEach, expect, it } from 'vitest'
import { json, makeToken, peter, problem, renderPage, mockServer, signedInAs } from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import { Brand } from '../../../layout/Brand.tsx'
import { updateSite } from '../../../site.tsx'
import Settings from './Settings.tsx'
import { type Setting, changedOf, sameValue } from './draft.ts'

const make = (name: string, value: Setting['value'], choices: Setting['value'][] = [], needs_confirmation = false) => ({
  name,
  value,
  default_value: value,
  choices,
  needs_confirmation,
  in_environment: false,
})
const settings: Setting[] = [
  make('site_name', ''),
  make('sign_up_mode', 'open', ['open', 'invite', 'approval'], true),
  make('shows_pray_counts', true, [false, true]),
  make('session_days', 14, [1, 7, 14, 30, 90]),
  make('event_hours', 0, [0, 2, 4, 8, 24], true),
]

beforeEach(() => localStorage.setItem(TOKEN_KEY, makeToken(600)))
afterEach(() => localStorage.clear())

function site(write: (name: string, value: unknown) => Response | undefined = () => undefined, onConfirm = () => {}) {
  const written: [string, unknown][] = []
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/settings': () => json(settings),
    'POST /api/auth/confirm': () => {
      onConfirm()
      return json({ confirmed_until: '2026-05-20T12:05:00.000Z' })
    },
    'GET /api/themes': () => json([]),
    'GET /api/admin/helplines': () => json({ stale: 0, items: [] }),
    ...Object.fromEntries(
      settings.map((setting) => [
        `PUT /api/admin/settings/${setting.name}`,
        ({ body }: { body: unknown }) => {
          const { value } = body as { value: Setting['value'] }
          const refusal = write(setting.name, value)
          if (refusal) return refusal
          written.push([setting.name, value])
          return json({ ...setting, value })
        },
      ]),
    ),
  })
  return written
}

it('says what a choice does before it is saved, and saves what was changed', async () => {
  const written = site()
  const { screen } = await renderPage(<Settings />, '/admin/settings')
  await expect.element(screen.getByText('All changes saved.')).toBeVisible()
  await screen.getByRole('switch', { name: 'Show how many people prayed' }).click()
  await expect.element(screen.getByText(/Nobody sees how many people prayed/)).toBeVisible()
  await screen.getByLabelText('Sign out after').selectOptions('7')
  await expect.element(screen.getByText('2 unsaved changes.')).toBeVisible()
  expect(written).toEqual([])
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('2 settings saved')).toBeVisible()
  await expect.element(screen.getByText('All changes saved.')).toBeVisible()
  expect(written).toEqual([
    ['shows_pray_counts', false],
    ['session_days', 7],
  ])
})

it('lets an event begin for some hours', async () => {
  const written = site()
  const { screen } = await renderPage(<Settings />, '/admin/settings')
  const field = screen.getByLabelText('Event in one place')
  await expect.element(field).toHaveDisplayValue('No event')
  await field.selectOptions('For 4 hours')
  await expect.element(screen.getByText('Not saved yet. You’ll need your password.')).toBeVisible()
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('1 setting saved')).toBeVisible()
  expect(written).toEqual([['event_hours', 4]])
})

it('keeps what was typed when one cannot be saved, and saves the others', async () => {
  const written = site((name) => (name === 'site_name' ? problem(503, 'server.unavailable') : undefined))
  const { screen } = await renderPage(<Settings />, '/admin/settings')
  await screen.getByLabelText('Site name').fill('St. Mary prays')
  await screen.getByLabelText('Sign out after').selectOptions('30')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('Some changes weren’t saved.')).toBeVisible()
  await expect.element(screen.getByText('Sentence of server.unavailable')).toBeVisible()
  await expect.element(screen.getByLabelText('Site name')).toHaveValue('St. Mary prays')
  await expect.element(screen.getByText('1 unsaved change.')).toBeVisible()
  expect(written).toEqual([['session_days', 30]])
})

it('asks for the password where a setting decides who comes in', async () => {
  let confirmed = false
  const written = site(
    () => (confirmed ? undefined : problem(403, 'sessions.confirmation_needed')),
    () => (confirmed = true),
  )
  const { screen } = await renderPage(<Settings />, '/admin/settings')
  await screen.getByRole('radio', { name: /By invitation/ }).click()
  await expect.element(screen.getByText('Not saved yet. You’ll need your password.')).toBeVisible()
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await screen.getByRole('dialog').getByLabelText('Password').fill('the right one')
  await screen.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('All changes saved.')).toBeVisible()
  expect(written).toEqual([['sign_up_mode', 'invite']])
})

it('holds a link back while something is not saved', async () => {
  site()
  const { screen, router } = await renderPage(
    <>
      <a href="/groups">Elsewhere</a>
      <Settings />
    </>,
    '/admin/settings',
  )
  await screen.getByLabelText('Site name').fill('St. Mary prays')
  await screen.getByRole('link', { name: 'Elsewhere' }).click()
  await expect.element(screen.getByText('You have unsaved changes.')).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/settings')
  await screen.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(screen.getByLabelText('Site name')).toHaveValue('St. Mary prays')
})

it('counts as changed only what differs from what holds', () => {
  const [name, mode] = settings
  expect(changedOf(settings, { site_name: '', sign_up_mode: 'invite' })).toEqual([mode])
  expect(changedOf(settings, { site_name: 'A' })).toEqual([name])
  expect(sameValue(['a'], ['a'])).toBe(true)
  expect(sameValue(['a'], ['b'])).toBe(false)
})

it('shows the new name of the site in the header as soon as it is saved', async () => {
  site()
  const page = (
    <>
      <header>
        <Brand />
      </header>
      <Settings />
    </>
  )
  const { screen } = await renderPage(page, '/admin/settings')
  const header = screen.getByRole('banner')
  await expect.element(header).toHaveTextContent('Oremus')
  await screen.getByLabelText('Site name').fill('St. Mary prays')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(header).toHaveTextContent('St. Mary prays')
  updateSite({ site_name: 'Oremus' })
})
