import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, keeping, mockServer, problem, renderPage } from '../test.tsx'
import MailLinkRoute from './mail-link.tsx'

afterEach(() => (location.hash = ''))

describe('a link in an email', () => {
  beforeEach(() => (location.hash = '#the-token'))

  it.each([
    [
      '/stop-emails',
      'POST /api/mail/stop/the-token',
      'Stop emails',
      'We’ve stopped these emails',
      'No more emails about: Updates and answers and My groups.',
    ],
    ['/i-prayed', 'POST /api/mail/prayed', 'I prayed', 'Thank you for praying', 'We’ve counted your prayer.'],
    [
      '/summary-by-email',
      'POST /api/mail/summaries/yes',
      'Yes, send it to me',
      'You’ll get the summary',
      'It comes from the group Choir. Each email has a link that stops it.',
    ],
    [
      '/stop-summary',
      'POST /api/mail/summaries/stop/the-token',
      'Stop summary',
      'We’ve stopped the summary',
      'You won’t get it any more.',
    ],
  ])('acts by a press, not by opening the page, and says what it did', async (path, call, press, heading, text) => {
    let sent = 0
    mockServer({
      [call]: () => {
        sent += 1
        return json({ group_name: 'Choir', stopped: ['updates', 'groups'] })
      },
    })
    const { screen } = await renderPage(<MailLinkRoute />, path)
    const button = screen.getByRole('button', { name: press })
    await expect.element(button).toBeVisible()
    expect(sent).toBe(0)
    await button.click()
    await expect.element(screen.getByRole('heading', { name: heading })).toHaveFocus()
    await expect.element(screen.getByText(text)).toBeVisible()
    expect(sent).toBe(1)
  })

  it('asks for a press again when another is opened in its place', async () => {
    mockServer({ 'POST /api/mail/prayed': () => json({ has_prayed: true }) })
    const { screen } = await renderPage(<MailLinkRoute />, '/i-prayed')
    await screen.getByRole('button', { name: 'I prayed' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Thank you for praying' })).toBeVisible()
    location.hash = '#another-token'
    await expect.element(screen.getByRole('button', { name: 'I prayed' })).toBeVisible()
  })
})

describe('the link of an alarm', () => {
  beforeEach(() => (location.hash = '#the-token'))

  it.each([
    [{ is_drill: false, is_yours: true }, 'You’ve taken this on'],
    [{ is_drill: true, is_yours: true }, 'That was a drill'],
    [{ is_drill: false, is_yours: false }, 'It’s taken care of'],
  ])('acts by a press, not by opening the page, and says what became of it: %o', async (answer, heading) => {
    const sent: unknown[] = []
    mockServer({
      'POST /api/mail/alarm': keeping(sent, () => json(answer)),
    })
    const { screen } = await renderPage(<MailLinkRoute />, '/on-it')
    const button = screen.getByRole('button', { name: 'I’m on it' })
    await expect.element(button).toBeVisible()
    expect(sent).toEqual([])
    await button.click()
    await expect.element(screen.getByRole('heading', { name: heading })).toHaveFocus()
    expect(sent).toEqual([{ token: 'the-token' }])
    await expect.element(screen.getByRole('link', { name: 'Open Review' })).toBeVisible()
  })

  it('says when the link does not work anymore, and when nothing can be reached, and can be pressed again', async () => {
    mockServer({ 'POST /api/mail/alarm': () => problem(404, 'alarms.dead_link') })
    const { screen } = await renderPage(<MailLinkRoute />, '/on-it')
    const button = screen.getByRole('button', { name: 'I’m on it' })
    await button.click()
    await expect.element(screen.getByRole('alert').getByText(/That didn’t work/)).toBeVisible()
    mockServer({ 'POST /api/mail/alarm': () => Promise.reject(new TypeError('offline')) })
    await button.click()
    await expect.element(screen.getByRole('alert').getByText(/Check your connection/)).toBeVisible()
    await expect.element(button).toBeEnabled()
  })
})

it('a link of which a part is missing has no button', async () => {
  location.hash = ''
  const { screen } = await renderPage(<MailLinkRoute />, '/stop-emails')
  await expect.element(screen.getByText('Part of this link is missing')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Stop emails' }).query()).toBeNull()
})
