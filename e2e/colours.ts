import type { Page } from '@playwright/test'
import { findSideways, findViolations } from './accessible.ts'
import { expect } from './test.ts'

const modes = ['light', 'dark'] as const

/** Returns the texts with insufficient contrast in the current colours, on a page that has axe. */
const contrastsOf = (page: Page, part: string): Promise<string[]> =>
  findViolations(page, part, ['color-contrast', 'link-in-text-block'])

/**
 * In forced colours the system ensures contrast, unless an element keeps its own colours; those must then be a system
 * pair.
 */
const ownColors = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    document.body.append(probe)
    const colorOf = (name: string) => {
      probe.style.color = name
      return getComputedStyle(probe).color
    }
    const pairs = new Set([colorOf('HighlightText'), colorOf('CanvasText'), colorOf('ButtonText')])
    probe.remove()
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { color, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & {
        forcedColorAdjust: string
      }
      const hasWords = element.checkVisibility() && element.textContent?.trim() !== ''
      return hasWords && forcedColorAdjust === 'none' && !(element instanceof SVGElement) && !pairs.has(color)
        ? [`${element.tagName} ${element.getAttribute('class') ?? ''}: ${color}`]
        : []
    })
  })

/** The names of the site's themes by their ids. */
export async function readThemes(page: Page): Promise<Map<string, string>> {
  const themes = (await (await page.request.get('/api/themes')).json()) as { id: string; name: string }[]
  expect(themes.length).toBeGreaterThanOrEqual(5)
  return new Map(themes.map(({ id, name }) => [id, name]))
}

/** Expects that the page, which has axe, can be read in each of the themes, light and dark. */
export async function expectReadableInThemes(page: Page, themes: Map<string, string>, what: string): Promise<void> {
  for (const [id, name] of themes) {
    for (const mode of modes) {
      await page.evaluate(
        ([theme, appearance]) => {
          Object.assign(localStorage, { theme, appearance })
          dispatchEvent(new Event('appearance'))
        },
        [id, mode],
      )
      expect.soft(await contrastsOf(page, 'body'), `${what} in ${name}, ${mode}`).toEqual([])
    }
  }
  await page.evaluate(() => {
    for (const name of ['theme', 'appearance']) localStorage.removeItem(name)
    dispatchEvent(new Event('appearance'))
  })
}

/** Expects that the page, which has axe, can be read as the system wants it: in strong contrast, in its own colours, at rest, and large. */
export async function expectSystemWishes(page: Page, what: string): Promise<void> {
  const border = (): Promise<string | undefined> =>
    page.evaluate(() => {
      const styles = [...document.querySelectorAll('main article')].map((card) => getComputedStyle(card))
      return styles.find(({ borderTopWidth }) => borderTopWidth !== '0px')?.borderTopColor
    })
  const usual = await border()
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' })
  expect.soft(await contrastsOf(page, 'main'), `${what} in strong contrast`).toEqual([])
  // Strong contrast takes effect: the borders of cards are as dark as text.
  if (usual !== undefined) expect.soft(await border(), `${what}: borders in strong contrast`).not.toBe(usual)
  await page.emulateMedia({ contrast: null, forcedColors: 'active', reducedMotion: 'reduce' })
  expect.soft(await ownColors(page), `${what}: what keeps its colours when the system chooses them`).toEqual([])
  await page.emulateMedia({ forcedColors: null, reducedMotion: 'reduce' })
  const before = page.viewportSize() ?? { width: 1280, height: 900 }
  // 640 px correspond to 1280 at 200 %; text alone at twice the size fits, too.
  await page.setViewportSize({ width: 640, height: 900 })
  expect.soft(await findSideways(page), `${what} at 200 % scrolls sideways`).toBeLessThanOrEqual(0)
  const moving = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    return [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element)
        const longest = (list: string) => Math.max(...list.split(',').map((one) => Number.parseFloat(one)))
        return longest(transitionDuration) > 0.001 || (animationName !== 'none' && longest(animationDuration) > 0.001)
      })
      .map((element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`)
  })
  expect.soft(moving, `${what} moves`).toEqual([])
  expect.soft(await findSideways(page), `${what} with text of twice the size scrolls sideways`).toBeLessThanOrEqual(0)
  await page.setViewportSize(before)
}
