import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { CASES, type CaseName } from './cases.ts'
import { type BenchResult, count, cpuFactor, medianOf, table } from './table.ts'

/** What a kept file says of one case and size. `factor`: processor time through that of the bare server. */
interface Kept {
  requests_per_s: number
  factor: number
}

/** Reads the rows of a table of speed; other lines of the file are ignored. */
function readKept(text: string): Map<string, Kept> {
  const found = new Map<string, Kept>()
  for (const line of text.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim())
    const [, name = '', size = '', requests = '', , , , , ours = '', bare = ''] = cells
    const [requests_per_s, factor] = [Number(requests.replaceAll(',', '')), Number(ours) / Number(bare)]
    if (cells.length === 12 && Number.isFinite(factor)) found.set(`${name} ${size}`, { requests_per_s, factor })
  }
  return found
}

/** Compares a run with the last kept one of the same engine; undefined when there is none. */
export function comparison(
  result: BenchResult,
  folder = path.join(import.meta.dirname, 'results'),
): string | undefined {
  const file = readdirSync(folder)
    .filter((name) => new RegExp(`^\\d{4}-\\d\\d-\\d\\d-${result.engine}\\.md$`).test(name))
    .toSorted()
    .at(-1)
  if (file === undefined) return undefined
  const kept = readKept(readFileSync(path.join(folder, file), 'utf8'))
  const rows = (Object.keys(CASES) as CaseName[]).flatMap((name) =>
    result.sizes.flatMap(({ size, rounds: { [name]: rounds } }) => {
      const before = kept.get(`${CASES[name].name} ${count(size)}`)
      if (!before || rounds.length === 0) return []
      const factor = medianOf(rounds, cpuFactor)
      return [
        [
          CASES[name].name,
          count(size),
          count(before.requests_per_s),
          count(medianOf(rounds, ({ ours }) => ours.requests_per_s)),
          before.factor.toFixed(1),
          factor.toFixed(1),
          (factor / before.factor).toFixed(2),
        ],
      ]
    }),
  )
  const head = ['what', 'prayers', 'requests/s then', 'now', 'CPU, times bare, then', 'now', 'change']
  return `Against ${file}:\n\n${table(head, rows)}`
}
