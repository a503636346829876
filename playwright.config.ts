import { existsSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type TraceMode } from '@playwright/test'
import { ofFullDepth } from './e2e/full.ts'
import { chromiumOptions } from './scripts/chromium.ts'
import programsOf from './scripts/engines.json' with { type: 'json' }
import { configureMemoryTmpdir } from './scripts/memory.ts'
import { isFull } from './server/test/depth.ts'

configureMemoryTmpdir()

/** Uses Debian's Firefox and WebKit, and no browser of Playwright. */
const ofEngines = /engines\.spec/
const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)))

/** Whoever names a file, or changed what it is about, wants all of it. */
const isNamed = process.argv.some((argument) => argument.includes('.spec'))

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  // Half of the time a test waits for the browser or the server.
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  ...(!isFull && !isNamed && { grepInvert: ofFullDepth }),
  // For slow machines; fast tests end sooner.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: chromiumOptions,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // Recording takes a third of the time: `TRACE=retain-on-failure npm test` records what fails.
    trace: (process.env.TRACE ?? 'off') as TraceMode,
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'sqlite', metadata: { engine: 'sqlite' }, testIgnore: ofEngines },
    // Only what the engine can affect; the pages themselves are the same.
    {
      name: 'postgres',
      metadata: { engine: 'postgres' },
      ...(isFull ? { testMatch: /main-job|sessions|privacy/ } : { testMatch: /main-job/, grep: /signs up and asks/ }),
    },
    ...Object.entries(programsOf).map(([name, programs]) => ({
      name,
      testMatch: ofEngines,
      metadata: { lacks: Object.keys(programs).filter((program) => !isInstalled(program)) },
    })),
  ],
})
