import { afterAll, beforeAll } from 'vitest'
import { type TestApp, type TestOptions, startTestApp } from './app.ts'

/** A server for the tests around it: it starts before the first and stops after the last. */
export function sharedTestApp(options?: TestOptions): TestApp {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await startTestApp(options))
  })
  afterAll(() => app.stop())
  return app
}
