import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Reminder } from '../../../../contract/prayer-lists.ts'
import { json, keeping, makePrayer, storeToken, problem, renderPage, mockServer, signedIn } from '../../../test.tsx'
import { Reminders } from './Reminders.tsx'
import RemindDialog from './RemindDialog.tsx'

const prayer = makePrayer()
const about = { prayer_request_id: prayer.id }
const LIST = 'GET /api/reminders'
const SAVE = 'POST /api/reminders'
const reminder: Reminder = {
  id: 'b4a3c9de-5a66-4c1f-9e3e-0d6a35a5f0aa',
  prayer_request_id: prayer.id,
  prayer_list_id: null,
  remind_at: new Date(2100, 0, 5, 19, 30).toISOString(),
  repeats: 'weekly',
  time_zone: null,
  weekdays: null,
  is_paused: false,
}

beforeEach(storeToken)

/** Opens the dialog; no reminder is there yet, unless the server answers so. */
const open = async (answers: Parameters<typeof mockServer>[0] = {}, onClose = () => {}) => {
  mockServer({ ...signedIn, [LIST]: () => json([]), ...answers })
  return (await renderPage(<RemindDialog about={about} onClose={onClose} />)).screen
}

describe('a reminder', () => {
  it('is saved for the days and the hour that the reader names, where they are, and says it back', async () => {
    const closed = vi.fn()
    const sent: Reminder[] = []
    const screen = await open({ [SAVE]: keeping(sent, () => json(reminder)) }, closed)
    await screen.getByRole('button', { name: 'Other days' }).click()
    await screen.getByRole('button', { name: 'Tuesday' }).click()
    await screen.getByRole('button', { name: 'Friday' }).click()
    await screen.getByLabelText('Time').fill('19:30')
    await screen.getByRole('button', { name: 'Remind me every Tuesday and Friday at 19:30' }).click()
    await expect.poll(() => closed).toHaveBeenCalled()
    expect(sent[0]).toMatchObject({
      prayer_request_id: prayer.id,
      repeats: 'weekly',
      weekdays: '25',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    const at = new Date(sent[0]?.remind_at ?? '')
    expect([[2, 5].includes(at.getDay()), at.getHours(), at.getMinutes()]).toEqual([true, 19, 30])
    expect(at.getTime()).toBeGreaterThan(Date.now())
  })

  it('says every day of the hours between morning and evening, and changes the hour with the part of the day', async () => {
    const screen = await open()
    const evening = screen.getByRole('button', { name: 'Every evening', exact: true })
    await evening.click()
    await expect.element(screen.getByLabelText('Time')).toHaveValue('19:00')
    await screen.getByLabelText('Time').fill('14:15')
    await expect
      .element(screen.getByRole('button', { name: 'Every day', exact: true }))
      .toHaveAttribute('aria-pressed', 'true')
    await expect.element(screen.getByRole('button', { name: 'Remind me every day at 14:15' })).toBeVisible()
    await screen.getByRole('button', { name: 'Weekdays', exact: true }).click()
    await expect.element(screen.getByRole('button', { name: 'Remind me on weekdays at 14:15' })).toBeVisible()
    await screen.getByRole('button', { name: 'Every morning', exact: true }).click()
    await expect.element(screen.getByRole('button', { name: 'Remind me every morning at 07:00' })).toBeVisible()
  })

  it('takes no other choice while it is sent, which would look as if it had been saved', async () => {
    const saved = Promise.withResolvers<Response>()
    const closed = vi.fn()
    const screen = await open({ [SAVE]: () => saved.promise }, closed)
    const save = screen.getByRole('button', { name: 'Remind me every morning at 07:00' })
    await save.click()
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
    await screen.getByRole('button', { name: 'Weekdays', exact: true }).click()
    await expect.element(save).toBeVisible()
    saved.resolve(json(reminder))
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })

  it('without a day is not sent', async () => {
    const saved = vi.fn(() => json(reminder))
    const screen = await open({ [SAVE]: saved })
    await screen.getByRole('button', { name: 'Other days' }).click()
    await screen.getByRole('button', { name: 'Save reminder' }).click()
    await expect.element(screen.getByText('Choose at least one day.')).toBeVisible()
    expect(saved).not.toHaveBeenCalled()
  })

  it('comes every morning at seven when nothing else is chosen', async () => {
    const sent: Reminder[] = []
    const screen = await open({ [SAVE]: keeping(sent, () => json(reminder)) })
    await expect.element(screen.getByLabelText('Day')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Remind me every morning at 07:00' }).click()
    await expect.poll(() => sent).toHaveLength(1)
    const at = new Date(sent[0]?.remind_at ?? '')
    expect([sent[0]?.repeats, at.getHours(), at.getMinutes()]).toEqual(['daily', 7, 0])
    expect(at.getTime()).toBeGreaterThan(Date.now())
    expect(at.getTime()).toBeLessThan(Date.now() + 25 * 3_600_000)
  })

  it.each([
    ['2020-01-05', 'Choose a time in the future.'],
    ['', 'Choose a day and a time.'],
  ])('for the day "%s" is not sent', async (day, sentence) => {
    const saved = vi.fn(() => json(reminder))
    const screen = await open({ [SAVE]: saved })
    await screen.getByRole('button', { name: 'Once' }).click()
    await screen.getByLabelText('Day').fill(day)
    await screen.getByRole('button', { name: /Remind me on|Save reminder/ }).click()
    await expect.element(screen.getByText(sentence)).toBeVisible()
    expect(saved).not.toHaveBeenCalled()
  })

  it('keeps what was chosen when it could not be saved', async () => {
    const screen = await open({ [SAVE]: () => problem(409, 'prayer_lists.too_many_reminders') })
    await screen.getByRole('button', { name: 'Once' }).click()
    await screen.getByLabelText('Day').fill('2100-01-05')
    await screen.getByRole('button', { name: /Remind me on Tuesday\D* 5 January 2100 at/ }).click()
    await expect.element(screen.getByText(/Sentence of prayer_lists.too_many_reminders/)).toBeVisible()
    await expect.element(screen.getByLabelText('Day')).toHaveValue('2100-01-05')
  })

  it('that is there is shown, and can be ended', async () => {
    const closed = vi.fn()
    const ended = vi.fn(() => json({ id: reminder.id }))
    const answers = { [LIST]: () => json([reminder]), [`DELETE /api/reminders/${reminder.id}`]: ended }
    const screen = await open(answers, closed)
    await expect.element(screen.getByRole('button', { name: 'Tuesday' })).toHaveAttribute('aria-pressed', 'true')
    await expect.element(screen.getByLabelText('Time')).toHaveValue('19:30')
    await screen.getByRole('button', { name: 'Delete reminder' }).click()
    await expect.poll(() => closed).toHaveBeenCalled()
    expect(ended).toHaveBeenCalledTimes(1)
  })
})

it('offers its news on this device once it is saved, and never again', async () => {
  vi.stubGlobal('Notification', { permission: 'default' })
  const answers = {
    [SAVE]: () => json(reminder),
    'GET /api/push/devices': () => json({ public_key: '', items: [] }),
  }
  const save = { name: 'Remind me every morning at 07:00' }
  const closed = vi.fn()
  const screen = await open(answers, closed)
  await screen.getByRole('button', save).click()
  await expect.element(screen.getByText('Reminders on this device?')).toBeVisible()
  // The button that was pressed is gone, and the dialog alone is in reach.
  expect(screen.getByRole('dialog').element().contains(document.activeElement)).toBe(true)
  expect(closed).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'No, thanks' }).click()
  await expect.poll(() => closed).toHaveBeenCalledOnce()
  const again = await open(answers, closed)
  await again.getByRole('button', save).click()
  await expect.poll(() => closed).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
})

it('does not take reminders that could not be loaded for none', async () => {
  let isDown = true
  mockServer({
    ...signedIn,
    [LIST]: () => (isDown ? problem(403, 'request.forbidden') : json([reminder])),
    [`GET /api/prayers/${prayer.id}`]: () => json({ ...prayer, updates: [], offers_help: false, in_summary: false }),
  })
  const { screen } = await renderPage(<Reminders lists={[]} />)
  await expect.element(screen.getByText('We couldn’t load this.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('link', { name: prayer.content })).toBeVisible()
})
