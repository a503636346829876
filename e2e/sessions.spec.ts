import type { Page } from '@playwright/test'
import {
  openStarted,
  PASSWORD,
  callAs,
  endSession,
  expect,
  expectKeeping,
  fillSignIn,
  make,
  readToken,
  share,
  test,
} from './test.ts'

test('the one-time link makes the first administrator, once', async ({ page, server }) => {
  const link = server.set_up_url ?? ''
  expect(link).toMatch(/\/setup#[\w-]{43}$/)
  await page.goto(link)
  await page.getByLabel('Email').fill('peter@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page).toHaveURL(`${server.url}/admin/opening`)
  const { user } = await callAs<{ user: { role: string } }>(page, '/api/auth/session')
  expect(user.role).toBe('admin')

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await expect(page.getByText('This set-up link was already used or has expired.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('signing in leads back to where one was; signing out ends the session everywhere', async ({
  newPerson,
  server,
  visit,
}) => {
  const hannah = await newPerson('Hannah W.')
  const page = await visit()
  await page.goto('/new-prayer')
  await expect(page).toHaveURL(/\/signin\?return=%2Fnew-prayer$/)
  await fillSignIn(page, hannah.email, 'not the password')
  await expect(page.getByText('Authentication failed. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(hannah.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/new-prayer`)

  const second = await page.context().newPage()
  await second.goto('/')
  await expect(second.getByRole('banner').getByText('Sign Out')).toBeVisible()
  const stolen = await readToken(page)
  const ended = page.waitForResponse(/\/api\/auth\/signout$/)
  await page.getByRole('banner').getByText('Sign Out').click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('banner').getByText('Sign In')).toBeVisible()
  await expect(second.getByRole('banner').getByText('Sign In')).toBeVisible()
  expect(await readToken(second)).toBeNull()
  expect((await ended).status()).toBe(200)
  const answer = await page.request.get('/api/auth/session', { headers: { authorization: `Bearer ${stolen}` } })
  expect(answer.status()).toBe(401)
})

test('an expired token is refreshed before the request, and two tabs that do it at once both live', async ({
  newPerson,
}) => {
  const { page } = await newPerson()
  await page.goto('/')
  const before = await readToken(page)
  const other = await page.context().newPage()
  await other.goto('/')
  // Sets the clocks of both tabs just past the expiry of the token. The next one, of a later second, expires after that.
  const { iat, exp } = JSON.parse(atob((before ?? '').split('.')[1] ?? '')) as { iat: number; exp: number }
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(iat)
  for (const tab of [page, other]) await tab.clock.setFixedTime((exp + 0.5) * 1000)
  await Promise.all([page, other].map((tab) => tab.reload()))
  for (const tab of [page, other]) await expect(tab.getByRole('banner').getByText('Sign Out')).toBeVisible()
  await expect.poll(() => readToken(page)).not.toBe(before)
  const after = await readToken(page)
  expect(await readToken(other)).toBe(after)
})

test('a dead session is told at the next request: the token goes, /signin comes, and the text stays', async ({
  newPerson,
}) => {
  const { page, email } = await newPerson()
  await openStarted(page, '/new-prayer')
  await page.getByLabel('Your request').fill('Words that took me an hour')
  // The session ends elsewhere.
  await endSession(page, await readToken(page))
  // The page may ask something of its own before the press, and lead to the form at once.
  await page.getByRole('button', { name: 'Share with members' }).or(page.getByLabel('Email')).click()
  await expect(page).toHaveURL(/\/signin\?return=%2Fnew-prayer/)
  expect(await readToken(page)).toBeNull()
  await fillSignIn(page, email)
  await expect(page.getByLabel('Your request')).toHaveValue('Words that took me an hour')
})

/** Clears what scripts stored, as Safari does after seven days; cookies of the server stay. */
async function clearScriptStorage(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ name: 'member' })
}

test('who is signed in stays so when the browser clears what scripts stored', async ({ newPerson, server }) => {
  const { page } = await newPerson()
  const before = await readToken(page)
  await clearScriptStorage(page)
  const asked: string[] = []
  page.on('response', (response) => asked.push(`${new URL(response.url()).pathname} ${response.status()}`))
  await page.goto('/profile?tab=account')
  await expect(page.getByText('This device')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/profile?tab=account`)
  await expect.poll(() => readToken(page)).not.toBeNull()
  expect(await readToken(page)).not.toBe(before)
  expect(asked.filter((one) => one.startsWith('/api/auth/refresh'))).toEqual(['/api/auth/refresh 200'])
  expect(asked.filter((one) => one.endsWith(' 401'))).toEqual([])

  // Signing out ends it for good, also when the browser clears itself afterwards.
  const ended = page.waitForResponse('**/api/auth/signout')
  await page.getByRole('banner').getByText('Sign Out').click()
  await ended
  await clearScriptStorage(page)
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/signin/)
})

test('nothing of a person stays in the pages that are open when they sign out', async ({ newPerson }) => {
  const { page, name, email } = await newPerson('Hannah of the open pages')
  const mark = `Only for me ${crypto.randomUUID()}`
  await make(page, '/api/prayers', { content: mark, visibility: 'private' })
  const other = await page.context().newPage()
  for (const [tab, path] of [
    [page, '/profile'],
    [other, '/'],
  ] as const) {
    await openStarted(tab, path)
    expect(await tab.content(), path).toContain(name)
  }
  expect(await page.content()).toContain(mark)
  const secrets = [name, email, mark]
  await other.getByRole('banner').getByText('Sign Out').click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('banner').getByText('Sign In')).toBeVisible()
    await expect
      .poll(async () => {
        const content = await tab.content()
        return secrets.filter((secret) => content.includes(secret))
      })
      .toEqual([])
  }
})

test('a page that the browser brings back from before a sign-out is asked for anew', async ({ newPerson }) => {
  const { page, email } = await newPerson()
  await page.goto('/profile?tab=account')
  await expect(page.getByText('This device')).toBeVisible()
  expect(await page.content()).toContain(email)
  // As in another page, while this one was kept by the browser and heard nothing.
  await page.evaluate(() => {
    document.cookie = 'member=0; path=/'
    localStorage.removeItem('auth_token')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page).toHaveURL(/\/signin/)
  expect(await page.content()).not.toContain(email)
})

test('a sign-out without a connection is told to the server as soon as there is one', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.goto('/')
  const own = await readToken(page)
  const isAlive = async () => {
    const answer = await page.request.get('/api/auth/session', { headers: { authorization: `Bearer ${own}` } })
    return answer.ok()
  }
  await page.route('**/api/auth/signout', (route) => route.abort('internetdisconnected'))
  await page.getByRole('banner').getByText('Sign Out').click()
  await expect(page.getByRole('banner').getByText('Sign In')).toBeVisible()
  expect(await isAlive()).toBe(true)
  // Until then no page is rendered for who has left.
  const told = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/auth/signout'))
  const answer = await page.goto('/')
  expect(answer?.headers()['cache-control']).toBe('no-cache')
  await told
  await page.unroute('**/api/auth/signout')
  const ended = page.waitForResponse('**/api/auth/signout')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect((await ended).status()).toBe(200)
  expect(await isAlive()).toBe(false)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ending_tokens'))).toBeNull()
})

for (const when of ['asked', 'answered'] as const) {
  test(`a sign-out that is ${when} after the next sign-in leaves that one alone`, async ({ newPerson, server }) => {
    const { page, email } = await newPerson()
    await page.goto('/')
    const left = await readToken(page)
    const signedIn = Promise.withResolvers<undefined>()
    await page.route('**/api/auth/signout', async (route) => {
      // A browser takes the cookies of an answer when it arrives, `fetch` when it has been fetched.
      if (when === 'asked') await signedIn.promise
      const response = await route.fetch()
      await signedIn.promise
      await route.fulfill({ response })
    })
    const late = page.waitForResponse('**/api/auth/signout')
    await page.getByRole('banner').getByText('Sign Out').click()
    await page.getByRole('banner').getByText('Sign In').click()
    await fillSignIn(page, email)
    await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
    const cookies = async () => (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).toSorted()
    const before = await cookies()
    signedIn.resolve(undefined)
    await late
    await expect.poll(() => page.evaluate(() => localStorage.getItem('ending_tokens'))).toBeNull()
    expect(await cookies()).toEqual(before)
    const statusOf = async (own: string | null) =>
      (await page.request.get('/api/auth/session', { headers: { authorization: `Bearer ${own}` } })).status()
    expect([await statusOf(left), await statusOf(await readToken(page))]).toEqual([401, 200])
    // Its cookies render its pages.
    const answer = await page.goto('/profile')
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    await expect(page).toHaveURL(`${server.url}/profile`)
  })
}

test('what was acknowledged survives a killed server', async ({ newPerson, server }) => {
  const author = await newPerson()
  const { page } = await newPerson()
  const mark = `Acknowledged ${crypto.randomUUID()}`
  const address = await share(author.page, mark)
  await page.goto(address)
  const pray = page.getByRole('button', { name: 'Pray', exact: true })
  await expectKeeping(page)
  await server.kill()
  await pray.click()
  await expect(page.getByRole('button', { name: 'Waiting to send' })).toBeVisible()
  await server.restart()
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'You prayed' })).toBeVisible()
  await expect(page.getByText(mark).first()).toBeVisible()
  await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
})
