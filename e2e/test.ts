import {
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  expect,
  request as requests,
  test as base,
} from '@playwright/test'
import { type PersonName, people } from '../server/test/people.ts'
import { beOldest } from './oldest.ts'
import { type DemoSites, type RunningServer, type Site, startDemoSites, startServer } from './server.ts'
import { worldOf } from './worlds.ts'

export const PASSWORD = 'correct horse battery'
/** Has no scripts, and the storage and the cookies of the site: the cheapest place to call it from. */
export const STILL_PAGE = '/robots.txt'
const DEMO_PASSWORD = 'kyrie-eleison-demo'
export type Look = Parameters<Browser['newContext']>[0]
let made = 0

export interface Person {
  page: Page
  email: string
  name: string
}

interface Fixtures {
  /** Opens a page of the server in a separate browser context, which is closed when the test is over. */
  visit: (look?: Look) => Promise<Page>
  /** A separate site with the demo community, started when a test uses it. */
  demo: Site
  /** Opens a page of the demo like `visit`. */
  visitDemo: (look?: Look) => Promise<Page>
  /** Opens the address as a person of the demo, who is signed in at that server, in a separate browser context. */
  enter: (name: PersonName, address?: string, look?: Look) => Promise<Page>
  /** Signs a new person up, in a separate browser context, whose page is at `STILL_PAGE`. */
  newPerson: (name?: string) => Promise<Person>
  /**
   * Fails the test when any of its pages reports an error, differs from what the server rendered, violates its security policy, or
   * requests a foreign server. Called with what a test provokes, it leaves that out.
   */
  provoke: (faults: RegExp) => void
}

/** Console messages that are not faults of the page: refusals that the test provokes, of the worker's file too. */
const EXPECTED =
  /^The notifications could not be loaded:|the server responded with a status of [45]\d\d|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|FAILED)|^An unknown error occurred when fetching the script/

/** Lets a test open pages of a site, each in a context of its own, and closes them after it. */
async function lendPages(
  browser: Browser,
  site: Site,
  use: (visit: Fixtures['visit']) => Promise<void>,
): Promise<void> {
  const contexts: BrowserContext[] = []
  await use(async (look) => {
    const context = await newContext(browser, site, look)
    contexts.push(context)
    return await context.newPage()
  })
  for (const context of contexts) await context.close()
}

/** Hosts of the servers of the tests. */
const isHere = (address: string): boolean =>
  /^(data|blob|about|chrome-error):/.test(address) || /^(localhost|127\.0\.0\.1)$/.test(new URL(address).hostname)

export const test = base.extend<Fixtures, { server: RunningServer; demos: DemoSites }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      const server = await startServer(project.metadata.engine === 'postgres' ? 'postgres' : 'sqlite')
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  demos: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const demos = startDemoSites()
      await use(demos)
      await demos.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  context: async ({ context }, use) => {
    await beOldest(context)
    await use(context)
  },

  // oxlint-disable-next-line no-empty-pattern
  timezoneId: async ({}, use, { file }) => use(worldOf(file)),

  provoke: [
    async ({ browser }, use) => {
      const faults: string[] = []
      const provoked: RegExp[] = []
      const watch = (context: BrowserContext): void => {
        context.on('weberror', (fault) => faults.push(`error at ${fault.page()?.url()}: ${fault.error().message}`))
        context.on('console', (message) => {
          if (message.type() === 'error' && !EXPECTED.test(message.text()))
            faults.push(`console at ${message.page()?.url()}: ${message.text()}`)
        })
        context.on('request', (request) => {
          if (!isHere(request.url())) faults.push(`foreign: ${request.url()}`)
        })
      }
      browser.on('context', watch)
      await use((pattern) => void provoked.push(pattern))
      browser.off('context', watch)
      expect(faults.filter((fault) => !provoked.some((pattern) => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],

  visit: ({ browser, server }, use) => lendPages(browser, server, use),

  demo: async ({ demos }, use) => {
    const demo = await demos.start()
    await use(demo)
    await demo.stop()
  },

  visitDemo: ({ browser, demo }, use) => lendPages(browser, demo, use),

  enter: async ({ demo, visitDemo }, use) => {
    await use(async (name, address = '/', look = {}) => {
      const page = await visitDemo({ ...look, locale: 'en-GB', storageState: await signIn(demo, name) })
      await page.goto(address)
      return page
    })
  },

  newPerson: async ({ server, visit }, use) => {
    await use(async (given) => {
      made += 1
      const name = given ?? `Person ${made}`
      const email = `${crypto.randomUUID()}@example.org`
      // A separate address per person, because so many may not sign up from one address.
      const extraHTTPHeaders = { 'x-forwarded-for': `198.51.100.${made % 250}` }
      const person = { email, password: PASSWORD, displayName: name }
      const storageState = await openSession(server, 'signup', person, extraHTTPHeaders)
      const page = await visit({ extraHTTPHeaders, storageState })
      await page.goto(STILL_PAGE)
      return { page, email, name }
    })
  },
})

/** Signs in or up as the forms do, without opening them. Resolves with what a browser keeps of the session. */
export async function openSession(
  server: Site,
  act: 'signin' | 'signup',
  body: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const caller = await requests.newContext({
    baseURL: server.url,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    // Those of a page, which gets a session that is bound to its browser.
    extraHTTPHeaders: { ...headers, origin: server.url, 'sec-fetch-site': 'same-origin', 'accept-language': 'en-GB' },
  })
  const answer = await caller.post(`/api/auth/${act}`, { data: body })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  const { token } = (await answer.json()) as { token: string }
  const { cookies } = await caller.storageState()
  await caller.dispose()
  const [cookie] = cookies
  if (!cookie) throw new Error('The answer set no cookie.')
  return {
    cookies: [...cookies, { ...cookie, name: 'member', value: '1', httpOnly: false }],
    origins: [{ origin: server.url, localStorage: [{ name: 'auth_token', value: token }] }],
  }
}

/** Signs in as a person of the demo. Resolves with what a browser keeps of the session. */
export const signIn = (demo: Site, name: PersonName) =>
  openSession(demo, 'signin', { email: people[name].email, password: DEMO_PASSWORD })

/** Run in a page, lets its person, who is signed in, be new: the welcome is for them. */
export function becomeNewHere(): void {
  const claims = JSON.parse(atob((localStorage.getItem('auth_token') ?? '').split('.')[1] ?? '')) as { sub: string }
  const visit = { to: '/', user_id: claims.sub, display_name: 'A member', kept_at: Date.now() }
  localStorage.setItem('first_visit', JSON.stringify(visit))
}

export const becomeNew = (page: Page): Promise<void> => page.evaluate(becomeNewHere)

/** Gives a name at the welcome and skips the rest. Resolves where the person came from. */
export async function passWelcome(page: Page, name = ''): Promise<void> {
  await expect(page).toHaveURL(/\/welcome$/)
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  // The address changes before the page does, and each step has buttons of these names.
  const second = page.getByText(/^2 of \d$/)
  await expect(second).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(second).toBeHidden()
  if (page.url().includes('/welcome'))
    await page.getByRole('button', { name: /^(Look around first|Continue)$/ }).click()
}

/** Returns what fills in the form with this button and sends it, on a page or in a part of it. */
const fillForm =
  (button: string) =>
  async (part: Page | Locator, email: string, password = PASSWORD): Promise<void> => {
    await part.getByLabel('Email').fill(email)
    await part.getByLabel('Password', { exact: true }).fill(password)
    await part.getByRole('button', { name: button, exact: true }).click()
  }
export const fillSignIn = fillForm('Sign in')
export const fillSignUp = fillForm('Sign up')

/** Fills in the sign-in form, as a person of the demo. */
export const signInAs = (part: Page | Locator, name: PersonName): Promise<void> =>
  fillSignIn(part, people[name].email, DEMO_PASSWORD)

export async function newContext(
  browser: Browser,
  server: { url: string },
  options: Look = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB', ...options })
  await beOldest(context)
  return context
}

/** Writes and sends a request by the form; resolves on its page. */
export async function share(page: Page, content: string): Promise<string> {
  await page.goto('/new-prayer')
  await page.getByLabel('Your request').fill(content)
  await page.getByRole('radio', { name: 'Everyone' }).check()
  await page.getByRole('button', { name: /^Share with/ }).click()
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  return page.url()
}

/** Holds back the scripts that the page loads, or those of that name. Resolves with what lets them arrive. */
export async function holdScripts(page: Page, name = /\/assets\/.*\.js$/): Promise<() => void> {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(name, async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}

/** Waits until the scripts of the page run: before, links load pages from the server, and nothing is called. */
export const started = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'oremusStarted'))).toBe(true)

/** Opens an address, and waits until the scripts of its page run. */
export async function openStarted(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await started(page)
}

/**
 * Waits until the part of the page is hydrated, so that its links no longer load whole pages. Not for a button: an early press of it is
 * repeated, so ask for what is around it.
 */
export const hydrated = (part: Locator): Promise<void> =>
  expect
    .poll(() =>
      part.evaluate((element) => {
        const event = new Event('input', { bubbles: true })
        element.dispatchEvent(event)
        return 'oremusHandled' in event
      }),
    )
    .toBe(true)

export const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'))

/** Ends the session of a token on the server, as another device would; no page notices. */
export async function endSession(page: Page, token: string | null): Promise<void> {
  const answer = await page.context().request.post('/api/auth/signout', {
    headers: { authorization: `Bearer ${token}` },
    data: {},
  })
  expect(answer.status()).toBe(200)
}

/** Calls the site as the person of the page. Resolves with the answer. */
export const callAs = <Answer>(page: Page, path: string, method = 'GET', body?: object): Promise<Answer> =>
  page.evaluate(
    async ([to, init]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('auth_token')}`,
        accept: 'application/json',
        'content-type': 'application/json',
      }
      return (await (await fetch(to, { ...init, headers })).json()) as Answer
    },
    [path, { method, body: body === undefined ? null : JSON.stringify(body) }] as const,
  )

/** Sends a write as the person of the page. Resolves with the id of the new item. */
export const make = async (page: Page, path: string, body: object): Promise<string> =>
  (await callAs<{ id: string }>(page, path, 'POST', body)).id

/** Shares a request as the person of the page, which stays where it is: without the form. Resolves with the address of the request. */
export const ask = async (page: Page, content: string, visibility = 'public'): Promise<string> =>
  new URL(`/prayers/${await make(page, '/api/prayers', { content, visibility })}`, page.url()).href

export { expect }

/** Resolves when the page of a member has what keeps a prayer without a connection: it comes after the page, with its words. */
export const expectKeeping = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const names = performance.getEntriesByType('resource').map(({ name }) => name)
        const isThere = (part: string) => names.some((name) => name.includes(`/${part}-`))
        // Two files: what the press loads, and the one that it shares with other parts.
        return (
          isThere('AfterSignIn') && isThere('acts') && names.filter((name) => name.includes('/praying-')).length > 1
        )
      }),
    )
    .toBe(true)
