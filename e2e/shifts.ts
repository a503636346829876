import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Part of the window that moved, times how far: "good" ends at 0.1, for all causes together. */
const MOST_SHIFT = 0.02

export const small = { width: 390, height: 844 }
export const large = { width: 1280, height: 900 }

/** Adds up what moves on each page of the context by itself, from its first paint on, and notes where `main` begins. */
export const measure = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const shifts = { moved: 0, nodes: [] as string[], tops: [] as number[], isOver: false }
    Object.assign(globalThis, { shifts })
    const look = () => {
      const main = document.getElementById('main')
      const top = main?.checkVisibility() ? Math.round(main.getBoundingClientRect().top + scrollY) : undefined
      if (top !== undefined && shifts.tops.at(-1) !== top) shifts.tops.push(top)
      // A page that is looked at on and on draws each frame.
      if (!shifts.isOver) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    interface Shift {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
        if (hadRecentInput) continue
        shifts.moved += value
        for (const { node } of sources) shifts.nodes.push(node instanceof Element ? node.outerHTML.slice(0, 80) : '')
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
interface Shifts {
  moved: number
  nodes: string[]
  tops: number[]
}

/** Opens a page, and waits until it has all that the reader gets. Resolves with what moved by itself, when that is measured. */
export async function openWhole(page: Page, path: string): Promise<Shifts> {
  await page.goto(path)
  return await waitWhole(page)
}

/** Waits until the page has all that the reader gets. Resolves with what moved by itself, when that is measured. */
const waitWhole = (page: Page): Promise<Shifts> =>
  // In the page, frame by frame: from outside it would be looked at again only after a while.
  page.evaluate(
    () =>
      new Promise<Shifts>((resolve) => {
        const isWhole = () =>
          Reflect.get(globalThis, 'oremusStarted') === true &&
          document.querySelector('main :is(h1, h2)') &&
          !document.querySelector('[aria-busy=true], .late')
        const end = () => {
          const shifts = Reflect.get(globalThis, 'shifts') as (Shifts & { isOver: boolean }) | undefined
          if (shifts) shifts.isOver = true
          resolve(shifts as Shifts)
        }
        // The browser without a window sometimes draws no more frame, and is never idle, until somebody takes a picture.
        const soon = (next: () => void): void => {
          let isDone = false
          const go = () => {
            if (!isDone) next()
            isDone = true
          }
          requestAnimationFrame(go)
          setTimeout(go, 250)
        }
        const look = () => soon(isWhole() ? () => requestIdleCallback(() => soon(end), { timeout: 250 }) : look)
        look()
      }),
  )

/** Goes where a link of the page would lead to, without loading another page, and waits until it is whole. */
export async function goWhole(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await expect(page).toHaveTitle(/./)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await waitWhole(page)
}

/** Goes where a link of the page would lead to: what was loaded stays. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = globalThis as unknown as {
      __reactRouterDataRouter: { navigate: (where: string, options: object) => Promise<void> }
    }
    // At once, so that nothing of the page before is looked at.
    return router.navigate(to, { flushSync: true })
  }, path)

/** Opens a page, waits until it has all that the reader gets, and expects that nothing moved by itself. */
export async function openStill(page: Page, path: string, what: string): Promise<void> {
  const { moved, nodes, tops } = await openWhole(page, path)
  expect.soft(tops, `${what}: where its main part begins`).toHaveLength(1)
  expect.soft(moved, `${what} moves: ${nodes.join(' ')}`).toBeLessThanOrEqual(MOST_SHIFT)
}

/** The same of many pages. */
export async function expectStill(page: Page, paths: string[], label: string): Promise<void> {
  for (const path of paths) await openStill(page, path, `${label} ${path}`)
}
