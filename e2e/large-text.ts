import type { Page } from '@playwright/test'
import { findSideways } from './accessible.ts'
import { expect } from './test.ts'

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
      // A whole address may be broken anywhere.
      if (text.data.includes('://')) continue
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
    const bars = [...document.querySelectorAll('#app > header, #app > nav, main [class]')]
      .filter((one) => isSeen(one) && /fixed|sticky/.test(getComputedStyle(one).position))
      .map((one) => one.getBoundingClientRect())
      .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)), 0)
    if (bars > innerHeight / 2) faults.add(`what stays takes ${Math.round(bars)} px of the window`)
    return [...faults]
  })

const expectRoom = (page: Page, what: string): Promise<void> =>
  // The styles of a page arrive with it, or a moment later.
  expect
    .configure({ soft: true })
    .poll(() => findFaults(page), `letters of twice the size: ${what}`)
    .toEqual([])

/** Expects that letters of twice the size have room on the page, which keeps them. */
export async function expectRoomForLargeText(page: Page, what: string): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expectRoom(page, what)
}

/** The same of the menus in the head of the page. */
export async function expectRoomInMenus(page: Page, what: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  for (const summary of await page.locator('#app > header summary').filter({ visible: true }).all()) {
    await summary.click()
    await expect(page.locator('#app > header details[open] > :not(summary)')).toBeVisible()
    await expectRoom(page, `a menu, ${what}`)
    await page.keyboard.press('Escape')
  }
}

/** Expects that nothing lies beside the narrowest window with letters of twice the size. The next screens have the usual ones. */
export async function expectNarrowLargeText(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect
    .soft(await findSideways(page), `letters of twice the size at 320 px: ${what} scrolls sideways`)
    .toBeLessThanOrEqual(0)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}
