import type { CaseName } from './cases.ts'
import { CASES } from './cases.ts'
import type { Round } from './load.ts'
import type { Weight } from './weight.ts'

/** Measurements of one database size. */
export interface SizeResult {
  size: number
  /** Median of several starts. Milliseconds. */
  start_ms: number
  /** Resident memory in bytes, 5 s after the start and at the end of the load. */
  idle_bytes: number
  loaded_bytes: number
  rounds: Record<CaseName, Round[]>
}

export interface BenchResult {
  engine: 'sqlite' | 'postgres'
  sizes: SizeResult[]
  weight: Weight
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
export const count = (value: number): string => grouped.format(value)
const fixed = (digits: number) => (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits))
const two = fixed(2)
const mb = (bytes: number): string => `${fixed(0)(bytes / 1e6)} MB`
const kb = (bytes: number): string => `${fixed(1)(bytes / 1e3)} KB`

/** Returns a Markdown table, its columns padded so that it also reads well in a terminal. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

export const medianOf = (rounds: Round[], read: (round: Round) => number): number => median(rounds.map(read))
const everything = Object.keys(CASES) as CaseName[]

export function speedTable({ sizes }: BenchResult): string {
  const head = ['what', 'prayers', 'requests/s', 'bare', 'ratio', 'p50 ms', 'p99 ms', 'CPU µs', 'bare', 'ratio']
  const rows = everything
    .filter((name) => sizes.every(({ rounds }) => rounds[name].length > 0))
    .flatMap((name) =>
      sizes.map(({ size, rounds: { [name]: rounds } }) => [
        CASES[name].name,
        count(size),
        count(medianOf(rounds, ({ ours }) => ours.requests_per_s)),
        count(medianOf(rounds, ({ bare }) => bare.requests_per_s)),
        two(medianOf(rounds, speedRatio)),
        two(medianOf(rounds, ({ ours }) => ours.p50)),
        two(medianOf(rounds, ({ ours }) => ours.p99)),
        fixed(0)(medianOf(rounds, ({ ours }) => ours.cpu_us)),
        fixed(0)(medianOf(rounds, ({ bare }) => bare.cpu_us)),
        two(medianOf(rounds, cpuRatio)),
      ]),
    )
  return table(head, rows)
}

const speedRatio = ({ ours, bare }: Round): number => ours.requests_per_s / bare.requests_per_s
const cpuRatio = ({ ours, bare }: Round): number => bare.cpu_us / ours.cpu_us
/** How many times the processor time of the bare server one answer takes. */
export const cpuFactor = (round: Round): number => 1 / cpuRatio(round)

export function sizeTable({ sizes, weight }: BenchResult): string {
  const own = table(
    ['prayers', 'start', 'memory idle', 'memory after the load'],
    sizes.map(({ size, start_ms, idle_bytes, loaded_bytes }) => [
      count(size),
      `${(start_ms / 1000).toFixed(2)} s`,
      mb(idle_bytes),
      mb(loaded_bytes),
    ]),
  )
  const { script_gzip, scripts, html, html_gzip } = weight
  return `${own}\n\nThe page \`/\`: ${kb(script_gzip)} of JavaScript in ${scripts} files (gzip), ${kb(html)} of HTML (${kb(html_gzip)} gzip).`
}

/** Returns every target with its measured value, one line each. */
export function aimTable({ sizes, weight }: BenchResult): string {
  const small = sizes[0]
  const large = sizes.at(-1)
  if (!small || !large) throw new Error('Nothing was measured.')
  const rows: string[][] = []
  const addAim = (aim: string, value: number, met: boolean, found = two(value)): void => {
    rows.push([aim, found, Number.isNaN(value) ? '–' : met ? '✓' : '✗'])
  }
  for (const name of ['feed_cached', 'page_cached'] as const) {
    // Uses the worse of the two ratios: where the client is the slower side, requests per second alone look too good.
    for (const { size, rounds } of [small, large]) {
      const ratios = [medianOf(rounds[name], speedRatio), medianOf(rounds[name], cpuRatio)].filter(
        (value) => !Number.isNaN(value),
      )
      const worse = ratios.length > 0 ? Math.min(...ratios) : Number.NaN
      addAim(`${CASES[name].name}, ${count(size)}: at least 0.8 of bare`, worse, worse >= 0.8)
    }
  }
  if (small !== large) {
    for (const name of ['feed_uncached', 'feed_member', 'prayer_page', 'page_uncached'] as const) {
      const factor = slowdown(small.rounds[name], large.rounds[name])
      addAim(`${CASES[name].name}: ${count(large.size)} within 1.2× of ${count(small.size)}`, factor, factor <= 1.2)
    }
  }
  for (const { size, rounds } of sizes) {
    const factor = slowdown(rounds.feed_member, rounds.feed_deep)
    addAim(`cursor near the end within 1.2× of the first page, ${count(size)}`, factor, factor <= 1.2)
  }
  for (const { size, idle_bytes, start_ms } of sizes) {
    addAim(`memory idle, ${count(size)}: at most 150 MB`, idle_bytes, idle_bytes <= 150e6, mb(idle_bytes))
    addAim(`start, ${count(size)}: at most 1.5 s`, start_ms, start_ms <= 1500, `${(start_ms / 1000).toFixed(2)} s`)
  }
  addAim('JavaScript of /: at most 135 KB', weight.script_gzip, weight.script_gzip <= 135e3, kb(weight.script_gzip))
  return table(['aim', 'found', ''], rows)
}

/** Returns the factor by which the second is slower, as the median over the rounds. */
const slowdown = (first: Round[], second: Round[]): number =>
  median(first.map(({ ours }, index) => ours.requests_per_s / (second[index]?.ours.requests_per_s ?? Number.NaN)))
