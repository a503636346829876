import type { Page } from '@playwright/test'
import { small } from './shifts.ts'
import { becomeNew, expect, make, newContext, share, started, test } from './test.ts'

/** Finds what sticks out of the window, is cut off, is broken letter by letter, or leaves too little of the page. */
const findFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>()
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.add(`scrolls sideways by ${scrollWidth - clientWidth} px`)
    const parents = (element: Element): Element[] => {
      const found: Element[] = []
      for (let one: Element | null = element; one; one = one.parentElement) found.push(one)
      return found
    }
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[href="#main"]') &&
      parents(element).every((one) => getComputedStyle(one).clipPath !== 'inset(50%)')
    const isScrolled = (element: Element) =>
      parents(element).some(
        (one) =>
          one !== document.documentElement &&
          /auto|scroll/.test(getComputedStyle(one).overflowX) &&
          one.scrollWidth > one.clientWidth,
      )
    const expectInside = (element: Element, { left, right, width }: DOMRect, name: string) => {
      if (width > 1 && (left < -1 || right > clientWidth + 1) && !isScrolled(element))
        faults.add(`${name} lies from ${Math.round(left)} to ${Math.round(right)} px`)
    }
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node as Text
      const parent = text.parentElement
      if (!parent || text.data.trim() === '' || parent.closest('script, style, select, textarea') || !isSeen(parent))
        continue
      range.selectNodeContents(text)
      for (const box of range.getClientRects()) expectInside(parent, box, `“${text.data.slice(0, 40)}”`)
      for (const box of parents(parent).slice(0, 4))
        if (/hidden|clip/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1)
          faults.add(`“${text.data.slice(0, 40)}” is cut off`)
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{M}\p{N}]{3,}/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        if (lines > 1 && word.length / lines < 3) faults.add(`“${word}” is broken into ${lines} lines`)
      }
    }
    for (const control of document.querySelectorAll('a, button, summary, input, select, textarea, svg'))
      if (isSeen(control))
        expectInside(control, control.getBoundingClientRect(), control.outerHTML.slice(0, 60).split('>')[0] ?? '')
    const bars = [...document.querySelectorAll('body > header, body > nav, main [class]')]
      .filter((one) => isSeen(one) && /fixed|sticky/.test(getComputedStyle(one).position))
      .map((one) => one.getBoundingClientRect())
      .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)), 0)
    if (bars > innerHeight / 2) faults.add(`what stays takes ${Math.round(bars)} px of the window`)
    return [...faults]
  })

/** Opens the pages one after the other as links do, in letters of twice the size, and expects that everything fits. */
async function expectRoom(page: Page, paths: string[], label: string): Promise<void> {
  await page.goto(paths[0] ?? '/')
  await started(page)
  for (const path of paths) {
    await page.evaluate((to) => {
      const { __reactRouterDataRouter: router } = globalThis as unknown as {
        __reactRouterDataRouter: { navigate: (where: string) => Promise<void> }
      }
      document.documentElement.style.fontSize = '200%'
      return router.navigate(to)
    }, path)
    await expect(page.locator('main :is(h1, h2)').first()).toBeAttached()
    await expect(page.locator('[aria-busy=true], .late')).toHaveCount(0)
    // What a page adds with its own styles arrives with it, or a moment later.
    await expect.poll(() => findFaults(page), `${label} ${path}`).toEqual([])
  }
  await page.evaluate(() => scrollTo(0, 0))
  for (const summary of await page.locator('body > header summary').filter({ visible: true }).all()) {
    await summary.click()
    await expect(page.locator('body > header details[open] > :not(summary)')).toBeVisible()
    await expect.poll(() => findFaults(page), `${label}, a menu`).toEqual([])
    await page.keyboard.press('Escape')
  }
}

test('letters of twice the size have room on a phone', async ({ newPerson, browser, server }) => {
  const { page: author } = await newPerson('Maximiliane Hofstetter')
  const prayer = new URL(await share(author, 'Please pray for my grandmother, who is in hospital since Thursday.'))
  const group = await make(author, '/api/groups', {
    name: 'Bibelkreis Nordstadt',
    description: 'Wir treffen uns dienstags im Gemeindehaus.',
  })
  const storageState = await author.context().storageState()
  for (const locale of ['en-GB', 'de-DE']) {
    const look = { locale, viewport: small, reducedMotion: 'reduce' } as const
    const visitors = await newContext(browser, server, look)
    const read = [prayer.pathname, '/answered', '/content/writing-a-prayer-request', '/help-now?country=DE', '/']
    await expectRoom(await visitors.newPage(), ['/signin', '/signup', '/reset-password', ...read], locale)
    await visitors.close()

    const members = await newContext(browser, server, { ...look, storageState })
    const page = await members.newPage()
    const tabs = ['praying', 'notifications', 'account'].map((tab) => `/profile?tab=${tab}`)
    const groups = ['/groups', '/groups/new', '/groups/join', `/groups/${group}`, `/groups/${group}?tab=members`]
    const own = ['/today', '/prayer-lists', '/notifications', '/decisions', '/profile', ...tabs]
    await expectRoom(page, [prayer.pathname, '/answered', ...groups, ...own, '/'], `${locale}, signed in`)
    await becomeNew(page)
    await expectRoom(page, ['/welcome?step=2', '/welcome'], `${locale}, new`)
    await members.close()
  }
})
