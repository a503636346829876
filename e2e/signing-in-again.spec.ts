import type { Page } from '@playwright/test'
import { PASSWORD, type Person, expect, newContext, test } from './test.ts'

/** Addresses of the documents and screens that the page showed, in order. */
function watchAddresses(page: Page): string[] {
  const seen: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url())
    if (frame === page.mainFrame()) seen.push(pathname + search)
  })
  return seen
}

/** Ends the session on the server; the page does not notice. */
const endElsewhere = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/api/auth/signout', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('auth_token')}`, 'content-type': 'application/json' },
      body: '{}',
    })
  })

async function signInHere(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

for (const path of ['/', '/profile?tab=account', '/prayer-lists']) {
  test(`a dead session whose calls are answered one after the other leads to /signin once: ${path}`, async ({
    newPerson,
  }) => {
    const person = await newPerson()
    const { page } = person
    await page.goto('/content/imprint')
    await endElsewhere(page)
    // Each call waits for its own turn, so that the refusals arrive at different times.
    const held: (() => Promise<void>)[] = []
    await page.route(/\/api\/(?!auth\/)/, async (route) => {
      const response = await route.fetch()
      // The page may have given the call up.
      held.push(() => route.fulfill({ response }).catch(() => {}))
    })
    const seen = watchAddresses(page)
    const length = await page.evaluate(() => history.length)
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await held.shift()?.()
    const signIn = `/signin?return=${encodeURIComponent(path)}`
    const note = page.getByText('Authentication failed', { exact: true })
    await expect(note).toBeVisible()
    // The others are refused while the person looks at the form.
    while (held.length > 0) {
      await held.shift()?.()
      await expect(note).toHaveCount(1)
    }
    expect(seen.filter((address) => address.startsWith('/signin'))).toEqual([signIn])
    expect(await page.evaluate(() => history.length)).toBe(length + 1)
    await page.unrouteAll()
    await signInHere(page, person)
    await expect.poll(() => seen.at(-1)).toBe(path)
    await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
    expect(seen.filter((address) => address.startsWith('/signin'))).toEqual([signIn])
  })
}

test('who is signed in and comes to /signin or /signup goes on to where they wanted, on this site only', async ({
  newPerson,
  browser,
  server,
}) => {
  const { page } = await newPerson()
  const context = await newContext(browser, server, { storageState: await page.context().storageState() })
  const own = await context.newPage()
  for (const [address, target] of [
    ['/signin', '/'],
    ['/signup', '/'],
    ['/signin?return=%2Fprofile%3Ftab%3Daccount', '/profile?tab=account'],
    ['/signup?return=%2Fgroups', '/groups'],
    ['/signin?return=%2Fsignin%3Freturn%3D%252Fnew-prayer', '/new-prayer'],
    ['/signin?return=https%3A%2F%2Fexample.com%2F', '/'],
    ['/signin?return=%2F%2Fexample.com', '/'],
  ] as const) {
    await own.goto(address)
    await expect(own).toHaveURL(server.url + target)
  }
  await context.close()
})
