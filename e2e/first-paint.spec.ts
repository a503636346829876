import type { Page } from '@playwright/test'
import { isFull } from '../server/test/depth.ts'
import { goWhole, large, small } from './shifts.ts'
import { STILL_PAGE, callAs, expect, expectKeeping, holdScripts, openStarted, started, test } from './test.ts'

/** The words of the main part as the server sent them, without what only scripts show. */
const servedText = (html: string): string => {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? ''
  return main
    .replaceAll(/<!--.*?-->|<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('members see their own page at first paint, and what it says of them stays', async ({ enter }) => {
  const page = await enter('hannah')
  const { items } = await callAs<{ items: { id: string }[] }>(page, '/api/prayers')
  for (const viewport of isFull ? [small, large] : [small]) {
    await page.setViewportSize(viewport)
    for (const path of ['/', `/prayers/${items[0]?.id}`, '/groups', '/profile']) {
      const answer = await page.goto(path)
      const words = servedText((await answer?.text()) ?? '')
      await started(page)
      for (const button of await page.getByRole('button', { name: /^(You prayed|Pray|Give thanks)$/ }).all())
        expect(words, path).toContain(await button.innerText())
      expect(words, path).not.toContain('Sign in to')
      for (const heading of await page.locator('main').getByRole('heading').allInnerTexts())
        expect(words, path).toContain(heading.replaceAll(/\s+/g, ' '))
    }
  }
})

test('without JavaScript members read their own pages', async ({ enter }) => {
  const page = await enter('hannah', '/groups', { javaScriptEnabled: false })
  await expect(page.getByRole('link', { name: 'Tuesday Evening Circle' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hannah')
  // The first look at a new day, which the page does not keep.
  await page.goto('/today')
  await expect(page.getByRole('button', { name: /^Pray: / }).first()).toBeVisible()
})

/** The class names in the page that no style sheet of it has. */
const findUnstyled = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const known = new Set<string>()
    const collect = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        if ('selectorText' in rule)
          for (const [, name = ''] of String(rule.selectorText).matchAll(/\.(-?[_a-z][\w-]*)/gi)) known.add(name)
        if ('cssRules' in rule) collect(rule.cssRules as CSSRuleList)
      }
    }
    for (const sheet of document.styleSheets) collect(sheet.cssRules)
    return [...document.querySelectorAll('[class]')].flatMap((element) =>
      [...element.classList]
        .filter((name) => !known.has(name))
        .map((name) => `${name}: ${element.outerHTML.slice(0, 80)}`),
    )
  })

test('what the server renders comes with its styles, the parts that load later too', async ({ enter }) => {
  const members = [
    '/',
    '/notifications',
    '/profile?tab=account',
    '/groups',
    '/prayer-lists',
    '/today',
    '/pray',
    '/welcome',
  ]
  const desk = ['/admin', '/admin/reports', '/admin/prayers', '/admin/themes', '/admin/users', '/admin/settings']
  for (const [name, paths] of [['hannah', members] as const, ['peter', desk] as const]) {
    const page = await enter(name, STILL_PAGE, { javaScriptEnabled: false })
    for (const path of paths) {
      await page.goto(path)
      expect.soft(await findUnstyled(page), path).toEqual([])
    }
  }
})

test('no part brings a sheet that the page has, which would then win over those after it', async ({ enter }) => {
  const page = await enter('hannah', '/prayer-lists')
  for (const path of ['/prayer-lists', '/groups', '/profile']) {
    await openStarted(page, path)
    await expectKeeping(page)
    const sheets = await page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname))
    expect(sheets.length, path).toBeGreaterThan(2)
    expect(sheets.toSorted(), path).toEqual([...new Set(sheets)].toSorted())
  }
})

test('a step within the desk waits for no sheet that it has', async ({ enter }) => {
  const page = await enter('peter', '/admin')
  await started(page)
  await page.evaluate(() => {
    const again: string[] = []
    Object.assign(globalThis, { again })
    const pathOf = (link: Element) => new URL((link as HTMLLinkElement).href).pathname
    const watch = ({ addedNodes }: MutationRecord) => {
      for (const node of addedNodes)
        if (node instanceof HTMLLinkElement && `${node.rel} ${node.as}`.includes('style') && !node.dataset.precedence)
          if ([...document.querySelectorAll('link[data-precedence]')].some((own) => pathOf(own) === pathOf(node)))
            again.push(pathOf(node))
    }
    new MutationObserver((records) => records.forEach(watch)).observe(document.head, { childList: true })
  })
  for (const path of ['/admin/users', '/admin/audit', '/admin/settings', '/admin']) await goWhole(page, path)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'again') as string[])).toEqual([])
})

test('what is typed and pressed before the scripts arrive is done when they have arrived', async ({ newPerson }) => {
  const { page } = await newPerson()
  const release = await holdScripts(page)
  await page.goto('/new-prayer', { waitUntil: 'commit' })
  await page.getByLabel('Your request').fill('Please pray for my father, who is in hospital.')
  await page.getByRole('radio', { name: 'Prayer team' }).check()
  await page.getByRole('radio', { name: 'Anonymous' }).check()
  await page.getByRole('button', { name: /^Share with/ }).click()
  await expect(page).toHaveURL(/\/new-prayer$/)
  release()
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  await expect(page.getByLabel('Your request')).toHaveCount(0)
  await expect(page.getByText('Please pray for my father, who is in hospital.')).toBeVisible()
  await expect(page.getByText('Prayer team').first()).toBeVisible()
  await expect(page.getByText('Anonymous').first()).toBeVisible()
})

test('a part whose script is late stays as it came, and is pressed once', async ({ page }) => {
  const html = await (await page.request.get('/admin-simplest')).text()
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    if (!html.includes(new URL(route.request().url()).pathname)) await held
    await route.continue()
  })
  await page.goto('/admin-simplest', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Count' })
  const served = await button.elementHandle()
  await started(page)
  // By then it is known that nobody is signed in, which all parts of the page are told.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 250 })))
  await button.click()
  expect(await served?.evaluate((element) => element.isConnected)).toBe(true)
  release()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1')
})

test('a form that has been read in part stands where it will stand', async ({ page }) => {
  await page.setViewportSize(large)
  for (const path of ['/signin', '/signup']) {
    await openStarted(page, path)
    const places = () =>
      page
        .locator('main :is(h1, svg)')
        .evaluateAll((parts) => parts.slice(0, 2).map((part) => Math.round(part.getBoundingClientRect().bottom)))
    const whole = await places()
    // The browser paints this while the rest of the form is on its way.
    await page.locator('main form').evaluate((form) => {
      for (const part of [...form.children].slice(1)) part.remove()
    })
    expect(await places(), path).toEqual(whole)
  }
})

test('on a slow line a page that stands alone never shows the header, and nothing moves as it comes', async ({
  enter,
}) => {
  const page = await enter('hannah', STILL_PAGE, { javaScriptEnabled: false, viewport: small })
  const header = page.locator('header').first()
  /** Shows the page as it has come when `begins` is reached, and returns how to bring the rest. */
  const begin = async (path: string, begins: RegExp): Promise<() => Promise<void>> => {
    const html = (await (await page.goto(path))?.text()) ?? ''
    const end = html.search(begins)
    expect(end, path).toBeGreaterThan(0)
    await page.goto(STILL_PAGE)
    await page.evaluate(
      (begun) => {
        document.open()
        document.write(begun)
      },
      html.slice(0, end),
    )
    await expect(page.locator('main'), path).toBeAttached()
    return async () => {
      await page.evaluate((rest) => {
        document.write(rest)
        document.close()
      }, html.slice(end))
    }
  }
  for (const path of ['/help-now', '/new-prayer', '/groups']) {
    const bringRest = await begin(path, /(?<=<main[^>]*>)/)
    await expect(header, path).toBeHidden()
    await bringRest()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(header, path).toBeVisible({ visible: path === '/groups' })
  }
  const bringWords = await begin('/nothing-here', /<h1/)
  const art = page.locator('main svg').first()
  const placeOf = async (): Promise<number | undefined> => (await art.boundingBox())?.y
  const before = await placeOf()
  await bringWords()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await placeOf()).toBe(before)
  const bringFoot = await begin('/pray', /<[^>]*pray-module_foot/)
  const words = page.locator('[class*=pray-module_words]')
  await expect(words).toBeHidden()
  await bringFoot()
  await expect(words).toBeVisible()
})
