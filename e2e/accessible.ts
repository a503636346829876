import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Without motion: a colour on its way from one state of a button to the next is read by nobody, but would be measured. */
export const devices = (
  [
    { name: 'light 1280', viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en-GB' },
    { name: 'dark 390', viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'en-GB' },
    { name: 'Arabic 390', viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'ar' },
    { name: 'Spanish 320', viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'es' },
  ] as const
).map((look) => ({ ...look, reducedMotion: 'reduce' as const }))

export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Without it each look at a page opens another page, for frames that there are none of.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(tags).analyze()
  expect
    .soft(
      violations.map(({ id, nodes }) => `${what}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      what,
    )
    .toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Opens a page and waits as its reader does: until its heading is there, who is signed in is known, and nothing is on its way. */
export async function visit(page: Page, path: string, { signedIn }: { signedIn: boolean }): Promise<void> {
  await page.goto(path)
  if (signedIn) await page.locator('a[href="/profile"]').first().waitFor({ state: 'attached' })
  await page.locator('main :is(h1, h2)').first().waitFor({ state: 'attached' })
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}
