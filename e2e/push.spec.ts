import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestBrowser, type TestPushService, startPushService } from '../server/test/push-service.ts'
import { expect, fillSignUp, hydrated, newContext, openStarted, passWelcome, started, test } from './test.ts'

let service: TestPushService
let child: ChildProcess
let url: string
test.beforeAll(async () => {
  service = await startPushService()
  child = spawn(process.execPath, ['e2e/push-server.ts'], {
    env: { ...process.env, NODE_ENV: 'production', PUSH_ORIGIN: service.origin },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  url = line.toString().trim()
})
test.afterAll(async () => {
  child.kill()
  await service.stop()
})

/**
 * Gives a page a subscription in place of the one that Chromium asks Google for, which a closed network keeps it from; and a person
 * who says yes, because a Chromium without a window asks nobody.
 */
function giveAddress({ endpoint, keys }: Pick<TestBrowser, 'endpoint' | 'keys'>): void {
  let subscription: object | null = null
  let permission = 'default'
  const made = { endpoint, options: {}, toJSON: () => ({ endpoint, keys }), unsubscribe: () => Promise.resolve(true) }
  Object.assign(PushManager.prototype, {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: () => Promise.resolve((subscription = made)),
  })
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Object.assign(Notification, { requestPermission: () => Promise.resolve((permission = 'granted')) })
}

interface Shown {
  title: string
  options: { body: string; tag: string; data: { path: string } }
}

/** The parts of a worker that the types of pages lack, and what this test keeps there. */
interface WorkerScope extends EventTarget {
  registration: { showNotification: (title: string, options: Shown['options']) => Promise<void> }
  clients: { openWindow: (url: string) => Promise<void> }
  ExtendableEvent: new (type: string) => Event
  shown: Shown[]
}

test('news reaches a device that its person switched on, and a tap leads to it', async ({ browser }) => {
  const context = await newContext(browser, { url })
  const page = await context.newPage()
  await page.addInitScript(giveAddress, service.newBrowser())
  await openStarted(page, '/signup')
  await fillSignUp(page, 'hannah@example.org')
  await passWelcome(page, 'Hannah')

  await openStarted(page, '/notifications?settings')
  const onThisDevice = page.getByRole('switch', { name: 'On this device too' })
  const part = page.getByRole('region', { name: 'How we reach you' })
  await hydrated(part)
  await onThisDevice.click()
  await expect(onThisDevice).toBeChecked()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => service.received.length).toBe(1)
  expect(service.faults).toEqual([])
  const [received] = service.take()
  expect(received?.message).toMatchObject({ title: 'Oremus', path: '/notifications' })

  // A Chromium without a window shows nothing either, so what the worker wants to show is kept.
  const worker = context.serviceWorkers()[0]
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.shown = []
    scope.registration.showNotification = (title, options) => Promise.resolve(void scope.shown.push({ title, options }))
  })

  // The push service hands the message to the browser, which wakes the worker.
  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: url,
    registrationId: await registration,
    data: JSON.stringify(received?.message),
  })
  const { title, body, tag, path: leadsTo } = received?.message ?? {}
  await expect
    .poll(() => worker?.evaluate(() => (globalThis as unknown as WorkerScope).shown))
    .toMatchObject([{ title, options: { body, tag, data: { path: leadsTo } } }])

  // Nor can it be pressed: the worker is told of it, and what it opens is read.
  const opened = await worker?.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    return await new Promise<string>((resolve) => {
      scope.clients.openWindow = (address) => Promise.resolve(resolve(address))
      const notification = { data: scope.shown[0]?.options.data, close: () => {} }
      scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }))
    })
  })
  expect(opened).toBe(`${url}/notifications`)

  // It is the switch of this device alone, and stays as it was.
  await page.reload()
  await hydrated(part)
  await expect(onThisDevice).toBeChecked()
  await onThisDevice.click()
  await expect(onThisDevice).not.toBeChecked()
  await page.reload()
  await started(page)
  await expect(onThisDevice).not.toBeChecked()
  await context.close()
})
