import { expect, ask, test } from './test.ts'

test('without JavaScript the feed, its filters, its pages and a request are readable', async ({ newPerson, visit }) => {
  // More than a page, by two people, because each may share twenty in an hour.
  for (const name of ['Grace O.', 'Marcos A.']) {
    const { page } = await newPerson(name)
    for (let index = 0; index < 12; index += 1)
      await ask(page, `Request number ${index} of ${name}: I lost my job and look for new work`)
  }
  const reader = await visit({ javaScriptEnabled: false })
  await reader.goto('/prayers')
  await expect(reader.getByRole('article')).toHaveCount(20)
  await reader.goto('/')
  const first = await reader.getByRole('article').first().innerText()
  await reader.getByRole('link', { name: 'Waiting for prayer' }).first().click()
  await expect(reader).toHaveURL(/view=waiting/)
  await reader.goto('/?page=1')
  await expect(reader.getByRole('article').first()).not.toHaveText(first)
  await reader.goto('/')
  await reader.getByRole('article').first().getByRole('link', { name: 'Work' }).click()
  await expect(reader).toHaveURL(/category=/)
  await expect(reader.getByRole('article').first()).toBeVisible()
  await reader.goto('/pray')
  await expect(reader.getByRole('link', { name: 'Pray', exact: true })).toBeVisible()
  await expect(reader.getByRole('button')).toHaveCount(0)
  expect((await reader.goto('/prayers/00000000-0000-4000-8000-000000000000'))?.status()).toBe(404)
  await expect(reader.getByText('This prayer request doesn’t exist, or it’s no longer shared.')).toBeVisible()
  expect((await reader.goto('/no-such-page'))?.status()).toBe(404)
})

test('the first load calls no API, a navigation calls it once, and Back not at all', async ({ page, newPerson }) => {
  const author = await newPerson()
  const mark = crypto.randomUUID()
  await ask(author.page, `Please read all of this ${mark}`)
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') || pathname.endsWith('.data')) calls.push(`${request.method()} ${pathname}`)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(calls).toEqual([])
  await page.getByRole('article').filter({ hasText: mark }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/prayers\//)
  const own = `GET /api${new URL(page.url()).pathname}`
  await expect.poll(() => calls).toEqual([own])
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([own])
  calls.length = 0
  await page.goBack()
  await expect(page.getByRole('article').filter({ hasText: mark })).toBeVisible()
  expect(calls).toEqual([])
})

test('a page brings no validator along', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const bodies = await Promise.all(scripts)
  expect(bodies.length).toBeGreaterThan(1)
  expect(bodies.join('')).not.toMatch(/ZodError|\$ZodType|unrecognized_keys/)
})

test('a new visitor reads in the language of their browser, and can choose another', async ({ visit }) => {
  const page = await visit({ locale: 'ar' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('banner')).toContainText('طلبات الصلاة')
  await page
    .locator('summary, button')
    .filter({ has: page.locator('svg') })
    .first()
    .click()
  await page.getByText('Español', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})

test('the theme is right at first paint and stays', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('button', { name: 'Theme and appearance' })
    .or(page.locator('summary[aria-label="Theme and appearance"]'))
    .first()
    .click()
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(background).toBe('rgb(18, 18, 18)')
  // The page is dark before any script of the application has run.
  await page.route(/\/assets\/.*\.js/, (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await background()).toBe('rgb(18, 18, 18)')
})
