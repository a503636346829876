import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { CDPSession, Page } from '@playwright/test'
import { expect } from './test.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One for each page, and never detached: the browser sometimes does not answer that. */
const sessions = new WeakMap<Page, CDPSession>()

/**
 * Puts axe into the page. Over the debugging protocol: the browser then keeps what it compiled for the next page, which it does not do
 * for a text that a page evaluates.
 */
export async function loadAxe(page: Page): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: source })
  if (exceptionDetails) throw new Error(exceptionDetails.text)
}

/** Returns what axe, which the page has, finds in a part of it by rules or tags of rules. */
export const findViolations = (page: Page, part: string, values: string[]): Promise<string[]> =>
  page.evaluate(
    async ([context, names]) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
      const type = names[0]?.includes('-') && names[0] !== 'best-practice' ? 'rule' : 'tag'
      const { violations } = await loaded.run(context, {
        runOnly: { type, values: names },
        resultTypes: ['violations'],
      })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    },
    [part, values] as const,
  )

/**
 * Returns the controls whose name does not begin with their visible text, so that nobody can say it to press them (WCAG 2.5.3 asks
 * that it is contained; voice control finds it best at the beginning).
 */
const findUnspeakable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // The marks that keep the direction of a part are not said.
    const plain = (text: string) =>
      text
        .normalize('NFKC')
        .replaceAll(/[\u2066-\u2069]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .toLowerCase()
    /** Selects the text that is seen: neither that for screen readers alone nor drawings. */
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

/** Expects that what is seen can be said to press it, and that nothing lies beside the window. */
export async function expectSpeakable(page: Page, what: string): Promise<void> {
  expect.soft(await findUnspeakable(page), `${what}: names that do not begin with what is seen`).toEqual([])
  expect.soft(await findSideways(page), `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Expects the same, and that axe finds nothing. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await loadAxe(page)
  expect.soft(await findViolations(page, 'html', tags), what).toEqual([])
  await expectSpeakable(page, what)
}

/** How far the page can be scrolled sideways. CSS pixels. */
export const findSideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
