import { CASES, type CaseName } from './cases.ts'
import type { Round } from './load.ts'
import { median, row } from './run.ts'

/** Measurements of one database size. */
export interface SizeResult {
  size: number
  /** Median of several starts. Milliseconds. */
  start_ms: number
  /** Resident memory in MB, 5 s after the start and at the end of the load. */
  idle_mb: number
  loaded_mb: number
  /** The rounds of each case that was measured. */
  rounds: Map<CaseName, Round[]>
}

const grouped = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 })
const fixed = (digits: number) => (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits))

/** Returns a Markdown table, its columns padded so that it also reads well in a terminal. */
function table(head: string[], rows: string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? '-' : '-:'))
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: string[], fill = ' '): string =>
    row(cells.map((cell, column) => cell[column === 0 ? 'padEnd' : 'padStart'](widths[column] ?? 0, fill)))
  return [line(head), line(rule, '-'), ...rows.map((cells) => line(cells))].join('\n')
}

export function speedTable(sizes: SizeResult[], names: CaseName[]): string {
  const columns: [head: string, read: (round: Round) => number, print: (value: number) => string][] = [
    ['requests/s', ({ ours }) => ours.requests_per_s, grouped],
    ['bare', ({ bare }) => bare.requests_per_s, grouped],
    ['ratio', ({ ours, bare }) => ours.requests_per_s / bare.requests_per_s, fixed(2)],
    ['p50 ms', ({ ours }) => ours.p50, fixed(2)],
    ['p99 ms', ({ ours }) => ours.p99, fixed(2)],
    ['CPU µs', ({ ours }) => ours.cpu_us, fixed(0)],
    ['bare', ({ bare }) => bare.cpu_us, fixed(0)],
    ['ratio', ({ ours, bare }) => bare.cpu_us / ours.cpu_us, fixed(2)],
  ]
  const lines = names.flatMap((name) =>
    sizes.map(({ size, rounds }) => [
      CASES[name].name,
      grouped(size),
      ...columns.map(([, read, print]) => print(median((rounds.get(name) ?? []).map(read)))),
    ]),
  )
  return table(['what', 'prayers', ...columns.map(([head]) => head)], lines)
}

export const sizeTable = (sizes: SizeResult[]): string =>
  table(
    ['prayers', 'start', 'memory idle', 'memory after the load'],
    sizes.map(({ size, start_ms, idle_mb, loaded_mb }) => [
      grouped(size),
      `${(start_ms / 1000).toFixed(2)} s`,
      `${fixed(0)(idle_mb)} MB`,
      `${fixed(0)(loaded_mb)} MB`,
    ]),
  )
