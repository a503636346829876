import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Primary, startPostgres } from '../server/test/postgres.ts'
import { stopAll } from './processes.ts'

const readOptions = (args: string[]) =>
  parseArgs({
    args,
    options: {
      postgres: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      cases: { type: 'string' },
      size: { type: 'string', default: '100000' },
      kills: { type: 'string', default: '200' },
      stops: { type: 'string', default: '50' },
      streams: { type: 'string', default: '2000' },
    },
  }).values

/** Returns undefined, and says why in a sentence, for options that there are none of. */
function tryOptions(args: string[]): Run['options'] | undefined {
  try {
    return readOptions(args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
    return undefined
  }
}

/** One run of a measurement. */
export interface Run {
  options: ReturnType<typeof readOptions>
  engine: 'sqlite' | 'postgres'
  /** The throw-away PostgreSQL that `--postgres` asks for. */
  postgres: Primary | undefined
  /** Keeps a step for the end, after the servers have stopped. The last one is run first. */
  atEnd: (step: () => Promise<void>) => void
}

/** Runs a measurement, and stops and removes what it started, also when it fails or is stopped with Ctrl-C. */
export async function runMeasurement(measure: (run: Run) => Promise<void>, args: string[]): Promise<void> {
  const options = tryOptions(args)
  if (options === undefined) return
  const steps: (() => Promise<void>)[] = []
  let ending: Promise<void> | undefined
  const end = (): Promise<void> => {
    ending ??= (async () => {
      for (const step of [stopAll, ...steps.toReversed()])
        await step().catch((error: unknown) => console.error(String(error)))
    })()
    return ending
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)))
  try {
    const postgres = options.postgres ? await startPostgres({ durable: true }) : undefined
    if (postgres) steps.push(() => postgres.stop())
    const engine = postgres ? 'postgres' : 'sqlite'
    await measure({ options, engine, postgres, atEnd: (step) => void steps.push(step) })
  } catch (error) {
    if (!ending) console.error(error)
    process.exitCode = 1
  } finally {
    await end()
  }
}

export const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Returns today's date, as in the names of the files in `bench/results`. */
export const today = (): string => new Date().toISOString().slice(0, 10)

export const machine = (): string =>
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`

/** Writes `bench/results/<date>-<name>.md`. */
export const writeResult = (name: string, text: string): void =>
  writeFileSync(path.join(import.meta.dirname, `results/${today()}-${name}.md`), text)

/** Returns the value below which this part of the values lies, between 0 and 1; `NaN` when there are none. */
export const percentile = (values: number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? Number.NaN

/** Returns the middle value of an odd number of values, and of an even number the one after the middle. */
export const median = (values: number[]): number => percentile(values, 0.5)

/** Returns a line of a Markdown table. */
export const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`
