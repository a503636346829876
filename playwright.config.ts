import { existsSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type TraceMode } from '@playwright/test'
import { chromiumOptions } from './scripts/chromium.ts'
import programsOf from './scripts/engines.json' with { type: 'json' }
import { configureMemoryTmpdir } from './scripts/memory.ts'
import { isFull } from './server/test/depth.ts'

configureMemoryTmpdir()

/** Uses Debian's Firefox and WebKit, and no browser of Playwright. */
const ofEngines = /engines\.spec/
const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)))

/**
 * Browser tests that `npm run test:all` alone runs, by file and by how the title begins: the tour opens the same screens, or a test over
 * HTTP says the same of the rule.
 */
const fullDepth = [
  'admin.spec.ts two administrators change a page at once',
  'admin.spec.ts an administrator announces something to members alone',
  'admin.spec.ts a long name of the site stays',
  'admin-people.spec.ts',
  'admin-reports.spec.ts',
  'admin-themes.spec.ts',
  'banner.spec.ts what was closed stays closed, and its room',
  'banner.spec.ts what only members get comes with their page',
  'case.spec.ts a request that others can read and that was reported',
  'case.spec.ts whoever may not read a case finds the number',
  'composer.spec.ts both steps fit 320 px in German',
  'content.spec.ts a page stays as the server sent it',
  'diagnostics.spec.ts with DIAGNOSTICS=off none',
  'diagnostics.spec.ts the rungs show what they are for',
  'diagnostics.spec.ts the guarded pages lead a visitor',
  'diagnostics.spec.ts a member sees who they are',
  'email-settings.spec.ts',
  'errors.spec.ts an error while rendering',
  'failed-answers.spec.ts themes that cannot be loaded, or read',
  'failed-answers.spec.ts the banner that cannot be loaded is noted',
  'failed-answers.spec.ts a footer that cannot be loaded keeps',
  'failed-answers.spec.ts the link to the desk is called by what it is',
  'finding.spec.ts a list is kept and prayed through',
  'first-paint.spec.ts what the server renders comes with its styles',
  'first-paint.spec.ts no part brings a sheet that the page has',
  'frame.spec.ts each label of the bottom bar is whole',
  'frame.spec.ts enlarged fourfold, bars give way',
  'help-now.spec.ts nothing of the page of help moves',
  'other-origins.spec.ts',
  'prayer-mode.spec.ts begins where one is',
  'prayer-mode.spec.ts reads by itself with quiet between',
  'prayer-mode.spec.ts sends a visitor to sign in for rounds',
  'prayer-mode.spec.ts is one screen in each window',
  'profile.spec.ts another device is signed out from here',
  'profile.spec.ts an account that is deleted can be kept',
  'profile.spec.ts all parts of the profile are in view',
  'services.spec.ts',
  'sessions.spec.ts what was acknowledged survives a killed server',
  'sessions.spec.ts a sign-out that is a',
  'signing-in-again.spec.ts who is signed in and comes to /signin',
  'ways-in.spec.ts an address is confirmed by a press',
  'welcome.spec.ts following goes on after signing in',
]

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
  ...(!isFull && !isNamed && { grepInvert: new RegExp(fullDepth.map((start) => RegExp.escape(start)).join('|')) }),
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
