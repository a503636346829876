import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { configureMemoryTmpdir } from './scripts/memory.ts'

configureMemoryTmpdir()

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = places.find((place) => place !== undefined && existsSync(place))

// Without these Chromium asks its maker's servers for this and that, which a closed network answers slowly.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
  '--no-sandbox',
]

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
    launchOptions: { args: quiet, ...(executablePath !== undefined && { executablePath }) },
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
