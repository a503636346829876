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
 * Browser tests that `npm run test:all` alone runs, by file and by how the title begins: the tour opens the same screens, a test over
 * HTTP or of the component says the same of the rule, or another of these goes the same way.
 */
const fullDepth = [
  'acts.spec.ts a concern is reported',
  'acts.spec.ts somebody tells what became of a request',
  'acts.spec.ts who prayed leaves the author a line',
  'admin-people.spec.ts',
  'admin-reports.spec.ts',
  'admin-themes.spec.ts',
  'admin.spec.ts a date breaks between its words',
  'admin.spec.ts a long name of the site stays',
  'admin.spec.ts a moderator hides a request',
  'admin.spec.ts an administrator sees the numbers',
  'admin.spec.ts two administrators change a page at once',
  'answered.spec.ts answers are told on a page of their own',
  'banner.spec.ts an announcement is dismissed by a press before',
  'banner.spec.ts an announcement takes two lines of a phone',
  'banner.spec.ts what only members get comes with their page',
  'banner.spec.ts what was closed stays closed, and its room',
  'banner.spec.ts without scripts every announcement can be read',
  'case.spec.ts whoever may not read a case finds the number',
  'composer.spec.ts both steps fit 320 px in German',
  'content.spec.ts a page stays as the server sent it',
  'content.spec.ts a page that is not translated is read in English',
  'demo.spec.ts the announcements of the demo',
  'desk-today.spec.ts a report stands under Today',
  'desk-today.spec.ts an administrator finds every place',
  'desk-today.spec.ts what is perhaps about danger',
  'diagnostics.spec.ts a member sees who they are',
  'diagnostics.spec.ts each page answers',
  'diagnostics.spec.ts the guarded pages lead a visitor',
  'diagnostics.spec.ts the rungs show what they are for',
  'diagnostics.spec.ts with DIAGNOSTICS=off none',
  'errors.spec.ts a chunk that does not arrive (libraries)',
  'errors.spec.ts an error while rendering',
  'failed-answers.spec.ts a footer that cannot be loaded keeps',
  'failed-answers.spec.ts a page says that the backend service',
  'failed-answers.spec.ts the banner that cannot be loaded is noted',
  'failed-answers.spec.ts the link to the desk is called by what it is',
  'failed-answers.spec.ts themes that cannot be loaded, or read',
  'first-paint.spec.ts a form that has been read in part',
  'first-paint.spec.ts no part brings a sheet that the page has',
  'first-paint.spec.ts what the server renders comes with its styles',
  'first-paint.spec.ts without JavaScript members read their own pages',
  'frame.spec.ts each label of the bottom bar is whole',
  'frame.spec.ts enlarged fourfold, bars give way',
  'frame.spec.ts language and appearance open where one is',
  'frame.spec.ts pages are as wide as they should be',
  'frame.spec.ts paper shows what people wrote',
  'frame.spec.ts the first request begins on the first screen',
  'help-now.spec.ts nothing of the page of help moves',
  'invited.spec.ts an invitation that is opened while',
  'invited.spec.ts an invitation to a group outlasts',
  'keyboard.spec.ts a page says its title and has the focus',
  'keyboard.spec.ts a report that is opened has the focus',
  'main-job.spec.ts a request is edited, kept among members',
  'main-job.spec.ts an anonymous request names nobody',
  'offline.spec.ts without a connection a page of ours says so, and leads back: ar',
  'prayer-lists.spec.ts',
  'prayer-mode.spec.ts a day has its few requests',
  'prayer-mode.spec.ts begins where one is',
  'prayer-mode.spec.ts ends with a sentence',
  'prayer-mode.spec.ts goes by swipe and arrow with the reading direction: en',
  'prayer-mode.spec.ts has no timer until one is chosen',
  'prayer-mode.spec.ts is one screen in each window',
  'prayer-mode.spec.ts leaves out what ended',
  'prayer-mode.spec.ts reads by itself with quiet between',
  'prayer-mode.spec.ts sends a visitor to sign in for rounds',
  'profile.spec.ts all parts of the profile are in view',
  'profile.spec.ts an account that is deleted can be kept',
  'profile.spec.ts theme, size and language go with',
  'reading.spec.ts a page brings no validator',
  'second-factors.spec.ts signing in leaves no gap',
  'second-factors.spec.ts somebody adds an authenticator app',
  'sessions.spec.ts a sign-out that is a',
  'sessions.spec.ts a sign-out without a connection',
  'sessions.spec.ts an expired token is refreshed',
  'sessions.spec.ts what was acknowledged survives a killed server',
  'sessions.spec.ts who is signed in stays so when',
  'settings.spec.ts',
  'signing-in-again.spec.ts a dead session leads to /signin once, from /,',
  'signing-in-again.spec.ts a dead session leads to /signin once, from /profile',
  'signing-in-again.spec.ts who is signed in and comes to /signin',
  'tour.spec.ts the main screens follow what the system asks',
  'wall.spec.ts a category that is deleted while',
  'wall.spec.ts an answer leads, and what it answered',
  'wall.spec.ts an update is quoted on its card',
  'wall.spec.ts on a phone, the first request is on the first',
  'wall.spec.ts text that is cut has a way on',
  'wall.spec.ts the keyboard reaches the first request',
  'wall.spec.ts the search is opened on a phone',
  'wall.spec.ts the wall leads a member to the requests',
  'ways-in.spec.ts an address is confirmed by a press',
  'ways-in.spec.ts by invitation: an administrator closes',
  'welcome.spec.ts following goes on after signing in',
  'welcome.spec.ts joining a group goes on',
  'welcome.spec.ts the steps of a first visit',
  'welcome.spec.ts what a visitor pressed is done once',
  'welcome.spec.ts who has been here before',
  'welcome.spec.ts without mail nothing asks about emails',
  'writing.spec.ts a form that is sent before the page',
  'writing.spec.ts a form whose words do not arrive',
  'writing.spec.ts a part that does not arrive',
  'writing.spec.ts a press that opens nothing',
  'writing.spec.ts a request that is shared while the site',
  'writing.spec.ts text that looks like code',
  'writing.spec.ts what is being written about a request',
]

/** A person who names a file, or changed what it is about, wants all of it. */
const isNamed = process.argv.some((argument) => argument.includes('.spec'))

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  // On two processors three workers save a sixth of some files, and nothing of the whole.
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
    // At full depth alone, and only what the engine can affect; the pages themselves are the same.
    { name: 'postgres', metadata: { engine: 'postgres' }, testMatch: isFull ? /main-job|sessions|privacy/ : [] },
    ...Object.entries(programsOf).map(([name, programs]) => ({
      name,
      testMatch: ofEngines,
      metadata: { lacks: Object.keys(programs).filter((program) => !isInstalled(program)) },
    })),
  ],
})
