import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './scripts/chromium.ts'
import { configureMemoryTmpdir } from './scripts/memory.ts'

configureMemoryTmpdir()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // For slow machines; what is fast ends sooner.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: chromiumOptions,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Recording takes almost as long as the tests: `TRACE=1` asks for it.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
  },
  projects: [
    { name: 'sqlite', metadata: { engine: 'sqlite' } },
    // What the engine can make a difference to; the pages themselves are the same.
    { name: 'postgres', metadata: { engine: 'postgres' }, testMatch: /main-job|sessions|privacy/ },
  ],
})
