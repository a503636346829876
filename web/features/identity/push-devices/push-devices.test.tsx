import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushDevice } from '../../../../contract/push-devices.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { hannah, json, keeping, Leave, storeToken, mockServer, problem, renderPage, signedIn } from '../../../test.tsx'
import SyncPreferences from '../accounts/SyncPreferences.tsx'
import { endOffer, isRenewalDue, keepDevice } from './keptDevice.ts'
import { isOfferOpen } from './offer.ts'
import PushDevices from './PushDevices.tsx'
import { renew } from './renew.ts'

const LIST = 'GET /api/push/devices'
const ADD = 'POST /api/push/devices'
const PREFERENCES = `GET /api/users/${hannah.id}/preferences`
const public_key = `B${'A'.repeat(86)}`
const keys = { p256dh: `B${'C'.repeat(86)}`, auth: 'A'.repeat(22) }
const address = { endpoint: 'https://push.example.org/one', keys }
const device = (part: Partial<PushDevice>): PushDevice => ({
  id: 'd1',
  device: 'Firefox, Linux',
  is_current: false,
  is_discreet: false,
  is_failing: false,
  created_at: '2026-05-20T10:00:00.000Z',
  ...part,
})

/** How the browser of the test answers: what it allows, and whether it gets an address. */
function mockBrowser({ permission = 'default', answer = 'granted', subscribes = true } = {}) {
  const asked = vi.fn(() => {
    notification.permission = answer
    return Promise.resolve(answer)
  })
  const notification = { permission, requestPermission: asked }
  vi.stubGlobal('Notification', notification)
  const subscription = { toJSON: () => address, options: { applicationServerKey: null }, unsubscribe: vi.fn() }
  const pushManager = {
    getSubscription: () => Promise.resolve(null),
    subscribe: () => (subscribes ? Promise.resolve(subscription) : Promise.reject(new Error('no service'))),
  }
  const registration = { pushManager }
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue(
    registration as unknown as ServiceWorkerRegistration,
  )
  return { asked }
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Opens the devices of somebody whose browser and site answer so. */
async function open(
  answers: Parameters<typeof mockServer>[0] = {},
  browser: Parameters<typeof mockBrowser>[0] = {},
  items: PushDevice[] = [],
) {
  mockServer({ [LIST]: () => json({ public_key, items }), ...answers })
  const { asked } = mockBrowser(browser)
  const { screen } = await renderPage(<PushDevices user_id={hannah.id} />)
  return { screen, asked, button: screen.getByRole('switch', { name: 'On this device too' }) }
}

describe('messages on this device', () => {
  it('are switched on by a tap, and nobody is asked before', async () => {
    const sent: unknown[] = []
    const { screen, asked, button } = await open({
      [ADD]: keeping(sent, () => json(device({ is_current: true }))),
      [PREFERENCES]: () => json({ time_zone: 'UTC' }),
      'POST /api/push/devices/d1/test': () => json({ id: 'd1' }),
    })
    await expect.element(button).not.toBeChecked()
    expect(asked).not.toHaveBeenCalled()
    await button.click()
    await expect.element(button).toBeChecked()
    await expect.poll(() => sent).toEqual([address])
    await screen.getByRole('button', { name: 'Send a test' }).click()
    await expect.element(screen.getByText('We’ve sent one to this device.')).toBeVisible()
    await screen.getByRole('switch', { name: 'Keep it discreet' }).click()
    await expect.poll(() => sent).toEqual([address, { ...address, is_discreet: true }])
    expect(isRenewalDue(hannah.id)).toBe(false)
  })

  it('are renewed although the clock was ahead when they were switched on', () => {
    storeToken()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * DAY_MS })
    keepDevice(hannah.id, false)
    vi.useRealTimers()
    expect(isRenewalDue(hannah.id)).toBe(true)
  })

  it.each([
    [{ permission: 'denied' }, 'Your browser blocks our notifications.'],
    [{ answer: 'denied' }, 'Your browser blocks our notifications.'],
    [{ subscribes: false }, 'Your browser didn’t get through to its notification service.'],
  ])('say what keeps them off, once somebody taps the switch: %o', async (browser, sentence) => {
    const { screen, button } = await open({}, browser)
    await expect.element(button).toBeVisible()
    expect(screen.getByRole('alert').query()).toBeNull()
    await button.click()
    await expect.element(screen.getByRole('alert').getByText(sentence)).toBeVisible()
    await expect.element(button).not.toBeChecked()
  })

  it('stay off without a word when the question of the browser was closed', async () => {
    const { screen, asked, button } = await open({}, { answer: 'default' })
    await button.click()
    await expect.poll(() => asked).toHaveBeenCalledOnce()
    await expect.element(screen.getByText('A quiet notification, outside your quiet hours')).toBeVisible()
    expect(screen.getByRole('alert').query()).toBeNull()
  })

  it('lead to the home screen on an iPhone, in three steps', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
    const { PushManager } = window
    Reflect.deleteProperty(window, 'PushManager')
    const { screen, asked, button } = await open()
    await button.click()
    await expect.element(screen.getByText('First, add this site to your home screen.')).toBeVisible()
    expect(screen.getByRole('alert').getByRole('listitem').elements()).toHaveLength(3)
    expect(asked).not.toHaveBeenCalled()
    Object.assign(window, { PushManager })
  })

  it('say that the site refused, and that they do not get through', async () => {
    const answers = {
      'DELETE /api/push/devices/d1': () => problem(404, 'push_devices.not_found'),
      [ADD]: () => problem(409, 'push_devices.too_many'),
    }
    const items = [device({ is_current: true, is_failing: true })]
    const { screen, button } = await open(answers, { permission: 'granted' }, items)
    await expect.element(screen.getByText('Notifications aren’t getting through to this device.')).toBeVisible()
    await button.click()
    await expect.element(button).not.toBeChecked()
    await button.click()
    await expect.element(screen.getByRole('alert').getByText('Sentence of push_devices.too_many')).toBeVisible()
  })

  it('are taken from another device', async () => {
    const end = vi.fn(() => json({ id: 'd2' }))
    const items = [device({ id: 'd2', device: 'Safari, iPhone' })]
    const { screen } = await open({ 'DELETE /api/push/devices/d2': end }, {}, items)
    await screen.getByRole('button', { name: 'Remove Safari, iPhone' }).click()
    await expect.poll(() => screen.getByText('Your other devices').query()).toBeNull()
    expect(end).toHaveBeenCalledOnce()
  })
})

it('stay discreet when their browser says anew that it takes them, though the site has forgotten it', async () => {
  const sent: unknown[] = []
  mockServer({
    [LIST]: () => json({ public_key, items: [] }),
    [ADD]: keeping(sent, () => json(device({ is_current: true, is_discreet: true }))),
  })
  mockBrowser({ permission: 'granted' })
  keepDevice(hannah.id, true)
  for (let count = 0; count < 2; count += 1) await renew(hannah.id)
  expect(sent).toEqual(Array.from({ length: 2 }, () => ({ ...address, is_discreet: true })))
})

/** What the browser of the test holds: an address, and a message that it shows. */
function mockShown() {
  const [close, unsubscribe] = [vi.fn(), vi.fn()]
  const registration = {
    pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) },
    getNotifications: () => Promise.resolve([{ close }]),
  }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(
    registration as unknown as ServiceWorkerRegistration,
  )
  return { close, unsubscribe }
}

it('end with signing out, also without a connection, and none stays on the screen', async () => {
  storeToken()
  mockServer({ ...signedIn, 'POST /api/auth/signout': () => Promise.reject(new TypeError('no connection')) })
  const { close, unsubscribe } = mockShown()
  const { screen } = await renderPage(<Leave />)
  await screen.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => close).toHaveBeenCalledOnce()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

it('end when somebody else signs in, where the session of their person has ended by itself', async () => {
  mockServer({})
  keepDevice('somebody else', false)
  const { unsubscribe } = mockShown()
  await renderPage(<SyncPreferences user={hannah} />)
  await expect.poll(() => unsubscribe).toHaveBeenCalledOnce()
})

it('are offered once, and only where the browser can be asked', () => {
  mockBrowser()
  expect(isOfferOpen()).toBe(true)
  mockBrowser({ permission: 'granted' })
  expect(isOfferOpen()).toBe(false)
  mockBrowser({ permission: 'denied' })
  expect(isOfferOpen()).toBe(false)
  mockBrowser()
  endOffer()
  expect(isOfferOpen()).toBe(false)
})
