import type { CaseName } from './cases.ts'
import { CASES } from './cases.ts'
import type { Round } from './load.ts'

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
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const count = (value: number): string => grouped.format(value)
const fixed = (digits: number) => (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits))
const two = fixed(2)
const mb = (bytes: number): string => `${fixed(0)(bytes / 1e6)} MB`

/** Returns a Markdown table, its columns padded so that it also reads well in a terminal. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const medianOf = (rounds: Round[], read: (round: Round) => number): number => median(rounds.map(read))
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

export function sizeTable({ sizes }: BenchResult): string {
  return table(
    ['prayers', 'start', 'memory idle', 'memory after the load'],
    sizes.map(({ size, start_ms, idle_bytes, loaded_bytes }) => [
      count(size),
      `${(start_ms / 1000).toFixed(2)} s`,
      mb(idle_bytes),
      mb(loaded_bytes),
    ]),
  )
}
