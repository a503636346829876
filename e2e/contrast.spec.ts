import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import { PASSWORD, expect, newContext, share, test } from './test.ts'

const modes = ['light', 'dark'] as const
// Injected into a page once and run there many times: `AxeBuilder` would inject it again for every analysis.
const axe = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
interface Axe {
  run(
    context: string,
    options: { runOnly: string[]; resultTypes: string[] },
  ): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
}

/** Returns the texts with insufficient contrast in the current colours. */
const contrastsOf = (page: Page, part: string): Promise<string[]> =>
  page.evaluate(async (context) => {
    const { axe: loaded } = globalThis as unknown as { axe: Axe }
    const { violations } = await loaded.run(context, {
      runOnly: ['color-contrast', 'link-in-text-block'],
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, part)

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

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('the main screens can be read in every theme, light and dark, in strong contrast and in forced colours', async ({
  newPerson,
  browser,
  server,
}) => {
  const author = await newPerson('Hannah W.')
  const address = new URL(await share(author.page, 'For my father, who is ill. https://example.org')).pathname
  const storageState = await author.page.context().storageState()
  // Reduced motion, so that no colour is in transition while it is measured.
  const context = await newContext(browser, server, {
    storageState,
    reducedMotion: 'reduce',
    viewport: { width: 640, height: 900 },
  })
  const page = await context.newPage()
  const answer = await page.request.get('/api/themes')
  const themes = (await answer.json()) as { id: string; name: string }[]
  expect(themes.length).toBeGreaterThanOrEqual(5)
  for (const path of ['/', address, '/new-prayer', '/profile', '/groups']) {
    await page.goto(path)
    await page.evaluate(axe)
    // Where one writes, the header steps aside.
    await expect(page.locator('body > header').getByText('Sign Out')).toBeAttached()
    await expect(page.locator('main').locator('h1, h2').first()).toBeAttached()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const { id, name } of themes) {
      for (const mode of modes) {
        await page.evaluate(
          ([theme, appearance]) => {
            Object.assign(localStorage, { theme, appearance })
            dispatchEvent(new Event('appearance'))
          },
          [id, mode],
        )
        const found = await contrastsOf(page, path === '/' ? 'body' : 'main')
        expect.soft(found, `${path} in ${name}, ${mode}`).toEqual([])
      }
    }
    await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' })
    expect.soft(await contrastsOf(page, 'main'), `${path} in strong contrast`).toEqual([])
    await page.emulateMedia({ contrast: null, forcedColors: 'active', reducedMotion: 'reduce' })
    expect.soft(await ownColors(page), `${path}: what keeps its colours when the system chooses them`).toEqual([])
    await page.emulateMedia({ forcedColors: null, reducedMotion: 'reduce' })
    // 640 px correspond to 1280 at 200 %; text alone at twice the size fits, too.
    expect.soft(await sideways(page), `${path} at 200 % scrolls sideways`).toBeLessThanOrEqual(0)
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
    expect.soft(moving, `${path} moves`).toEqual([])
    expect.soft(await sideways(page), `${path} with text of twice the size scrolls sideways`).toBeLessThanOrEqual(0)
  }
  // Strong contrast takes effect: the borders of cards are as dark as text.
  const border = () =>
    page
      .locator('main article')
      .first()
      .evaluate((card) => getComputedStyle(card).borderTopColor)
  await page.goto(address)
  const usual = await border()
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' })
  expect(await border()).not.toBe(usual)
  await context.close()
})

/** Presses Tab until the target has the focus, as a keyboard user does, and checks that the focus is visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) {
      // For a field with a button beside it, the box around both shows the focus.
      const outline = await target.evaluate((element) => {
        const boxes = [element, element.parentElement, element.parentElement?.parentElement]
        return boxes.some((box) => box && getComputedStyle(box).outlineStyle !== 'none')
      })
      expect(outline, `the focus can be seen at ${target.toString()}`).toBe(true)
      return
    }
  }
  throw new Error(`Tab does not lead to ${target.toString()}`)
}

test('the main job is done with Tab, Enter and Space alone, from signing in to praying', async ({
  newPerson,
  browser,
  server,
}) => {
  const { email } = await newPerson()
  const context = await newContext(browser, server)
  const page = await context.newPage()
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signin/)
  const main = page.getByRole('main')
  await expect(main.getByLabel('Email')).toBeVisible()
  if (!(await main.getByLabel('Email').evaluate((field) => field === document.activeElement)))
    await tabTo(page, main.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, main.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
  const write = page.getByRole('link', { name: /New prayer request|Share a prayer request|New prayer/i }).first()
  await expect(write).toBeVisible()
  await tabTo(page, write)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your request')).toBeVisible()
  await tabTo(page, page.getByLabel('Your request'))
  await page.keyboard.type('Typed without a mouse')
  await tabTo(page, page.getByRole('button', { name: 'Share with everyone' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  const pray = page.getByRole('button', { name: 'Pray', exact: true })
  await expect(pray).toBeVisible()
  await tabTo(page, pray)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'You prayed' })).toBeFocused()
  await context.close()
})
