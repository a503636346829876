import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { isFull } from '../server/test/depth.ts'
import { expectAccessible, expectSpeakable } from './accessible.ts'
import { expectReadableInThemes, expectSystemWishes, readThemes } from './colours.ts'
import { expectNarrowLargeText, expectRoomForLargeText, expectRoomInMenus } from './large-text.ts'
import { PSEUDO_LANGUAGE, findPageFaults, installPseudoLocale } from './pseudo.ts'
import {
  type Community,
  type Part,
  type Screen,
  fillScreens,
  fillsWindow,
  looks,
  mayMove,
  partNames,
} from './screens.ts'
import { goTo, goWhole, large, measure, openStill, openWhole, small } from './shifts.ts'
import { type Look, becomeNew, expect, newContext, test as base } from './test.ts'

// Opens each screen in its looks, and asks there everything that is asked of every screen.

/** A community for all tours of a worker, which only read. */
const test = base.extend<object, { community: Community }>({
  community: [
    async ({ demos }, use) => {
      const site = await demos.start()
      await use(await fillScreens(site))
      await site.stop()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'parallel' })

/** Opens a screen as its reader, and waits until it has what it has to show. */
async function open(page: Page, { path: address, has, press }: Screen, what: string): Promise<void> {
  // The desk is rendered in the browser: what was loaded for one of its screens, axe too, serves the next.
  if (!isFull && page.url().includes('/admin') && address.startsWith('/admin')) {
    await goWhole(page, address)
    await page.locator('h1').waitFor()
  } else await (mayMove(address) ? openWhole(page, address) : openStill(page, address, what))
  if (has !== undefined) await page.locator(has).first().waitFor()
  if (press) {
    await page.getByRole('button', { name: press.button }).click()
    await page.locator(press.appears).waitFor()
  }
}

/** A page of the part's reader, on which everything that moves by itself is measured. */
async function enter(context: BrowserContext, { isNew = false }: Part): Promise<Page> {
  await measure(context)
  const page = await context.newPage()
  if (isNew) {
    await page.goto('/')
    await becomeNew(page)
  }
  return page
}

const stateOf = ({ sessions }: Community, { reader }: Part): Look => {
  const storageState = sessions.get(reader)
  return storageState ? { storageState } : {}
}

/** Names the buttons that touch the edge of their card; one far outside stands in a dialog or a bar. */
const findTightButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[class*="Card-module_card"] [class*="Button-module_button"]')].flatMap((button) => {
      const [inner, outer] = [button, button.closest('[class*="Card-module_card"]') ?? button].map((one) =>
        one.getBoundingClientRect(),
      )
      if (!inner || !outer || inner.height === 0) return []
      const room = Math.min(
        inner.top - outer.top,
        outer.bottom - inner.bottom,
        inner.left - outer.left,
        outer.right - inner.right,
      )
      return Math.abs(room) < 8 ? [`${button.textContent} (${room.toFixed(0)} px)`] : []
    }),
  )

const usualLooks = looks.filter(({ usual }) => usual || isFull)

for (const [turn, part] of partNames.entries()) {
  for (const [number, { name: look, ...how }] of usualLooks.entries()) {
    // At full depth each screen is opened in each look, else in one, by turns.
    const isOpened = (_: Screen, index: number): boolean => isFull || (index + turn) % usualLooks.length === number
    test(`every screen can be read and used, and nothing moves: ${part}, ${look}`, async ({ browser, community }) => {
      test.slow()
      const hasLargeText = !part.startsWith('the desk') && how.viewport.width !== large.width
      for (const section of community.parts.filter(({ name }) => name === part)) {
        const context = await newContext(browser, community.site, { ...how, ...stateOf(community, section) })
        const page = await enter(context, section)
        for (const screen of section.screens.filter(isOpened)) {
          const what = `${screen.path} of ${section.reader}, ${look}`
          await page.setViewportSize(how.viewport)
          await open(page, screen, what)
          expect(await findTightButtons(page), what).toEqual([])
          if (section.reader !== 'visitor') await expect(page.locator('a[href="/profile"]').first()).toBeAttached()
          if (section.isNew) expect(page.url()).toContain(screen.path)
          // Marks and colours are the same in each language.
          await (isFull || how.locale === 'en-GB' ? expectAccessible(page, what) : expectSpeakable(page, what))
          if (isFull) {
            const file = `${section.reader} ${screen.path}`.replaceAll(/[^a-z0-9]+/gi, '-')
            await page.screenshot({ path: path.join('test-results/pictures', look, `${file}.png`), fullPage: true })
          }
          if (hasLargeText && !fillsWindow(screen.path)) {
            await page.setViewportSize(small)
            await expectRoomForLargeText(page, what)
          }
          if (part.startsWith('the desk')) await expectNarrowLargeText(page, what)
        }
        if (hasLargeText) {
          await page.setViewportSize(small)
          await expectRoomInMenus(page, `${section.reader}, ${look}`)
        }
        await context.close()
      }
    })
  }
}

test('the main screens follow what the system asks for, and at full depth every theme', async ({
  browser,
  community,
}) => {
  test.slow()
  const members = community.parts.find(({ reader }) => reader === 'hannah') as Part
  const context = await newContext(browser, community.site, {
    ...stateOf(community, members),
    reducedMotion: 'reduce',
    viewport: { width: 640, height: 900 },
  })
  const page = await enter(context, members)
  const themes = await readThemes(page)
  const all = members.screens.map((screen) => screen.path)
  for (const address of [community.linked, '/groups', ...(isFull ? all : ['/', '/new-prayer', '/profile'])]) {
    await openStill(page, address, address)
    await expectAccessible(page, address)
    if (isFull) await expectReadableInThemes(page, themes, address)
    await expectSystemWishes(page, address)
  }
  await context.close()
})

if (isFull) {
  test('no page has words of its own, and longer words have room at 320 px', async ({ browser, community }) => {
    test.slow()
    const readers = community.parts.filter(({ reader }) => reader === 'hannah')
    const [first] = readers as [Part]
    const viewport = { width: 1280, height: 640 }
    const context = await newContext(browser, community.site, { ...stateOf(community, first), viewport })
    const page = await context.newPage()
    await installPseudoLocale(page)
    await page.goto('/')
    await page.getByLabel('Language', { exact: true }).click()
    await page.locator(`details [lang=${PSEUDO_LANGUAGE}]`).click()
    await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO_LANGUAGE)
    await page.setViewportSize({ width: 320, height: 640 })
    await becomeNew(page)
    for (const { path: address } of readers.flatMap(({ screens }) => screens)) {
      // Its part is named as its owner named it.
      if (address.includes('?list=')) continue
      // Navigates as a link of the page does: the pseudo messages stay loaded.
      await goTo(page, address)
      await expect(page.getByRole('main')).toContainText('⟦')
      await expect(page.locator('[aria-busy=true], .late')).toHaveCount(0)
      const { by_hand, clipped } = await findPageFaults(page)
      expect.soft(by_hand, `words of its own at ${address}`).toEqual([])
      expect.soft(clipped, `words without room at ${address}`).toEqual([])
    }
    await context.close()
  })
}
