import { ask, callAs, expect, fillSignUp, holdScripts, openStarted, passWelcome, share, signIn, test } from './test.ts'

const WORDS = 'Words that must not be lost, whatever happens'
// The last file: two workers share it.
test.describe.configure({ mode: 'parallel' })

test('text that looks like code is only text', async ({ newPerson, page }) => {
  const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> {{7*7}} </textarea>'
  const author = await newPerson(`<b onmouseover=alert(1)>Name`)
  await author.page.goto('/new-prayer')
  await author.page.getByText('More options').click()
  await author.page.getByLabel('Title').fill(`For a new job ${hostile}`.slice(0, 100))
  await author.page.getByLabel('Your request').fill(`Please pray for my interview at the library on Monday. ${hostile}`)
  await author.page.getByRole('radio', { name: 'Everyone' }).check()
  await author.page.getByRole('button', { name: 'Share with everyone' }).click()
  await expect(author.page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  for (const address of ['/', new URL(author.page.url()).pathname]) {
    await page.goto(address)
    await expect(page.getByText('onerror="window.hacked=1"').first()).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
  }
})

test('a form that is sent before the page is ready waits, and keeps its words', async ({ page, server }) => {
  const release = await holdScripts(page)
  await page.goto('/signup', { waitUntil: 'commit' })
  await fillSignUp(page, `${crypto.randomUUID()}@example.org`)
  await expect(page).toHaveURL(`${server.url}/signup`)
  release()
  await passWelcome(page)
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
})

test('a press on a form with nothing to type waits as long as the scripts of the page take', async ({ page }) => {
  await page.clock.install()
  const release = await holdScripts(page)
  await page.goto('/verify-email#no-such-token', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.clock.runFor(60_000)
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/auth/verify-email'))
  release()
  await asked
})

test('a draft stays, above what is typed before the scripts run', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.goto('/new-prayer')
  const text = page.getByLabel('Your request')
  await text.fill(WORDS)
  await expect(page.getByText('Draft saved')).toBeVisible()
  const release = await holdScripts(page)
  await page.goto('/new-prayer', { waitUntil: 'commit' })
  await text.fill('And for my brother')
  release()
  await expect(text).toHaveValue(`${WORDS}\n\nAnd for my brother`)
  await page.reload()
  await expect(text).toHaveValue(`${WORDS}\n\nAnd for my brother`)
})

test('a form that is hydrated by the press on its button is sent with what was typed before', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.goto('/new-prayer')
  const words = `For my brother in prison ${crypto.randomUUID()}`
  await page.getByLabel('Your request').fill('For my brother')
  await page.getByLabel('Your request').evaluate((field: HTMLTextAreaElement, text) => {
    // React does not see this, as in a part of the page that is not hydrated yet.
    addEventListener('input', (event) => event.stopPropagation(), { capture: true, once: true })
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.form?.requestSubmit()
  }, words)
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  await expect(page.getByText(words).first()).toBeVisible()
})

test('a button that was pressed and is gone for good holds no form back', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.goto('/new-prayer')
  await page.getByLabel('Your request').fill('For my sister, who is at sea')
  await page.evaluate(() => {
    // As the one for passkeys goes in a browser without them, before React has seen the press.
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Gone'
    document.body.append(button)
    addEventListener('click', (event) => event.stopPropagation(), { capture: true, once: true })
    button.click()
    button.remove()
  })
  await page.getByRole('button', { name: 'Share with members' }).click()
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/, { timeout: 5000 })
})

test('a part that does not arrive takes nothing else away', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.route(/\/assets\/(OwnMenu|LanguagePanel|AppearancePanel)/, (route) => route.abort())
  await page.goto('/new-prayer')
  await page.getByLabel('Your request').fill('Words that can still be read')
  await page.getByRole('button', { name: 'Share with members' }).click()
  await expect(page.getByRole('article')).toContainText('Words that can still be read')
  await page.getByLabel('Language').click()
  // The page has a connection, and says nothing of it.
  await expect(page.getByRole('banner').getByText('We’re having trouble loading the application')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByLabel('Appearance').click()
  await expect(page.getByRole('banner').getByText(/You seem to be offline/)).toBeVisible()
})

test('a request that is shared while the site is upgraded opens, though the files of its page are gone', async ({
  newPerson,
  provoke,
}) => {
  provoke(/\/assets\/prayer-/)
  const { page } = await newPerson()
  await page.goto('/new-prayer')
  await page.getByLabel('Your request').fill(WORDS)
  // The page that is loaded anew names files that are there.
  await page.route(/\/assets\/prayer-/, (route) => route.fulfill({ status: 404, body: 'Not found' }), { times: 1 })
  await page.getByRole('radio', { name: 'Everyone' }).check()
  await page.getByRole('button', { name: /^Share with/ }).click()
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('main').getByText(WORDS).first()).toBeVisible()
})

test('a link that is pressed while the site is upgraded opens its page, though the files of it are gone', async ({
  newPerson,
  provoke,
  browser,
  server,
}) => {
  provoke(/\/assets\/groups-/)
  const { page: signedIn } = await newPerson()
  const storageState = await signedIn.context().storageState()
  // The oldest browsers have no Navigation API, and load the page anew that is open.
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB', storageState })
  const page = await context.newPage()
  await openStarted(page, '/answered')
  const links = page.getByRole('banner')
  await links.getByRole('link', { name: 'Today' }).click()
  // The part that says the title is the one that leads on.
  await expect(page.locator('output', { hasText: 'Today' })).toBeAttached()
  await page.route(/\/assets\/groups-/, (route) => route.fulfill({ status: 404, body: 'Not found' }), { times: 1 })
  await links.getByRole('link', { name: 'Groups' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await expect(page).toHaveURL(/\/groups$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/today$/)
  await context.close()
})

test('a press that opens nothing, because its part went with an older version, says what to do', async ({
  newPerson,
  provoke,
}) => {
  provoke(/ShareDialog/)
  const { page } = await newPerson()
  await page.route(/\/assets\/ShareDialog/, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await share(page, 'Please pray for my exam')
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Reload Page' })).toBeVisible()
})

test('a form whose words do not arrive keeps what is typed and is sent once they come', async ({
  newPerson,
  provoke,
}) => {
  provoke(/care-/)
  const { page } = await newPerson()
  let refused = 0
  await page.route(/\/assets\/care-/, async (route) => {
    refused += 1
    await route.abort()
  })
  await page.goto('/new-prayer')
  const note = page.getByRole('alert').filter({ hasText: 'Reload Page' })
  await expect(note).toBeVisible()
  await page.getByLabel('Your request').fill('Words that can still be shared')
  await page.getByRole('button', { name: 'Share with members' }).click()
  await expect.poll(() => refused).toBeGreaterThan(1)
  expect(refused, 'asked for with pauses').toBeLessThan(20)
  await page.unroute(/\/assets\/care-/)
  await expect(page.getByRole('article')).toContainText('Words that can still be shared')
  await expect(note).toBeHidden()
})

test('what is being written about a request that goes meanwhile stays until it is put aside', async ({ newPerson }) => {
  const [author, reader] = [await newPerson(), await newPerson()]
  const deleteElsewhere = (address: string) =>
    callAs(author.page, address.replace('/prayers', '/api/prayers'), 'DELETE')
  /** Comes back to the page from another window: it asks the server again, and is told that the request is gone. */
  const comeBack = async ({ page }: typeof author) => {
    const refused = page.waitForResponse((answer) => answer.url().includes('/api/prayers/') && answer.status() === 404)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await refused
  }
  const missing = 'This prayer request doesn’t exist'

  for (const [part, label] of [
    ['/edit', 'Your request'],
    ['?update', 'What has happened since?'],
  ] as const) {
    const address = await ask(author.page, `For my sister ${crypto.randomUUID()}`)
    const listening = author.page.waitForResponse('**/api/events*')
    await author.page.goto(address + part)
    await listening
    const text = author.page.getByLabel(label)
    await text.fill(WORDS)
    const told = author.page.waitForResponse((answer) => answer.status() === 404)
    await deleteElsewhere(address)
    await told
    // The page has done its work with that answer before the next press is answered.
    await author.page.getByRole('button', { name: part === '/edit' ? 'Save changes' : 'Share update' }).click()
    await expect(author.page.getByText('We can’t find this prayer request').first()).toBeVisible()
    await expect(text).toHaveValue(WORDS)
    await text.fill('')
    await expect(author.page.getByText(missing)).toBeVisible()
  }

  const address = await ask(author.page, `For my sister ${crypto.randomUUID()}`)
  await reader.page.goto(address)
  await reader.page.getByRole('button', { name: 'Report a concern' }).click()
  const reason = reader.page.getByRole('dialog').getByRole('textbox')
  await reason.fill(WORDS)
  await deleteElsewhere(address)
  await comeBack(reader)
  await reader.page.getByRole('radio', { name: 'Spam or asking for money' }).click()
  await expect(reason).toHaveValue(WORDS)
  await reader.page.getByRole('button', { name: 'Cancel' }).click()
  await expect(reader.page.getByText(missing)).toBeVisible()
})

test('without JavaScript the button of a form leaves what was typed, and the page says what to do', async ({
  demo,
  visitDemo,
}) => {
  const look = { javaScriptEnabled: false }
  const [own, visiting] = [{ ...look, storageState: await signIn(demo, 'hannah') }, look]
  for (const [path, label, button, options] of [
    ['/new-prayer', 'Your request', 'Share with members', own],
    ['/signin', 'Email', 'Sign in', visiting],
  ] as const) {
    const page = await visitDemo(options)
    await page.goto(path)
    await page.getByLabel(label).fill(WORDS)
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await answered
    await expect(page.getByLabel(label)).toHaveValue(WORDS)
    await expect(page.getByText('You can read here without JavaScript.')).toBeVisible()
  }
})

test('without JavaScript prayer mode offers a member nothing that it cannot do, and says what to do', async ({
  enter,
}) => {
  const page = await enter('hannah', '/pray', { javaScriptEnabled: false })
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('main').getByText('You can read here without JavaScript.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pray', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
})
