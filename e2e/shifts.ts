import type { BrowserContext, Page } from '@playwright/test'
import { expect, started } from './test.ts'

/** Part of the window that moved, times how far: "good" ends at 0.1, for all causes together. */
const MOST_SHIFT = 0.02

export const small = { width: 390, height: 844 }
export const large = { width: 1280, height: 900 }

/** Adds up what moves on each page of the context by itself, from its first paint on, and notes where `main` begins. */
export const measure = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const shifts = { moved: 0, nodes: [] as string[], tops: [] as number[] }
    Object.assign(globalThis, { shifts })
    const look = () => {
      const main = document.getElementById('main')
      const top = main ? Math.round(main.getBoundingClientRect().top + scrollY) : undefined
      if (top !== undefined && shifts.tops.at(-1) !== top) shifts.tops.push(top)
      requestAnimationFrame(look)
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

/** Opens each page, waits until it has all that the reader gets, and expects that nothing moved by itself. */
export async function expectStill(page: Page, paths: string[], label: string): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await started(page)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve))))
    const { moved, nodes, tops } = await page.evaluate(() => Reflect.get(globalThis, 'shifts') as Shifts)
    expect(tops, `${label} ${path}`).toHaveLength(1)
    expect(moved, `${label} ${path}: ${nodes.join(' ')}`).toBeLessThanOrEqual(MOST_SHIFT)
  }
}
