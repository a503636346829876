import { languageNames } from '../contract/languages.ts'
import { PASSWORD, expect, openSession, signIn, test } from './test.ts'

test('language and appearance open where one is, and close again', async ({ enter, page: visiting }) => {
  const member = await enter('hannah', '/groups')
  for (const [page, path] of [
    [member, '/groups'],
    [visiting, '/'],
  ] as const) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    const menu = page.getByRole('banner').locator('.only-mobile > summary')
    await menu.click()
    await page.getByRole('button', { name: 'Language and appearance' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toHaveAccessibleName('Language and appearance')
    await sheet.getByRole('button', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await sheet.locator('[value=large], [data-value=large]').or(sheet.getByText('كبير')).first().click()
    await expect(page.locator('html')).toHaveAttribute('data-text-size', 'large')
    expect(await sheet.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await sheet.getByRole('button', { name: 'English' }).click()
    await expect(sheet).toHaveAccessibleName('Language and appearance')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(menu).toBeFocused()
    await menu.click()
    await page.getByRole('button', { name: 'Language and appearance' }).click()
    await sheet.getByRole('heading', { level: 2 }).click()
    await expect(sheet).toBeVisible()
    await page.mouse.click(160, 20)
    await expect(sheet).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('pages are as wide as they should be, with a header above or a bar below', async ({ page }) => {
  await page.goto('/')
  for (const [width, expected] of [
    [390, 390],
    [767, 767],
    [768, 0.9 * 768],
    [1023, 0.9 * 1023],
    [1024, 960],
    [1279, 960],
    [1280, 1200],
    [1920, 1200],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const found = await page.locator('#main').evaluate((main) => main.getBoundingClientRect().width)
    expect(Math.abs(found - expected), `${width}: ${found}`).toBeLessThan(1)
    const isWide = width >= 768
    await expect(page.getByRole('banner').getByRole('navigation', { name: 'Main' })).toBeVisible({ visible: isWide })
    await expect(page.locator('nav.for-visitors')).toBeVisible({ visible: !isWide })
  }
})

test('enlarged fourfold, bars give way to the page', async ({ enter }) => {
  const page = await enter('hannah', '/')
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of ['/', '/groups', '/new-prayer', '/help-now?country=GB', '/profile?tab=account', '/welcome']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const covered = await page.evaluate(() => {
      scrollTo(0, 100)
      const isStuck = (element: Element | null): boolean =>
        element !== null &&
        (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isStuck(element.parentElement))
      const rows = Array.from({ length: innerHeight }, (_, y) => y)
      return rows.filter((y) => isStuck(document.elementFromPoint(innerWidth / 2, y))).length / rows.length
    })
    expect(covered, path).toBeLessThan(0.25)
  }
})

test('each finds the links that are theirs', async ({ page, newPerson }) => {
  await page.goto('/')
  const links = (one: typeof page) =>
    one.getByRole('banner').getByRole('navigation', { name: 'Main' }).locator('a, button').filter({ visible: true })
  await expect(links(page)).toHaveText(['Prayer Requests', 'Sign In', 'Sign Up'])
  const { page: own } = await newPerson()
  await own.goto('/')
  await expect(links(own)).toHaveText(['Prayer Requests', 'Today', 'Groups', 'Profile', 'Sign Out'])
})

test('each label of the bottom bar is whole and in one line, in each language', async ({ server, visit }) => {
  const cut: string[] = []
  const page = await visit({ javaScriptEnabled: false })
  for (const language of Object.keys(languageNames)) {
    await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
    await page.goto('/content/how-privacy-works')
    // A page holds the bars of all its readers, and shows the one of these.
    for (const role of ['', 'member', 'moderator', 'admin']) {
      await page.locator('html').evaluate((html, value) => {
        html.toggleAttribute('data-signed-in', value !== '')
        html.setAttribute('data-role', value)
      }, role)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 640 })
        const labels = await page.locator('nav a:not([aria-label])').evaluateAll((links) =>
          links
            .filter(
              (link) => getComputedStyle(link.closest('nav') ?? link).position === 'fixed' && link.clientWidth > 0,
            )
            .map((link) => {
              const text = document.createRange()
              text.selectNodeContents([...link.childNodes].findLast(({ nodeType }) => nodeType === 3) ?? link)
              // The place of the reader is bold.
              link.setAttribute('aria-current', 'page')
              const lines = new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom)))
              const isWhole = lines.size === 1 && text.getBoundingClientRect().width <= link.clientWidth
              return { label: `${document.documentElement.lang} ${innerWidth} ${link.textContent}`, isWhole }
            }),
        )
        expect(labels.length, `${language} ${width} ${role}`).toBe(4)
        cut.push(...labels.filter(({ isWhole }) => !isWhole).map(({ label }) => label))
      }
    }
  }
  expect(cut).toEqual([])
})

test('the first request begins on the first screen of a phone, also with letters twice as large', async ({
  demo,
  visitDemo,
}) => {
  const hannah = await signIn(demo, 'hannah')
  const person = { email: `${crypto.randomUUID()}@example.org`, password: PASSWORD, displayName: 'Lena Hofmann' }
  const newcomer = await openSession(demo, 'signup', person, { 'x-forwarded-for': '198.51.100.251' })
  for (const storageState of [undefined, hannah, newcomer]) {
    for (const language of ['en', 'de']) {
      // A visit of its own, so that the announcements are open.
      const viewport = { width: 390, height: 844 }
      const page = await visitDemo({ viewport, ...(storageState && { storageState }) })
      await page.context().addCookies([{ name: 'language', value: language, url: demo.url }])
      await page.goto('/')
      for (const fontSize of ['', '200%']) {
        await page.evaluate((size) => Object.assign(document.documentElement.style, { fontSize: size }), fontSize)
        const label = `${storageState === undefined ? 'visitor' : 'member'} ${language} ${fontSize}`
        const first = await page.getByRole('article').first().boundingBox()
        expect(first?.y, label).toBeLessThan(viewport.height)
      }
      await page.context().close()
    }
  }
})

test('paper shows what people wrote, and nothing to press', async ({ enter }) => {
  const page = await enter('hannah')
  await expect(page.getByText('Someone prayed for you today')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Someone prayed for you today')).toBeHidden()
  const request = await page.locator('main article a[href^="/prayers/"]').first().getAttribute('href')
  for (const path of ['/', request ?? '', '/today', '/prayer-lists', '/groups']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(/\w/)
    await expect(page.getByRole('button').filter({ visible: true }), path).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^(Show more|Pray one at a time)$/ }), path).toHaveCount(0)
  }
  await page.goto('/help-now?country=DE')
  const call = page.getByRole('link', { name: /^Call TelefonSeelsorge/ })
  await expect(call).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(call).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  for (const words of ['Leave this page', 'Another country'])
    await expect(page.getByText(words).filter({ visible: true }), words).toHaveCount(0)
  const desk = await enter('peter')
  await desk.emulateMedia({ media: 'print' })
  await desk.goto('/admin/prayers')
  await expect(desk.getByRole('table')).toContainText(/\w/)
  await expect(desk.getByRole('combobox').filter({ visible: true })).toHaveCount(0)
  await desk.goto('/content/imprint')
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Fill it in' }).filter({ visible: true })).toHaveCount(0)
})
