import type { Page } from '@playwright/test'
import { isFull } from '../server/test/depth.ts'
import { endSession, expect, fillSignIn, readToken, started, test } from './test.ts'

/** Addresses of the documents and screens that the page showed, in order. */
function watchAddresses(page: Page): string[] {
  const seen: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url())
    if (frame === page.mainFrame()) seen.push(pathname + search)
  })
  return seen
}

/** Calls of a page; its stream of events is none: it ends silently. */
const calls = /\/api\/(?!events)/

/** Passes calls on to the server; their answers reach the page only when the test releases them. */
async function interceptCalls(page: Page) {
  const held: { path: string; pass: () => Promise<void> }[] = []
  let isHolding = true
  await page.route(calls, async (route) => {
    // A call that is under way when the test ends has no answer any more.
    const response = await route.fetch().catch(() => undefined)
    if (!response) return
    // The page may have given the call up.
    const pass = () => route.fulfill({ response }).catch(() => {})
    if (isHolding) held.push({ path: new URL(route.request().url()).pathname, pass })
    else await pass()
  })
  const paths = () => held.map((one) => one.path)
  return {
    paths,
    release: async (path: string) => {
      await expect.poll(paths, `held at ${path}`).toContain(path)
      await held.splice(paths().indexOf(path), 1)[0]?.pass()
    },
    releaseAll: async () => {
      isHolding = false
      while (held.length > 0) await held.shift()?.pass()
    },
  }
}

const note = (page: Page) => page.getByText('Authentication failed', { exact: true })

const active = '/api/notifications/active'
const check = ['/api/auth/session', '/api/auth/refresh']
// Each path and each order once; at full depth each path in each order.
for (const [path, onlyFirst] of [
  ['/', 'a call'],
  ['/profile?tab=account', 'the check of the session'],
] as const)
  for (const [first, order] of [
    ['a call', [active, ...check]],
    ['the check of the session', [...check, active]],
  ] as const) {
    if (!isFull && first !== onlyFirst) continue
    test(`a dead session leads to /signin once, from ${path}, when ${first} is refused first`, async ({
      newPerson,
    }) => {
      const person = await newPerson()
      const { page } = person
      const token = await readToken(page)
      // Ends all calls of the page that is left.
      await page.goto('about:blank')
      await endSession(page, token)
      const { paths, release, releaseAll } = await interceptCalls(page)
      const seen = watchAddresses(page)
      const length = await page.evaluate(() => history.length)
      await page.goto(path, { waitUntil: 'commit' })
      // Both are on their way before either is answered.
      await expect.poll(paths).toEqual(expect.arrayContaining(['/api/auth/session', active]))
      for (const call of order) await release(call)
      const signIn = `/signin?return=${encodeURIComponent(path)}`
      await expect(note(page)).toBeVisible()
      await releaseAll()
      expect(seen.filter((address) => address.startsWith('/signin'))).toEqual([signIn])
      expect(await page.evaluate(() => history.length)).toBe(length + 1)
      await fillSignIn(page, person.email)
      await expect.poll(() => seen.at(-1)).toBe(path)
      await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
      expect(seen.filter((address) => address.startsWith('/signin'))).toEqual([signIn])
    })
  }

test('who comes to /signin because a session has ended is told so after a reload too', async ({ newPerson }) => {
  const { page } = await newPerson()
  const token = await readToken(page)
  await page.goto('about:blank')
  await endSession(page, token)
  await page.goto('/profile')
  await expect(note(page)).toBeVisible()
  // A reload keeps the state of the address, of which the server knows nothing.
  await page.reload()
  await started(page)
  await expect(note(page)).toBeVisible()
})

test('a page for members closes by itself when its session ends elsewhere, and says why', async ({ newPerson }) => {
  const { page } = await newPerson()
  const listening = page.waitForResponse('**/api/events*')
  await page.goto('/profile?tab=account')
  await listening
  await expect(page.getByText('This device')).toBeVisible()
  await endSession(page, await readToken(page))
  await expect(page).toHaveURL(/\/signin\?return=%2Fprofile/)
  await expect(note(page)).toBeVisible()
  expect(await readToken(page)).toBeNull()
})

test('who is signed in and comes to /signin or /signup goes on to where they wanted, on this site only', async ({
  newPerson,
  server,
  visit,
}) => {
  const { page } = await newPerson()
  const own = await visit({ storageState: await page.context().storageState() })
  for (const [address, target] of [
    ['/signin', '/'],
    ['/signup?return=%2Fgroups', '/groups'],
    ['/signin?return=https%3A%2F%2Fexample.com%2F', '/'],
  ] as const) {
    await own.goto(address)
    await expect(own).toHaveURL(server.url + target)
  }
})
