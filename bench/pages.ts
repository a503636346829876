import { type Browser, chromium } from 'playwright'
import { chromiumOptions } from '../scripts/chromium.ts'
import { startServer } from './processes.ts'
import { type Run, median, row, writeResult } from './run.ts'
import { makeSite } from './site.ts'

// Targets for a page on a cheap phone: LCP at most 1.5 s, CLS 0.01, TBT 100 ms.
const SIZE = 1000
const RUNS = 5
const SETTLE_DELAY_MS = 4000
/** Lighthouse's "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU_SLOWDOWN = 4
/** A longer task counts as blocking. Milliseconds. */
const LONG_TASK_MS = 50

interface VisitMetrics {
  first_byte_ms: number
  fcp_ms: number
  lcp_ms: number
  cls: number
  tbt_ms: number
  /** Bytes transferred, headers included. */
  bytes: number
  requests: number
}

/** Opens a page as a first visit, on a slow phone, and measures its loading. */
async function visit(browser: Browser, url: string): Promise<VisitMetrics> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, isMobile: true })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  let bytes = 0
  let requests = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, tasks: [] as number[] }
    Object.assign(globalThis, { seen })
    // In the page there is no outer scope to move it to.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry))).observe({
        type,
        buffered: true,
      })
    watch('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
    watch('layout-shift', (entry) => {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!shift.hadRecentInput) seen.cls += shift.value
    })
    watch('longtask', ({ duration }) => void seen.tasks.push(duration))
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLE_DELAY_MS)
  const seen = await page.evaluate((blocking) => {
    const { lcp, cls, tasks } = (globalThis as unknown as { seen: { lcp: number; cls: number; tasks: number[] } }).seen
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return {
      first_byte_ms: navigation?.responseStart ?? 0,
      fcp_ms: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      lcp_ms: lcp,
      cls,
      tbt_ms: tasks.reduce((sum, task) => sum + Math.max(0, task - blocking), 0),
    }
  }, LONG_TASK_MS)
  await context.close()
  return { ...seen, bytes, requests }
}

export async function measure(run: Run): Promise<void> {
  const site = await makeSite(run, SIZE)
  const server = await startServer({ ...site.environment, TRUSTED_PROXIES: '' })
  const browser = await chromium.launch(chromiumOptions)
  run.atEnd(() => browser.close())
  const rows: string[] = []
  for (const where of ['/', `/prayers/${site.ids[0]}`, '/content/writing-a-prayer-request', '/signin']) {
    const visits: VisitMetrics[] = []
    for (let turn = 0; turn < RUNS; turn += 1) visits.push(await visit(browser, server.url + where))
    const of = (key: keyof VisitMetrics): number => median(visits.map((one) => one[key]))
    const ms = (key: keyof VisitMetrics): string => `${of(key).toFixed(0)} ms`
    const name = where.startsWith('/prayers/') ? '/prayers/{id}' : where
    const cells = [name, ms('first_byte_ms'), ms('fcp_ms'), ms('lcp_ms'), of('cls').toFixed(3), ms('tbt_ms')]
    rows.push(row([...cells, `${(of('bytes') / 1024).toFixed(1)} KB`, of('requests')]))
  }
  const report = `# Pages on a slow phone

First visits in Chromium: slow 4G (1.6 Mbit/s, 150 ms), processor ${CPU_SLOWDOWN} times slower, 390 x 844. Median of ${RUNS}.

| page | first byte | first paint | largest paint | layout shift | blocking | bytes | requests |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
  console.log(report)
  writeResult('pages', report)
}
