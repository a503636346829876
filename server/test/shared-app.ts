import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { type TestApp, type TestOptions, startTestApp } from './app.ts'
import { type Smtp, startSmtp } from './mail.ts'
import { type TestPushService, startPushService } from './push-service.ts'

/**
 * A server for the tests around it: it starts before the first and stops after the last. `options` may depend on what is started before
 * it: then they are a function.
 */
export function sharedTestApp(options?: TestOptions | (() => TestOptions | Promise<TestOptions>)): TestApp {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await startTestApp(typeof options === 'function' ? await options() : options))
  })
  afterAll(() => app.stop())
  return app
}

/** The same for a mail server. */
export function sharedSmtp(options?: Parameters<typeof startSmtp>[0]): Smtp {
  const smtp = {} as Smtp
  beforeAll(async () => void Object.assign(smtp, await startSmtp(options)))
  afterAll(() => smtp.stop())
  return smtp
}

/** The same for a push service, which could read all that it got. Before each test it has got nothing, and takes everything. */
export function sharedPushService(): TestPushService {
  const service = {} as TestPushService
  beforeAll(async () => void (await startPushService(service)))
  beforeEach(() => {
    service.answer = 201
    service.headers = {}
    service.calls = 0
    service.take()
  })
  afterAll(async () => {
    await service.stop()
    expect(service.faults).toEqual([])
  })
  return service
}

/**
 * A server for the test that calls this, itself or in its `beforeEach`. It stops after the test, the newest first, unless the test has
 * stopped it.
 */
export async function newTestApp(options?: TestOptions): Promise<TestApp> {
  const app = await startTestApp(options)
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => (stopping ??= app.stop())
  onTestFinished(stop)
  return { ...app, stop }
}

/** A new server for each of the tests around it. */
export function eachTestApp(options?: TestOptions): TestApp {
  const app = {} as TestApp
  beforeEach(async () => void Object.assign(app, await newTestApp(options)))
  return app
}

/** The same for a mail server. */
export async function newSmtp(options?: Parameters<typeof startSmtp>[0]): Promise<Smtp> {
  const smtp = await startSmtp(options)
  onTestFinished(() => smtp.stop())
  return smtp
}
