import { connect, createServer, type Server, type Socket } from 'node:net'
import { newDatabaseUrl } from '../server/test/postgres.ts'
import { startServer } from './server.ts'
import { expect, fillSignIn, ask, holdScripts, openStarted, readToken, test, started } from './test.ts'

/** Starts a proxy to the database that can be cut and restored. */
async function startProxy(database_url: string) {
  const target = new URL(database_url)
  const open = new Set<Socket>()
  const way: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  const listen = (port: number) => new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = way.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = new URL(database_url)
  url.host = `127.0.0.1:${port}`
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => way.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
  return { url: url.href, cut, mend: () => listen(port) }
}

test('a stopped server: the feed says that it could not be loaded, and tries again', async ({ newPerson, server }) => {
  const { page } = await newPerson()
  const mark = crypto.randomUUID()
  await ask(page, `Still here ${mark}`)
  await page.goto('/')
  await expect(page.getByRole('article').filter({ hasText: mark })).toBeVisible()
  await started(page)
  await server.kill()
  await page.getByRole('link', { name: 'Waiting for prayer' }).first().click()
  await expect(page.getByText('We couldn’t load the requests.')).toBeVisible()
  await expect(page.getByText('There was a problem connecting to our backend service', { exact: true })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' })).toBeVisible()
  await server.restart()
  // A connection that died with the server may be tried first, and then one presses once more.
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await again.isVisible()) await again.click()
    await expect(page.getByRole('article').filter({ hasText: mark })).toBeVisible({ timeout: 5000 })
  }).toPass()
})

test('a lost database: the page says that the backend service cannot be reached, without the columns of the footer', async ({
  page,
}) => {
  const way = await startProxy(await newDatabaseUrl())
  const other = await startServer('postgres', { DATABASE_URL: way.url })
  // The start ends with the set-up link; without a database the server would not start at all.
  await expect.poll(() => other.set_up_url).toBeDefined()
  await way.cut()
  const answer = await page.request.get(`${other.url}/`)
  expect(answer.status()).toBe(503)
  const html = await answer.text()
  expect(html).toContain('There was a problem connecting to our backend service')
  expect(html).toContain('A community platform for sharing prayer requests')
  expect(html).not.toContain('/content/imprint')
  expect(other.output).toContain('Failed to fetch content')

  // A page that makes no other call works without the side columns.
  const form = await page.request.get(`${other.url}/signin`)
  expect(form.status()).toBe(200)
  expect(await form.text()).not.toContain('/content/imprint')
  await way.mend()
  await expect.poll(async () => (await page.request.get(`${other.url}/`)).status()).toBe(200)
  expect(await (await page.request.get(`${other.url}/`)).text()).toContain('/content/imprint')
  await other.stop()
  await way.cut()
})

for (const missing of ['sign-in', 'libraries', 'entry.client']) {
  test(`a chunk that does not arrive (${missing}): the page can be read, and offers to be loaded again`, async ({
    server,
    provoke,
    visit,
  }) => {
    provoke(/Failed to fetch dynamically imported module/)
    const page = await visit()
    await page.route(new RegExp(`/assets/${missing.replace('.', String.raw`\.`)}-`), (route) => route.abort())
    await page.goto('/signin')
    await expect(page.getByText('We’re having trouble loading the application')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Reload Page' }).click()
    await expect(page).toHaveURL(`${server.url}/signin`)
    await expect(page.getByText('We’re having trouble loading the application')).toBeHidden()
    await page.getByLabel('Email').fill('hannah@example.org')
  })
}

test('an error while rendering: the screen leads home, or signs out and loads again', async ({
  newPerson,
  server,
  provoke,
  visit,
}) => {
  provoke(/\.find is not a function/)
  const person = await newPerson()
  const page = await visit({ storageState: await person.page.context().storageState() })
  const fail = async () => {
    // An answer of a shape that no page expects.
    await page.route(/\/api\/prayers\?.*view=answered/, (route) => route.fulfill({ json: { items: 7 } }))
    await page.goto('/')
    await page.getByRole('link', { name: 'Answered', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByText('An unexpected error occurred in the application')).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await page.unrouteAll()
  }
  await fail()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeHidden()
  expect(await readToken(page)).not.toBeNull()

  await openStarted(page, '/new-prayer')
  await page.getByLabel('Your request').fill('My sister has surgery on Monday.')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))
  await expect.poll(drafts).toHaveLength(1)

  await fail()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reset & Reload' }).click()
  await loaded
  await expect(page).toHaveURL(`${server.url}/answered`)
  expect(await readToken(page)).toBeNull()
  expect(await drafts()).toHaveLength(1)
  await expect(page.getByRole('banner').getByText('Sign In')).toBeVisible()

  // It waits for its writer alone.
  const other = await newPerson()
  await page.goto('/signin')
  await fillSignIn(page, other.email)
  await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
  await expect.poll(drafts).toEqual([])
})

test('a page whose first script was lost on the way does not say that it has none', async ({ page }) => {
  await page.route('**/early.js', (route) => route.abort())
  await openStarted(page, '/signin')
  await expect(page.getByText('You can read here without JavaScript.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
})

test('a wrong address: the page never loses its heading, however late its script comes', async ({ page }) => {
  const release = await holdScripts(page, /\/assets\/ErrorScreen-.*\.js$/)
  await page.addInitScript(() => {
    const losses: string[] = []
    let had = false
    new MutationObserver(() => {
      const has = document.querySelector('main h1') !== null
      if (had && !has) losses.push(location.pathname)
      had = has
    }).observe(document, { childList: true, subtree: true })
    Object.assign(globalThis, { losses })
  })
  const asked = page.waitForRequest(/ErrorScreen-/)
  await page.goto('/nothing-here', { waitUntil: 'commit' })
  await asked
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 250 })))
  release()
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'oremusStarted'))).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { losses: string[] }).losses)).toEqual([])
})
