import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import {
  json,
  keeping,
  makeSetting,
  storeToken,
  peter,
  problem,
  renderPage,
  mockServer,
  signedInAs,
} from '../../../test.tsx'
import { updateSite } from '../../../site.tsx'
import { useLocation } from 'react-router'
import { AddressForm } from './AddressForm.tsx'
import Settings from './Settings.tsx'
import { SettingsForm, settingsQuery } from './SettingsForm.tsx'
import type { Setting } from './draft.ts'

const settings: Setting[] = [
  makeSetting('site_name'),
  makeSetting('sign_up_mode', 'open', { choices: ['open', 'invite', 'approval'], needs_confirmation: true }),
  makeSetting('default_language', 'en', { choices: ['en', 'de'] }),
  makeSetting('shows_pray_counts', true, { choices: [false, true] }),
  makeSetting('session_days', 14, { choices: [1, 7, 14, 30, 90] }),
  makeSetting('event_hours', 0, { choices: [0, 2, 4, 8, 24], needs_confirmation: true }),
]
const refused = {
  name: 'mail',
  outcome: 'refused',
  is_well: false,
  detail: { error: 'wrong password' },
  ms: 4,
  checked_at: '2026-05-20T11:00:00.000Z',
  succeeded_at: null,
}
const checks = [
  refused,
  { ...refused, name: 'disk', outcome: 'enough', is_well: true, detail: { free: 52_000_000_000 } },
  { ...refused, name: 'backup', outcome: null, checked_at: null },
]
const mailbox = { host: 'smtp.gmail.com', port: 465, username: 'pray@example.org', from: 'pray@example.org' }
const mail = { source: 'site', server: mailbox, waiting: 3 }
const health = {
  worst: { fault: 'mail', count: 1, at: '2026-05-20T11:00:00.000Z' },
  others: 0,
  is_checked: true,
  checks: 12,
  checked_at: '2026-05-20T11:00:00.000Z',
}

/** The page as its address opens it. */
function Page() {
  const id = useLocation().pathname.split('/')[3]
  return <Settings {...(id !== undefined && { id })} />
}

beforeEach(storeToken)

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
    'GET /api/admin/helplines': () => json({ stale: 2, items: [] }),
    'GET /api/admin/mail-server': () => json(mail),
    'DELETE /api/admin/mail-server': () => json({ source: 'none', server: null, waiting: 0 }),
    'GET /api/admin/checks': () => json(checks),
    'GET /api/admin/backups': () =>
      json({
        is_daily: true,
        engine: 'sqlite',
        keep: 14,
        has_command: false,
        place: null,
        is_being_made: false,
        items: [],
      }),
    'GET /api/admin/server': () => json({ engine: 'sqlite', engine_version: '3.50', database_bytes: 42_000_000 }),
    'GET /api/care/rota': () =>
      json({ on_call: [], on_duty: [], staff: [], time_zone: 'UTC', sees_alerts: true, may_change: true }),
    'GET /api/care/alarms': () => json({ reach: 'reachable' }),
    'GET /api/desk/today': () => json({ danger: { waiting: 0, taken: [] }, reports: null, health }),
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

it('says of each part how it is, and leads to the worst', async () => {
  site()
  const { screen, router } = await renderPage(<Page />, '/admin/settings')
  const part = (name: string) => screen.getByRole('region', { name, exact: true })
  await expect.element(part('Joining').getByText('Anyone who finds the site can create an account.')).toBeVisible()
  await expect.element(part('Care').getByText('2 helplines need checking.')).toBeVisible()
  await expect.element(part('Email').getByText(/from pray@example\.org/)).toBeVisible()
  await expect.element(part('Email').getByText(/wrong password.*3 emails are waiting/)).toBeVisible()
  await expect.element(part('Address').getByText(/opens on this machine only/)).toBeVisible()
  await expect.element(part('Languages').getByText(/^English first/)).toBeVisible()
  await expect.element(part('Backups').getByText('Hasn’t run yet.')).toBeVisible()
  await expect.element(part('Storage').getByText(/42 MB/)).toBeVisible()
  await expect.element(part('Storage').getByText(/52 GB free/)).toBeVisible()
  await expect.element(screen.getByRole('alert').getByText(/Everything else works/)).toBeVisible()
  await screen.getByRole('alert').getByRole('link').click()
  expect(router.state.location.pathname).toBe('/admin/settings/mail')
  await expect.element(part('Email')).toHaveFocus()
  await expect.element(part('Email').getByLabelText('Email address')).toHaveValue('pray@example.org')
  await expect.element(screen.getByRole('link', { name: /12 checks, version/ })).toHaveAttribute('href', '/admin/check')
})

it('opens a part in place, says what a choice does, and saves that part alone', async () => {
  const written = site()
  const { screen, router } = await renderPage(<Page />, '/admin/settings')
  await screen.getByRole('link', { name: 'Change Community' }).click()
  expect(router.state.location.pathname).toBe('/admin/settings/community')
  await screen.getByRole('switch', { name: 'Show how many people prayed' }).click()
  await expect.element(screen.getByText(/Nobody sees how many people prayed/)).toBeVisible()
  await screen.getByLabelText('Site name').fill('St. Mary prays')
  await expect.element(screen.getByLabelText('Sign out after')).not.toBeInTheDocument()
  expect(written).toEqual([])
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('2 settings saved')).toBeVisible()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/settings')
  await expect.element(screen.getByRole('link', { name: 'Change Community' })).toHaveFocus()
  await expect
    .poll(() => written)
    .toEqual([
      ['site_name', 'St. Mary prays'],
      ['shows_pray_counts', false],
    ])
  updateSite({ site_name: 'Oremus' })
})

it('lets an event begin for some hours', async () => {
  const written = site()
  const { screen } = await renderPage(<Page />, '/admin/settings/joining')
  const field = screen.getByLabelText('Event in one place')
  await expect.element(field).toHaveDisplayValue('No event')
  await field.selectOptions('For 4 hours')
  await expect.element(screen.getByText('Not saved yet. You’ll need your password.')).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('1 setting saved')).toBeVisible()
  await expect.poll(() => written).toEqual([['event_hours', 4]])
})

it('keeps what was typed when one cannot be saved, and saves the others', async () => {
  const written = site((name) => (name === 'site_name' ? problem(503, 'server.unavailable') : undefined))
  const { screen, router } = await renderPage(<Page />, '/admin/settings/community')
  await screen.getByLabelText('Site name').fill('St. Mary prays')
  await screen.getByRole('switch', { name: 'Show how many people prayed' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Some changes weren’t saved.')).toBeVisible()
  await expect.element(screen.getByText('Sentence of server.unavailable')).toBeVisible()
  await expect.element(screen.getByLabelText('Site name')).toHaveValue('St. Mary prays')
  expect(router.state.location.pathname).toBe('/admin/settings/community')
  // The refused one says so while the others are saved.
  await expect.poll(() => written).toEqual([['shows_pray_counts', false]])
})

it('keeps what was typed when the session ends meanwhile, until it is saved', async () => {
  const written = site()
  const first = await renderPage(<Page />, '/admin/settings/community')
  await first.screen.getByLabelText('Site name').fill('St. Mary prays')
  await first.screen.unmount()
  const { screen } = await renderPage(<Page />, '/admin/settings/community')
  await expect.element(screen.getByLabelText('Site name')).toHaveValue('St. Mary prays')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => written).toEqual([['site_name', 'St. Mary prays']])
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  updateSite({ site_name: 'Oremus' })
})

it('asks for the password where a setting decides who comes in', async () => {
  let confirmed = false
  const written = site(
    () => (confirmed ? undefined : problem(403, 'sessions.confirmation_needed')),
    () => (confirmed = true),
  )
  const { screen } = await renderPage(<Page />, '/admin/settings/joining')
  await screen.getByRole('radio', { name: /By invitation/ }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await screen.getByRole('dialog').getByLabelText('Password').fill('the right one')
  await screen.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('1 setting saved')).toBeVisible()
  await expect.poll(() => written).toEqual([['sign_up_mode', 'invite']])
})

it.each([
  ['a setting', 'community', 'Site name', 'St. Mary prays'],
  ['the mailbox', 'mail', 'Email address', 'mary@example.org'],
])(
  'holds a link to another part back while %s is not saved, and leaves it as it was on a press',
  async (_, room, label, typed) => {
    site()
    const { screen, router } = await renderPage(<Page />, `/admin/settings/${room}`)
    await screen.getByLabelText(label).fill(typed)
    await screen.getByRole('link', { name: 'Change Languages' }).click()
    await expect.element(screen.getByText('You have unsaved changes.')).toBeVisible()
    expect(document.activeElement?.textContent).toContain('You have unsaved changes.')
    expect(router.state.location.pathname).toBe(`/admin/settings/${room}`)
    await screen.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(screen.getByRole('link', { name: 'Change Languages' })).toHaveFocus()
    await expect.element(screen.getByLabelText(label)).toHaveValue(typed)
    await screen.getByRole('button', { name: 'Leave it as it was' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/admin/settings')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  },
)

it('offers nothing to change where the environment says how emails leave', async () => {
  site()
  const kept = mail.source
  mail.source = 'environment'
  const { screen } = await renderPage(<Page />, '/admin/settings/mail')
  await expect.element(screen.getByText('Set up by whoever runs the server. It can’t be changed here.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Send test email' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Change Email' })).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Email address')).not.toBeInTheDocument()
  mail.source = kept
})

it('suggests to ask for confirmed addresses while emails leave, and no longer', async () => {
  site()
  settings.push(makeSetting('require_verified_email', false, { choices: [false, true], needs_confirmation: true }))
  onTestFinished(() => void settings.pop())
  const { screen, router } = await renderPage(<Page />, '/admin/settings/mail')
  const suggestion = screen.getByRole('link', { name: 'Require a confirmed address' })
  await suggestion.click()
  expect(router.state.location.pathname).toBe('/admin/settings/joining')
  await expect.element(screen.getByRole('switch', { name: 'Require a confirmed address' })).not.toBeChecked()
  await screen.getByRole('link', { name: 'Change Email' }).click()
  await screen.getByRole('button', { name: 'Stop using this mailbox' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Stop using this mailbox' }).click()
  await expect.element(screen.getByText('Not set up. No messages go out.')).toBeVisible()
  await expect.element(suggestion).not.toBeInTheDocument()
})

it('stops using the mailbox once that is confirmed', async () => {
  site()
  const { screen } = await renderPage(<Page />, '/admin/settings/mail')
  await screen.getByRole('button', { name: 'Stop using this mailbox' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Stop using this mailbox' }).click()
  await expect.element(screen.getByText('Not set up. No messages go out.')).toBeVisible()
})

const renderAddress = () =>
  renderPage(
    <AddressForm
      setting={makeSetting('site_address', 'https://pray.example.org')}
      confirm={(act) => act()}
      onDone={() => {}}
      leave={null}
    />,
  )

it('says how an address is written when what was typed is none, and goes back to it', async () => {
  mockServer({
    'POST /api/admin/settings/site_address/try': () =>
      problem(400, 'request.invalid', { fields: [{ path: 'address', code: 'wrong', detail: '' }] }),
  })
  const { screen } = await renderAddress()
  const field = screen.getByLabelText('Address')
  await field.fill('pray .example')
  await screen.getByRole('button', { name: 'Yes, that’s our address' }).click()
  await expect.element(field).toHaveAccessibleDescription(/only the address, like pray\.example\.org/)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('pray .example')
  await expect.element(screen.getByText(/marked fields/)).not.toBeInTheDocument()
})

it('complains of nothing when the password for a new address is not given', async () => {
  let tries = 0
  mockServer({
    'POST /api/admin/settings/site_address/try': () =>
      json({ address: 'https://pray.example.org', reach: 'reached', secure_address: null }),
    'PUT /api/admin/settings/site_address': () => {
      tries += 1
      return problem(403, 'sessions.confirmation_needed')
    },
  })
  const { screen } = await renderAddress()
  const save = screen.getByRole('button', { name: 'Yes, that’s our address' })
  await save.click()
  await expect.poll(() => tries).toBe(1)
  await expect.element(save).not.toHaveAttribute('aria-busy')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

it('saves an address over none that somebody else has saved since, and shows theirs', async () => {
  const sent: unknown[] = []
  let inForce = 'https://pray.example.org'
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/settings': () => json([makeSetting('site_address', inForce)]),
    'POST /api/admin/settings/site_address/try': ({ body }) =>
      json({ ...(body as object), reach: 'reached', secure_address: null }),
    'PUT /api/admin/settings/site_address': keeping(sent, () => {
      inForce = 'https://theirs.example.org'
      return sent.length === 1
        ? problem(409, 'content.changed')
        : json(makeSetting('site_address', 'https://mine.example.org'))
    }),
  })
  function Current() {
    const [setting] = useQuery(settingsQuery).data ?? []
    return setting ? <AddressForm setting={setting} confirm={(act) => act()} onDone={() => {}} leave={null} /> : null
  }
  const { screen } = await renderPage(<Current />)
  const field = screen.getByLabelText('Address')
  await field.fill('https://mine.example.org')
  await screen.getByRole('button', { name: 'Yes, that’s our address' }).click()
  await expect.element(screen.getByText('Someone else has saved: https://theirs.example.org')).toBeVisible()
  await expect.element(field).toHaveValue('https://mine.example.org')
  await screen.getByRole('button', { name: 'Yes, that’s our address' }).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent).toEqual([
    { value: 'https://mine.example.org', was: 'https://pray.example.org' },
    { value: 'https://mine.example.org', was: 'https://theirs.example.org' },
  ])
})

it('saves who is on call over no plan that somebody else has saved since, and shows theirs', async () => {
  let plan = ['p1']
  const sent: unknown[] = []
  const staff = [
    { id: 'p1', display_name: 'Ines' },
    { id: 'p2', display_name: 'Ruth' },
  ]
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/settings': () => json([makeSetting('care_on_call', plan)]),
    'GET /api/care/rota': () =>
      json({ on_call: [], on_duty: [], staff, time_zone: 'UTC', sees_alerts: true, may_change: true }),
    'PUT /api/admin/settings/care_on_call': ({ body }) => {
      sent.push(body)
      plan = ['p2 1']
      return problem(409, 'holds.rota_changed')
    },
  })
  const { screen } = await renderPage(<SettingsForm names={['care_on_call']} onDone={() => {}} />, '/admin/settings')
  const person = (name: string) => screen.getByRole('checkbox', { name })
  // Not alone: the others of the team are told when nobody takes the case on.
  await expect.element(screen.getByText(/^We tell this person first\./)).toBeVisible()
  await person('Ruth').click()
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByText('Sentence of holds.rota_changed')).toBeVisible()
  await expect.element(person('Ines')).not.toBeChecked()
  await expect.element(person('Ruth')).toBeChecked()
  expect(sent).toEqual([{ value: ['p1', 'p2'], was: ['p1'] }])
})

it('takes no words while those before are sent, which would go with the answer', async () => {
  const answer = Promise.withResolvers<Response>()
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/settings': () => json([makeSetting('site_name')]),
    'PUT /api/admin/settings/site_name': () => answer.promise,
  })
  const { screen } = await renderPage(<SettingsForm names={['site_name']} onDone={() => {}} />, '/admin/settings')
  const name = screen.getByLabelText('Site name')
  await name.fill('St. Mary')
  const save = screen.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await name.fill('St. Mary prays')
  await expect.element(name).toHaveValue('St. Mary')
  answer.resolve(problem(503, 'server.unavailable'))
  await expect.element(save).not.toHaveAttribute('aria-disabled')
  await name.fill('St. Mary prays')
  await expect.element(name).toHaveValue('St. Mary prays')
})
