import type { Page } from '@playwright/test'
import { isFull } from '../server/test/depth.ts'
import { type Moment, readMoments } from '../server/test/life.ts'
import { changes, useOtherIntl } from './differences.ts'
import { type Community, fillScreens, partNames } from './screens.ts'
import { PASSWORD, expect, holdScripts, type Look, newContext, openStarted, started, test as base } from './test.ts'

/** Screens that everybody opens; at full depth all of them. */
const main =
  /^\/(answered|signin|signup|pray|groups|new-prayer|today|notifications|prayer-lists|help-now.*|profile.*|prayers\/.*|groups\/[^/]*|content\/how.*)?$/

/** Members; at full depth visitors, groups and the desk too. */
const parts = isFull ? partNames : ['members']

/** A site with mail, and with people and requests as life has them, for all tours of a worker, which only read. */
const test = base.extend<object, { community: Community }>({
  community: [
    async ({ demos }, use) => {
      const site = await demos.start({ is_lifelike: true, has_mail: true })
      await use(await fillScreens(site))
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

/** Opens the screens of the part, each in the context of its reader. */
async function tour(
  { parts: all, sessions }: Community,
  name: string,
  open: (session: Look) => Promise<Page>,
  look: (page: Page, path: string, index: number) => Promise<void>,
): Promise<void> {
  for (const { reader, screens, isNew } of all.filter((part) => part.name === name)) {
    if (isNew) continue
    const storageState = sessions.get(reader)
    const page = await open(storageState ? { storageState } : {})
    const paths = [...new Set(screens.map(({ path }) => path))].filter((path) => isFull || main.test(path))
    for (const [index, path] of paths.entries()) await look(page, path, index)
    await page.context().close()
  }
}

for (const name of parts) {
  test(`what others change before the scripts run is no danger: ${name}`, async ({ browser, community, provoke }) => {
    test.setTimeout(900_000)
    // React says this when it makes the page anew.
    provoke(/Minified React error #418/)
    await tour(
      community,
      name,
      async (session) => {
        const context = await newContext(browser, community.site, session)
        // The names of the changes to make stand in the name of the window, which survives the page.
        const all = Object.entries(changes).map(([what, change]) => `${JSON.stringify(what)}: ${change.toString()}`)
        await context.addInitScript(`addEventListener('readystatechange', () => {
          if (document.readyState === 'interactive') ({ ${all.join()} })[window.name]?.()
        }, { capture: true, once: true })`)
        return await context.newPage()
      },
      async (page, path, index) => {
        const names = Object.keys(changes)
        for (const what of isFull ? names : [names[index % names.length] ?? '']) {
          await page.evaluate((change) => void (window.name = change), what)
          await openStarted(page, path)
          await expect(page.getByRole('heading', { level: 1 }), `${what}: ${path}`).toBeVisible()
          await expect(page, `${what}: ${path}`).toHaveTitle(/./)
          await expect(page.getByRole('link').first(), `${what}: ${path}`).toBeVisible()
          await expect(page.locator('#load-failure'), `${what}: ${path}`).toBeHidden()
        }
      },
    )
  })

  // Arabic differs in its words, its digits and its direction: the others differ in less.
  for (const locale of isFull ? ['en-GB', 'ar', 'hi', 'de', 'fr', 'ja'] : ['ar']) {
    test(`another engine’s Intl and an old page make no difference: ${name}, ${locale}`, async ({
      browser,
      community,
    }) => {
      test.setTimeout(900_000)
      await tour(
        community,
        name,
        async (session) => {
          const context = await newContext(browser, community.site, { ...session, locale })
          await context.addInitScript(useOtherIntl)
          const page = await context.newPage()
          // The data of the page is old when it arrives: kept by a server, or by the browser.
          await page.clock.setSystemTime(Date.now() + 3_600_000)
          return page
        },
        async (page, path) => {
          await openStarted(page, path)
          await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
        },
      )
    })
  }
}

const visited = ['/answered', '/pray', '/groups', '/help-now?country=DE', '/signin', '/content/how-privacy-works', '/']
const WEEK_MS = 7 * 86_400_000

/** Those between which more than a week lies are shown with their day: it is that of the reader, and so is its year. */
function dayOf({ server_now, browser_now = server_now, browser_tz: timeZone, created_at }: Moment): string | undefined {
  if (Date.parse(browser_now) - Date.parse(created_at) < WEEK_MS) return undefined
  const yearOf = (time: string) => new Date(time).toLocaleString('en-GB', { year: 'numeric', timeZone })
  const year = yearOf(created_at) === yearOf(browser_now) ? {} : ({ year: 'numeric' } as const)
  return new Date(created_at).toLocaleString('en-GB', { day: 'numeric', month: 'long', ...year, timeZone })
}

test('a page of any moment hydrates in any zone, and shows the day of its reader', async ({ browser, demos }) => {
  test.setTimeout(900_000)
  const all = readMoments()
  const days = all.filter((moment) => dayOf(moment) !== undefined)
  expect(days.length).toBeGreaterThan(1)
  const some = [...days, ...all.filter((_one, index) => index % 96 === 0)]
  for (const [index, moment] of (isFull ? all : some).entries()) {
    const { server_now, browser_now = server_now, browser_tz, created_at, why } = moment
    const site = await demos.start({ now: server_now, written: created_at })
    const context = await newContext(browser, site, { timezoneId: browser_tz, locale: 'en-GB' })
    const page = await context.newPage()
    await page.clock.install({ time: browser_now })
    for (const path of isFull ? visited : [index % 2 === 0 ? '/answered' : '/pray', '/']) {
      await openStarted(page, path)
      await expect(page.getByRole('heading', { level: 1 }), `${why}: ${path}`).toBeVisible()
    }
    const written = page.locator(`main article time[datetime="${new Date(created_at).toISOString()}"]`).first()
    await expect(written, why).toHaveText(dayOf(moment) ?? /./)
    await context.close()
    await site.stop()
  }
})

/** Opens the page with its scripts held back, and changed before they run. Resolves with what lets them arrive. */
async function openChanged(page: Page, path: string, change: () => void): Promise<() => void> {
  const release = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(change)
  return release
}

test('what was typed and pressed before the scripts came outlives a page that is made anew', async ({
  enter,
  page,
  newPerson,
  provoke,
}) => {
  provoke(/Minified React error #418/)
  const { email } = await newPerson()
  const letIn = await openChanged(page, '/signin', changes['beside fields'] ?? (() => {}))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  letIn()
  await started(page)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()

  const writer = await enter('hannah')
  const release = await openChanged(writer, '/new-prayer', changes['a translation'] ?? (() => {}))
  await writer.getByRole('textbox').first().fill('My sister has surgery on Monday.')
  release()
  await started(writer)
  await expect(writer.getByLabel('Your request')).toHaveValue('My sister has surgery on Monday.')
})

test('a page that is made anew stays when one of its parts does not arrive, and says so', async ({ page, provoke }) => {
  provoke(/Minified React error #418|ERR_FAILED/)
  const letIn = await openChanged(page, '/signin', changes['beside fields'] ?? (() => {}))
  letIn()
  await started(page)
  await page.route(/\/assets\/AppearancePanel-.*\.js$/, (route) => route.abort())
  await page.getByLabel('Email').fill('hannah@example.org')
  await page.getByLabel('Theme and appearance').click()
  await expect(page.getByRole('alert')).toContainText('We’re having trouble loading the application')
  await expect(page.getByLabel('Email')).toHaveValue('hannah@example.org')
})

test('a page that breaks beyond its error pages stays readable, and says what to do', async ({ page, provoke }) => {
  provoke(/broken|TrustedHTML|Minified React error/)
  await page.route(/\/assets\/root-.*\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const Layout = () => { throw new Error('broken') }; export default () => null`,
    }),
  )
  await page.goto('/help-now?country=DE')
  await expect(page.getByRole('alert')).toContainText('We’re having trouble loading the application')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Reload Page' }).click()
  await started(page)
  await expect(page).toHaveURL(/help-now\?country=DE$/)
  await expect(page.getByRole('alert')).toBeHidden()
})
