import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Reduced motion: otherwise a colour in the middle of a transition would be measured. */
export const devices = (
  [
    { name: 'light 1280', viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en-GB' },
    { name: 'dark 390', viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'en-GB' },
    { name: 'Arabic 390', viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'ar' },
    { name: 'Spanish 320', viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'es' },
  ] as const
).map((look) => ({ ...look, reducedMotion: 'reduce' as const }))

/**
 * Returns the controls whose name does not begin with their visible text, so that nobody can say it to press them (WCAG 2.5.3 asks
 * that it is contained; voice control finds it best at the beginning).
 */
export const findUnspeakable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const plain = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
    /** What is seen: neither what only screen readers get nor drawings. */
    const seen = (element: Element): string =>
      [...element.childNodes]
        .map((node) => {
          if (node instanceof Text) return node.data
          if (!(node instanceof HTMLElement) || !node.checkVisibility({ visibilityProperty: true })) return ''
          if (node.matches('.vh, [aria-hidden=true], select, textarea, input')) return ''
          return ` ${seen(node)} `
        })
        .join('')
    const nameOf = (element: Element): string | null => {
      const ids = element.getAttribute('aria-labelledby')?.split(' ')
      if (ids) return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
      return element.getAttribute('aria-label')
    }
    const controls = 'a[href], button, summary, input, select, textarea, [role=button], [role=tab], [role=menuitem]'
    return [...document.querySelectorAll(controls)].flatMap((element) => {
      const name = nameOf(element)
      if (name === null || !element.checkVisibility()) return []
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : element
      const text = plain(label ? seen(label) : '')
      const isSaid = element instanceof HTMLInputElement ? text.startsWith(plain(name)) : plain(name).startsWith(text)
      return text === '' || isSaid ? [] : [`“${text}” is named “${plain(name)}”`]
    })
  })

export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Legacy mode: otherwise each analysis opens another page, for frames that do not exist here.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await axe
    .options({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })
    .analyze()
  expect
    .soft(
      violations.map(({ id, nodes }) => `${what}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      what,
    )
    .toEqual([])
  expect.soft(await findUnspeakable(page), `${what}: names that do not begin with what is seen`).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Opens a page and waits until its heading is visible, the session is known, and no request is pending. */
export async function visit(page: Page, path: string, { signedIn }: { signedIn: boolean }): Promise<void> {
  await page.goto(path)
  // In the page, frame by frame: from outside it would be looked at again only after half a second.
  await page.evaluate(
    (needsProfile) =>
      new Promise<void>((resolve) => {
        const isReady = () =>
          document.querySelector('main :is(h1, h2)') &&
          !document.querySelector('main [aria-busy="true"]') &&
          (!needsProfile || document.querySelector('a[href="/profile"]'))
        const look = () => (isReady() ? resolve() : requestAnimationFrame(look))
        look()
      }),
    signedIn,
  )
}
