import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { ActiveNotification } from '../../../../contract/notifications.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'
import { json, storeToken, renderPage, mockServer, signedIn } from '../../../test.tsx'
import { Clock } from '../../../time.tsx'
import Banner from './Banner.tsx'
import { loadReadIds } from './readNotifications.ts'
import { ROTATE_INTERVAL_MS, REST_DELAY_MS } from './useRotation.ts'
import styles from './Banner.module.css'

const make = (n: number, part: Partial<ActiveNotification> = {}): ActiveNotification => ({
  id: `0198c0de-0000-7000-8000-00000000000${n}`,
  title: `Title ${n}`,
  content: `Words ${n}`,
  type: 'announcement',
  dismissible: true,
  auto_hide: false,
  auto_hide_delay: 5000,
  shown_until: null,
  ...part,
})
const three = [make(1), make(2, { type: 'info' }), make(3, { type: 'warning' })]

// Fakes only the timers of the banner: the browser's own work continues.
beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => vi.useRealTimers())

/** Resolves once React has painted its latest state. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Moves the pointer away: it may rest where an earlier test pressed. */
const leave = (region: Locator) =>
  region.element().dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body }))

// Reads the current text without waiting, because waiting would need the timers that are faked.
const textOf = async (region: Locator): Promise<string> => {
  await painted()
  return region.element().textContent ?? ''
}

const renderBanner = async (notifications: ActiveNotification[]) => {
  mockServer(signedIn)
  const { screen } = await renderPage(<Banner notifications={notifications} />)
  const region = screen.getByRole('region', { name: 'Notification' })
  await painted()
  leave(region)
  return { screen, region }
}

it('turns every 8 seconds, and rests 15 after the reader has turned it', async () => {
  const { screen, region } = await renderBanner(three)
  expect(await textOf(region)).toContain('Title 1')
  expect(await textOf(region)).toContain('1/3')
  await vi.advanceTimersByTimeAsync(ROTATE_INTERVAL_MS)
  expect(await textOf(region)).toContain('Title 2')
  await screen.getByRole('button', { name: 'Next' }).click()
  expect(await textOf(region)).toContain('Title 3')
  await screen.getByRole('button', { name: 'Next' }).click()
  expect(await textOf(region)).toContain('Title 1')
  // Moves focus and pointer away, because the banner does not hide while the reader attends to it.
  ;(document.activeElement as HTMLElement).blur()
  leave(region)
  await vi.advanceTimersByTimeAsync(ROTATE_INTERVAL_MS)
  expect(await textOf(region)).toContain('Title 1')
  await vi.advanceTimersByTimeAsync(REST_DELAY_MS - ROTATE_INTERVAL_MS)
  expect(await textOf(region)).toContain('Title 2')
})

it('stays while it is paused', async () => {
  const { screen, region } = await renderBanner(three)
  await screen.getByRole('button', { name: 'Pause' }).click()
  await vi.advanceTimersByTimeAsync(10 * ROTATE_INTERVAL_MS)
  expect(await textOf(region)).toContain('Title 1')
  expect(screen.getByRole('button', { name: 'Continue' }).elements()).toHaveLength(1)
})

it('goes back from the first to the last', async () => {
  const { screen, region } = await renderBanner(three)
  await screen.getByRole('button', { name: 'Previous' }).click()
  expect(await textOf(region)).toContain('Title 3')
  expect(await textOf(region)).toContain('3/3')
})

it('fades into a small bar when dismissed, remembers that it was read, and opens again', async () => {
  const { screen, region } = await renderBanner([make(1)])
  expect(screen.getByRole('button', { name: 'Next' }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await vi.advanceTimersByTimeAsync(0)
  await painted()
  expect(region.element().className).toContain(styles['leaving'])
  await vi.advanceTimersByTimeAsync(300)
  await painted()
  const bar = screen.getByRole('button', { name: 'Notification' })
  expect(bar.elements()).toHaveLength(1)
  expect(region.element().textContent).not.toContain('Words 1')
  expect(loadReadIds()).toEqual([make(1).id])
  await bar.click()
  expect(await textOf(region)).toContain('Words 1')
})

it('keeps the focus when it is closed and opened again', async () => {
  const { screen } = await renderBanner([make(1)])
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await vi.advanceTimersByTimeAsync(300)
  await painted()
  const bar = screen.getByRole('button', { name: 'Notification' })
  expect(document.activeElement).toBe(bar.element())
  await bar.click()
  await painted()
  expect(document.activeElement?.textContent).toContain('Words 1')
  expect(document.activeElement).not.toBe(document.body)
})

it('tells the server what a signed-in reader has read, also before their session is verified', async () => {
  storeToken()
  const sent: unknown[] = []
  const session = Promise.withResolvers<Response>()
  mockServer({
    'GET /api/auth/session': () => session.promise,
    [`PUT /api/content/${make(1).id}`]: ({ body }) => (sent.push(body), json({})),
  })
  const { screen } = await renderPage(<Banner notifications={[make(1)]} />)
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => sent).toEqual([{ metadata: { is_read: true } }])
  expect(loadReadIds()).toEqual([])
  session.resolve(signedIn['GET /api/auth/session']())
})

it('hides by itself when its author wanted that, and cannot be dismissed when not', async () => {
  const { screen, region } = await renderBanner([
    make(1, { dismissible: false, auto_hide: true, auto_hide_delay: 4000 }),
  ])
  expect(screen.getByRole('button', { name: 'Dismiss' }).elements()).toHaveLength(0)
  expect(await textOf(region)).toContain('Words 1')
  leave(region)
  await painted()
  await vi.advanceTimersByTimeAsync(4300)
  await painted()
  await vi.advanceTimersByTimeAsync(300)
  await painted()
  expect(screen.getByRole('button', { name: 'Notification' }).elements()).toHaveLength(1)
})

it('makes links of links, and text of everything else', async () => {
  const content = 'See [the plan](/content/plan) <b>now</b> [bad](javascript:alert(1)) [far](//example.com)'
  const { screen, region } = await renderBanner([make(1, { content })])
  expect(screen.getByRole('link', { name: 'the plan' }).element().getAttribute('href')).toBe('/content/plan')
  expect(screen.getByRole('link').elements()).toHaveLength(1)
  expect(await textOf(region)).toContain('<b>now</b>')
})

it('takes away what is over, on a page that stays open', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString()
  const { screen } = await renderPage(<Banner notifications={[make(1, { shown_until: soon }), make(2)]} />)
  await expect.element(screen.getByText('Title 1')).toBeVisible()
  await expect.element(screen.getByText('1/2')).toBeVisible()
  vi.setSystemTime(Date.now() + 60_000)
  vi.advanceTimersByTime(60_000)
  await expect.element(screen.getByText('Title 2')).toBeVisible()
  await expect.element(screen.getByText('1/2')).not.toBeInTheDocument()
})

it('keeps what is not over yet by the time of the page on a device whose clock is ahead', async () => {
  const now = Date.now() - DAY_MS
  const soon = new Date(now + HOUR_MS).toISOString()
  const { screen } = await renderPage(
    <Clock value={{ now }}>
      <Banner notifications={[make(1, { shown_until: soon })]} />
    </Clock>,
  )
  vi.advanceTimersByTime(1000)
  await painted()
  await expect.element(screen.getByRole('region', { name: 'Notification' })).toBeVisible()
})

it('says nothing of what was over before the page was opened', async () => {
  const over = new Date(Date.now() - 1000).toISOString()
  const { screen } = await renderPage(<Banner notifications={[make(1, { shown_until: over })]} />)
  await painted()
  await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
})
