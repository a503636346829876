import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../server/test/postgres.ts'
import { CASES, type CaseName } from './cases.ts'
import { type Round, load, runRound, stopLoad } from './load.ts'
import { type BareServer, type RunningServer, killAll, residentBytes, startBare, startServer } from './processes.ts'
import { today, writeResult } from './result.ts'
import { type Site, makeSite } from './site.ts'
import { type BenchResult, type SizeResult, median, sizeTable, speedTable } from './table.ts'

// Seconds. A result is the median of its rounds.
const WARM_UP = 1
const LOAD = 2
const IDLE_MS = 5000

interface Plan {
  postgres: boolean
  sizes: number[]
  names: CaseName[]
  rounds: number
  starts: number
}

function planOf(options: { quick: boolean; postgres: boolean; sizes?: string; cases?: string }): Plan {
  const sizes = (options.sizes ?? (options.quick ? '1000,10000' : '1000,10000,100000'))
    .split(',')
    .map(Number)
    .toSorted((one, other) => one - other)
  if (sizes.some((size) => !Number.isInteger(size) || size < 500 || size > 1_000_000)) {
    throw new Error('Sizes are whole numbers from 500 to 1,000,000, separated by commas.')
  }
  const chosen = options.cases?.split(',')
  const names = (Object.keys(CASES) as CaseName[]).filter((name) => !chosen || chosen.includes(name))
  return { postgres: options.postgres, sizes, names, rounds: options.quick ? 1 : 3, starts: options.quick ? 3 : 5 }
}

/** Cleanups, run in reverse order. */
const cleanups: (() => Promise<void>)[] = []
let cleaning: Promise<void> | undefined

function cleanUp(): Promise<void> {
  cleaning ??= (async () => {
    stopLoad()
    for (const step of cleanups.toReversed()) await step().catch((error: unknown) => console.error(String(error)))
  })()
  return cleaning
}

const logProgress = (text: string): void => void process.stderr.write(`${text}\n`)

async function measureStart(
  { environment }: Site,
  starts: number,
): Promise<{ server: RunningServer; start_ms: number }> {
  const times: number[] = []
  for (let start = 1; start < starts; start += 1) {
    const server = await startServer(environment)
    times.push(server.start_ms)
    await server.stop()
  }
  const server = await startServer(environment)
  cleanups.push(() => server.stop())
  return { server, start_ms: median([...times, server.start_ms]) }
}

interface PreparedSite {
  site: Site
  server: RunningServer
  outcome: SizeResult
}

async function prepare(size: number, starts: number, postgres_url: string | undefined): Promise<PreparedSite> {
  logProgress(`filling a database with ${size} prayers`)
  const site = await makeSite(size, postgres_url)
  cleanups.push(() => site.remove())
  const { server, start_ms } = await measureStart(site, starts)
  await sleep(IDLE_MS)
  const rounds = Object.fromEntries(Object.keys(CASES).map((name) => [name, [] as Round[]])) as Record<
    CaseName,
    Round[]
  >
  const idle_bytes = residentBytes(server.pid)
  return { site, server, outcome: { size, start_ms, idle_bytes, loaded_bytes: Number.NaN, rounds } }
}

/** Measures all sizes in turn within each round, so that other load on the machine affects all of them alike. */
async function runCase(name: CaseName, sites: PreparedSite[], bare: BareServer, rounds: number): Promise<void> {
  const { connections, requests } = CASES[name]
  logProgress(CASES[name].name)
  for (const { server, site } of sites) {
    await load(server, await requests(site), { connections, seconds: WARM_UP })
    await site.waitUntilIdle()
  }
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const { server, site, outcome } of sites) {
      const measured = await runRound(server, bare, { requests: () => requests(site), connections, seconds: LOAD })
      outcome.rounds[name].push(measured)
      await site.waitUntilIdle()
    }
  }
}

async function measure(plan: Plan): Promise<BenchResult> {
  if (!existsSync(path.join(import.meta.dirname, '../build/server/index.js'))) {
    throw new Error('The web application is not built: use npm run bench, which builds it.')
  }
  let postgres_url: string | undefined
  if (plan.postgres) {
    const postgres = await startPostgres({ durable: true })
    cleanups.push(() => postgres.stop())
    postgres_url = postgres.url
  }
  const sites: PreparedSite[] = []
  for (const size of plan.sizes) sites.push(await prepare(size, plan.starts, postgres_url))
  const bare = await startBare()
  cleanups.push(() => bare.stop())
  for (const name of plan.names) await runCase(name, sites, bare, plan.rounds)
  for (const { server, outcome } of sites) outcome.loaded_bytes = residentBytes(server.pid)
  return { engine: plan.postgres ? 'postgres' : 'sqlite', sizes: sites.map(({ outcome }) => outcome) }
}

function report(outcome: BenchResult, rounds: number): string {
  const [cpu] = cpus()
  const how = `${rounds} × ${LOAD} s a case after ${WARM_UP} s of warm-up`
  return `# ${today()}, ${outcome.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}

Node ${process.version}, ${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${how}. How to read it: [README.md](README.md).

${speedTable(outcome)}

${sizeTable(outcome)}
`
}

/** Measures requests per second, memory and the start at several sizes, each beside a bare server. */
export async function runBench(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      postgres: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      cases: { type: 'string' },
    },
  })
  const plan = planOf(options)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      killAll()
      void cleanUp().finally(() => process.exit(130))
    })
  }

  try {
    const outcome = await measure(plan)
    const text = report(outcome, plan.rounds)
    console.log(text)
    if (options.cases === undefined) writeResult(`${outcome.engine}${options.quick ? '-quick' : ''}`, text)
  } catch (error) {
    if (!cleaning) console.error(error)
    process.exitCode = 1
  } finally {
    await cleanUp()
  }
}
