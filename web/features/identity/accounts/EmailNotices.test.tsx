import { expect, it, vi } from 'vitest'
import type { Preferences } from '../../../../contract/preferences.ts'
import { hannah, json, mockServer, problem, renderPage } from '../../../test.tsx'
import { EmailNotices } from './EmailNotices.tsx'

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
const page = <EmailNotices user_id={hannah.id} email={hannah.email} />

it('shows what was chosen, and saves each choice at once', async () => {
  const sent: unknown[] = []
  let now = kept
  mockServer({
    [READ]: () => json(now),
    [WRITE]: ({ body }) => {
      sent.push(body)
      const { notices, ...change } = body as Partial<Preferences>
      now = { ...now, ...change, notices: { ...now.notices, ...notices } }
      return json(now)
    },
  })
  const { screen } = await renderPage(page)
  const updates = screen.getByRole('combobox', { name: 'Requests I follow' })
  await expect.element(updates).toHaveValue('daily')
  // What is switched off above is not mailed either.
  expect(screen.getByRole('combobox', { name: 'My groups' }).query()).toBeNull()
  await updates.selectOptions('Once a week')
  await screen.getByRole('combobox', { name: 'Time of daily and weekly emails' }).selectOptions('09:00')
  await screen.getByRole('combobox', { name: 'No emails from' }).selectOptions('No quiet hours')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await screen.getByRole('button', { name: `Use ${timeZone.replaceAll('_', ' ')}` }).click()
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { notices: { updates: 'weekly' } },
      { notice_hour: 9 },
      { quiet_from: null },
      { time_zone: timeZone },
    ]),
  )
  await expect.element(updates).toHaveValue('weekly')
})

it('takes an hour for that of the device, as long as no time zone was chosen', async () => {
  const sent: unknown[] = []
  mockServer({
    [READ]: () => json({ ...kept, time_zone: null, site_time_zone: 'Europe/Dublin' }),
    [WRITE]: ({ body }) => {
      sent.push(body)
      return json({ ...kept, ...(body as object) })
    },
  })
  const { screen } = await renderPage(page)
  await expect.element(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Dublin')
  await screen.getByRole('combobox', { name: 'Time of daily and weekly emails' }).selectOptions('09:00')
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  await vi.waitFor(() => expect(sent).toEqual([{ notice_hour: 9, time_zone }]))
})

it('goes back to what it was when saving fails', async () => {
  mockServer({ [READ]: () => json(kept), [WRITE]: () => problem(503, 'server.unavailable') })
  const { screen } = await renderPage(page)
  const updates = screen.getByRole('combobox', { name: 'Requests I follow' })
  await updates.selectOptions('Just here')
  await expect.element(screen.getByRole('alert').getByText(/We couldn’t save that/)).toBeVisible()
  await expect.element(updates).toHaveValue('daily')
})

it('says the truth where the site sends no email, and asks nothing', async () => {
  mockServer({ [READ]: () => json({ ...kept, mail_state: 'no_server' }) })
  const { screen } = await renderPage(page)
  await expect.element(screen.getByText('This site doesn’t send emails')).toBeVisible()
  expect(screen.getByRole('combobox').query()).toBeNull()
})

it('says that the address must be confirmed', async () => {
  mockServer({ [READ]: () => json({ ...kept, mail_state: 'unconfirmed' }) })
  const { screen } = await renderPage(page)
  await expect.element(screen.getByText('Please confirm your email address')).toBeVisible()
})

it('says that emails came back, and tries the address again', async () => {
  const sent: unknown[] = []
  let now: Preferences = { ...kept, mail_state: 'paused' }
  mockServer({
    [READ]: () => json(now),
    [WRITE]: ({ body }) => {
      sent.push(body)
      return json((now = kept))
    },
  })
  const { screen } = await renderPage(page)
  await expect.element(screen.getByText(/hannah@example.org/)).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(sent).toEqual([{ mail_paused: false }]))
  await vi.waitFor(() => expect(screen.getByText('Our emails to you came back').query()).toBeNull())
})
