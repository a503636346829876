import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Helpline } from '../../contract/helplines.ts'
import type { AlertKind, Visibility } from '../../contract/prayers.ts'
import { json, makePrayer, storeToken, mockServer, problem, renderPage, signedIn } from '../test.tsx'
import HeldPrayerRoute from './held-prayer.tsx'

beforeEach(storeToken)
afterEach(() => onlineManager.setOnline(true))

/** Set once a moderator has removed the request. */
let isRemoved = false
beforeEach(() => {
  isRemoved = false
})

/** Opens the page of a request that is held for danger, as its author. */
async function open(
  visibility: Visibility,
  alarm: { is_told: boolean; is_read: boolean },
  alert: AlertKind = 'self_harm',
  { items = [], messages = [] }: { items?: Partial<Helpline>[]; messages?: object[] } = {},
) {
  const held = { publication: 'held', held_reason: 'crisis', alert } as const
  const prayer = makePrayer({ is_mine: true, visibility, ...held })
  mockServer({
    ...signedIn,
    'GET /api/decisions': () => json([]),
    'GET /api/helplines': () => json({ items }),
    [`GET /api/prayers/${prayer.id}`]: () =>
      isRemoved ? problem(404, 'prayers.not_found') : json({ ...prayer, updates: [] }),
    [`GET /api/prayers/${prayer.id}/alarm`]: () => json(alarm),
    [`GET /api/prayers/${prayer.id}/case`]: () => json({ is_open: false, messages }),
  })
  const route = { params: { id: prayer.id } } as Parameters<typeof HeldPrayerRoute>[0]
  const { screen } = await renderPage(<HeldPrayerRoute {...route} />, `/prayers/${prayer.id}/held?country=JP`)
  return screen
}

const WILL_READ = /our care team will read it first/
const NOBODY = /we haven’t told anyone/
const TOLD = 'The care team has been told.'
const message = { id: '1', by: { id: '2', display_name: 'Ines' }, content: 'How are you?', read_at: null }
const talk = [{ ...message, created_at: '2026-05-20T10:00:00.000Z' }]

it('says to the author of a private request that nobody was told, unless somebody was', async () => {
  const alone = await open('private', { is_told: false, is_read: false })
  await expect.element(alone.getByText(NOBODY)).toBeVisible()
  await alone.unmount()
  const screen = await open('private', { is_told: true, is_read: false })
  await expect.element(screen.getByText(TOLD)).toBeVisible()
  expect(screen.getByText(NOBODY).query()).toBeNull()
})

it('says that the care team will read a request only until they have', async () => {
  const waiting = await open('members', { is_told: true, is_read: false })
  await expect.element(waiting.getByText(TOLD)).toBeVisible()
  await expect.element(waiting.getByText(WILL_READ)).toBeVisible()
  await waiting.unmount()
  const read = await open('members', { is_told: true, is_read: true })
  await expect.element(read.getByText('Only you and the care team can read this.')).toBeVisible()
  await expect.element(read.getByText(TOLD)).toBeVisible()
  expect(read.getByText(WILL_READ).query()).toBeNull()
  await read.unmount()
  const written = await open('members', { is_told: true, is_read: false }, 'self_harm', { messages: talk })
  await expect.element(written.getByText('How are you?')).toBeVisible()
  await expect.element(written.getByText(TOLD)).toBeVisible()
  expect(written.getByText(WILL_READ).query()).toBeNull()
})

it.each([
  ['unsafe_home', '110'],
  ['self_harm', '119'],
] as const)(
  'where ambulance and police have two numbers, names for %s the one that comes: %s',
  async (alert, number) => {
    const line = { country: 'JP', keyword: null, url: null, hours: '24/7', languages: ['ja'] }
    const items = [
      { ...line, kind: 'emergency' as const, name: '119', number: '119' },
      { ...line, kind: 'police' as const, name: '警察', number: '110' },
    ]
    const screen = await open('members', { is_told: true, is_read: false }, alert, { items })
    await expect
      .element(screen.getByRole('link', { name: new RegExp(`Call ${number} if`) }))
      .toHaveAttribute('href', `tel:${number}`)
    // Who is not safe at home reads of the police on either page.
    await expect.element(screen.getByRole('link', { name: /110/ })).toBeVisible()
  },
)

it('offers first, of two lines that fit alike, the one that answers at night', async () => {
  const line = { country: 'JP', kind: 'home' as const, keyword: null, url: null, languages: ['ja'] }
  const items = [
    { ...line, name: 'DV相談ナビ', number: '#8008', hours: null },
    { ...line, name: 'DV相談プラス', number: '0120-279-889', hours: '24/7' },
  ]
  const screen = await open('members', { is_told: true, is_read: false }, 'unsafe_home', { items })
  await expect.element(screen.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:0120279889')
  await expect.element(screen.getByRole('link', { name: '#8008' })).toBeVisible()
})

it('says that it waits for the connection, and opens once it is back', async () => {
  onlineManager.setOnline(false)
  const screen = await open('members', { is_told: true, is_read: false })
  await expect.element(screen.getByText('You’re offline.')).toBeVisible()
  onlineManager.setOnline(true)
  await expect.element(screen.getByText(TOLD)).toBeVisible()
})

it('leaves its author in the talk with the care team when a moderator removes it', async () => {
  const screen = await open('members', { is_told: true, is_read: true }, 'self_harm', { messages: talk })
  const reply = screen.getByRole('textbox')
  await reply.fill('I am at my sister’s.')
  isRemoved = true
  // They come back to the page.
  dispatchEvent(new Event('visibilitychange'))
  await expect.element(reply).toHaveValue('I am at my sister’s.')
  await reply.fill('')
  await expect.element(screen.getByRole('link', { name: 'Go to Home' })).toBeVisible()
  await expect.element(screen.getByText('How are you?')).toBeVisible()
  await expect.element(reply).toBeVisible()
})
