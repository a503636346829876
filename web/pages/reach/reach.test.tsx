import { expect, it } from 'vitest'
import type { Preferences } from '../../../contract/preferences.ts'
import { hannah, json, keeping, makeToken, mockServer, problem, renderPage, signedIn, storeToken } from '../../test.tsx'
import { call } from '../../api.ts'
import { DAY_MS } from '../../../contract/time.values.ts'
import { TOKEN_KEY } from '../../token.ts'
import { Reach } from './Reach.tsx'

const READ = `GET /api/users/${hannah.id}/preferences`
const WRITE = `PUT /api/users/${hannah.id}/preferences`
const kept: Preferences = {
  theme_preference: null,
  preferred_language: null,
  appearance: null,
  text_size: null,
  shows_pray_counts: true,
  takes_lines: true,
  translation_consent: null,
  speech_consent: null,
  is_discreet: false,
  notify: { prayed: true, updates: true, groups: false, reminders: true, moderation: true },
  notices: { prayed: 'at_once', updates: 'daily', groups: 'daily', reminders: 'at_once', moderation: 'at_once' },
  notice_hour: 7,
  time_zone: 'Asia/Kathmandu',
  site_time_zone: 'UTC',
  quiet_from: 22,
  quiet_to: 7,
  paused_until: null,
  mail_state: 'ready',
}

/** Opens the page of somebody who has `chosen` this. */
async function open(answers: Parameters<typeof mockServer>[0] = {}, chosen: Partial<Preferences> = {}) {
  mockServer({
    'GET /api/push/devices': () => json({ public_key: 'B', items: [] }),
    [READ]: () => json({ ...kept, ...chosen }),
    ...answers,
  })
  return (await renderPage(<Reach user={{ ...hannah, role: 'member' }} />)).screen
}

it('shows what was chosen, and saves each choice at once', async () => {
  const sent: unknown[] = []
  let now = kept
  const screen = await open({
    [READ]: () => json(now),
    [WRITE]: ({ body }) => {
      sent.push(body)
      const { notices, notify, ...change } = body as Partial<Preferences>
      now = { ...now, ...change, notices: { ...now.notices, ...notices }, notify: { ...now.notify, ...notify } }
      return json(now)
    },
  })
  const updates = screen.getByRole('combobox', { name: 'Updates and answers' })
  await expect.element(updates).toHaveValue('daily')
  // An earlier version had a switch for this.
  const groups = screen.getByRole('combobox', { name: 'My groups' })
  await expect.element(groups).toHaveValue('none')
  // Whoever does no moderation is asked nothing about it.
  expect(screen.getByRole('combobox', { name: /Moderators/ }).query()).toBeNull()
  await updates.selectOptions('Once a week')
  await updates.selectOptions('Not at all')
  await groups.selectOptions('Once a day')
  await screen.getByText('When', { exact: true }).click()
  await screen.getByRole('combobox', { name: 'Time of daily and weekly emails' }).selectOptions('09:00')
  await screen.getByRole('combobox', { name: 'No emails from' }).selectOptions('No quiet hours')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await screen.getByRole('button', { name: `Use ${timeZone.replaceAll('_', ' ')}` }).click()
  await expect.poll(() => sent).toHaveLength(6)
  expect(sent).toEqual([
    { notices: { updates: 'weekly' } },
    { notify: { updates: false } },
    { notices: { groups: 'daily' }, notify: { groups: true } },
    { notice_hour: 9 },
    { quiet_from: null },
    { time_zone: timeZone },
  ])
  await expect.element(updates).toHaveValue('none')
  await expect.element(groups).toHaveValue('daily')
})

it('takes an hour for that of the device, as long as no time zone was chosen', async () => {
  const sent: unknown[] = []
  const screen = await open(
    { [WRITE]: keeping(sent, (body) => json({ ...kept, ...(body as object) })) },
    { time_zone: null, site_time_zone: 'Europe/Dublin' },
  )
  await screen.getByText('When', { exact: true }).click()
  await expect.element(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Dublin')
  await screen.getByRole('combobox', { name: 'Time of daily and weekly emails' }).selectOptions('09:00')
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  await expect.poll(() => sent).toEqual([{ notice_hour: 9, time_zone }])
})

it('keeps the choice that was made after one that could not be saved', async () => {
  const first = Promise.withResolvers<Response>()
  const sent: unknown[] = []
  const screen = await open({
    [WRITE]: ({ body }) => (sent.push(body) === 1 ? first.promise : json(kept)),
  })
  const updates = screen.getByRole('combobox', { name: 'Updates and answers' })
  const groups = screen.getByRole('combobox', { name: 'My groups' })
  await updates.selectOptions('Just here')
  await groups.selectOptions('Once a week')
  await expect.poll(() => sent).toHaveLength(1)
  first.resolve(problem(503, 'server.unavailable'))
  await expect.element(screen.getByRole('alert').getByText(/We couldn’t save that/)).toBeVisible()
  await expect.element(updates).toHaveValue('daily')
  await expect.element(groups).toHaveValue('weekly')
})

it('sends the last choice last, however slow the line', async () => {
  const first = Promise.withResolvers<Response>()
  const sent: unknown[] = []
  const screen = await open({
    [WRITE]: ({ body }) => (sent.push(body) === 1 ? first.promise : json(kept)),
  })
  const updates = screen.getByRole('combobox', { name: 'Updates and answers' })
  await updates.selectOptions('Once a week')
  await updates.selectOptions('Not at all')
  await expect.element(updates).toHaveValue('none')
  // A second call would have been sent before this one.
  await call('categories.list', {})
  expect(sent).toEqual([{ notices: { updates: 'weekly' } }])
  first.resolve(json(kept))
  await expect.poll(() => sent).toEqual([{ notices: { updates: 'weekly' } }, { notify: { updates: false } }])
  await expect.element(updates).toHaveValue('none')
})

it('sends nothing that waited, and says nothing of what failed, to who has signed in meanwhile', async () => {
  storeToken()
  const first = Promise.withResolvers<Response>()
  const sent: unknown[] = []
  const screen = await open({
    ...signedIn,
    [WRITE]: ({ body }) => (sent.push(body) === 1 ? first.promise : json(kept)),
  })
  const updates = screen.getByRole('combobox', { name: 'Updates and answers' })
  await updates.selectOptions('Once a week')
  await updates.selectOptions('Not at all')
  await expect.element(updates).toHaveValue('none')
  localStorage.setItem(TOKEN_KEY, makeToken(600, 'ruth'))
  first.resolve(problem(503, 'server.unavailable'))
  // What waited would come before it.
  await screen.getByRole('combobox', { name: 'My groups' }).selectOptions('Once a week')
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent).not.toContainEqual({ notify: { updates: false } })
  await expect.element(screen.getByText(/We couldn’t save that/)).not.toBeInTheDocument()
})

it('offers what there is where the site sends no email', async () => {
  const screen = await open({}, { mail_state: 'no_server' })
  await expect.element(screen.getByText('This site doesn’t send emails.')).toBeVisible()
  const updates = screen.getByRole('combobox', { name: 'Updates and answers' })
  await expect.element(updates).toHaveValue('at_once')
  expect([...updates.element().querySelectorAll('option')].map(({ value }) => value)).toEqual([
    'at_once',
    'off',
    'none',
  ])
})

it('pauses for a day at first, then for a week or until a day, and ends it', async () => {
  const sent: Partial<Preferences>[] = []
  let now = kept
  const screen = await open({
    [READ]: () => json(now),
    [WRITE]: ({ body }) => {
      sent.push(body as Partial<Preferences>)
      return json((now = { ...now, ...(body as object) }))
    },
  })
  const pause = screen.getByRole('switch', { name: 'Pause everything' })
  await expect.element(pause).not.toBeChecked()
  await pause.click()
  await expect.element(pause).toBeChecked()
  await expect.element(screen.getByText(/^Until \w+day/)).toBeVisible()
  await screen.getByRole('button', { name: 'For a week' }).click()
  await pause.click()
  await expect.element(pause).not.toBeChecked()
  await expect.poll(() => sent).toHaveLength(3)
  const [day = '', week = '', none] = sent.map(({ paused_until }) => paused_until)
  const days = Math.round((Date.parse(week ?? '') - Date.parse(day ?? '')) / DAY_MS)
  expect([days, none]).toEqual([6, null])
})

it('makes a private link for the calendar, shows it once, and withdraws it', async () => {
  let created_at: string | null = null
  const screen = await open({
    'GET /api/calendar': () => json({ created_at }),
    'POST /api/calendar': () =>
      json({ created_at: (created_at = '2026-05-20T10:00:00.000Z'), path: '/api/calendar/a.ics' }),
    'DELETE /api/calendar': () => json({ created_at: (created_at = null) }),
  })
  await screen.getByText('In my calendar').click()
  await screen.getByRole('button', { name: 'Make a link' }).click()
  await expect
    .element(screen.getByRole('textbox', { name: /Copy it now/ }))
    .toHaveValue(`${location.origin}/api/calendar/a.ics`)
  await screen.getByRole('button', { name: 'Withdraw the link' }).click()
  await expect.element(screen.getByRole('button', { name: 'Make a link' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: /Copy it now/ }).query()).toBeNull()
})

it('says that the calendar could not be read, and asks again', async () => {
  let isDown = true
  const screen = await open({
    'GET /api/calendar': () => (isDown ? problem(403, 'request.forbidden') : json({ created_at: null })),
  })
  await screen.getByText('In my calendar').click()
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  isDown = false
  await again.click()
  await expect.element(screen.getByRole('button', { name: 'Make a link' })).toBeVisible()
})

it('keeps the focus in the date while its day is typed', async () => {
  const paused_until = new Date(Date.now() + DAY_MS).toISOString()
  let now: Preferences = { ...kept, paused_until }
  const screen = await open({
    [READ]: () => json(now),
    [WRITE]: ({ body }) => {
      now = { ...now, ...(body as Partial<Preferences>) }
      return json(now)
    },
  })
  const field = screen.getByLabelText('Until a date')
  await expect.element(field).toBeVisible()
  const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
  await field.fill(day)
  await expect.poll(() => now.paused_until).not.toBe(paused_until)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue(day)
})

it('says until when all is paused, also by the clock of a zone whose name the device does not know', async () => {
  const paused_until = '2199-01-01T12:00:00.000Z'
  const screen = await open({}, { time_zone: 'America/Unheard_Of', paused_until })
  await expect.element(screen.getByText(/^Until .*\b1\b/)).toBeVisible()
})

it('says that what was paused has come back', async () => {
  const screen = await open({}, { paused_until: '2020-01-01T00:00:00.000Z' })
  await expect.element(screen.getByRole('switch', { name: 'Pause everything' })).not.toBeChecked()
})

it('says that the address must be confirmed', async () => {
  const screen = await open({}, { mail_state: 'unconfirmed' })
  await expect.element(screen.getByText('Please confirm your email address.')).toBeVisible()
})

it('says that emails came back, and tries the address again', async () => {
  const sent: unknown[] = []
  let now: Preferences = { ...kept, mail_state: 'paused' }
  const screen = await open({
    [READ]: () => json(now),
    [WRITE]: keeping(sent, () => json((now = kept))),
  })
  await expect.element(screen.getByText(/hannah@example.org/)).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => sent).toEqual([{ mail_paused: false }])
  await expect.poll(() => screen.getByText('Our emails to you came back.').query()).toBeNull()
})
