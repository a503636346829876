import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../server/test/postgres.ts'
import { CASES, type CaseName } from './cases.ts'
import { type Round, load, runRound, stopLoad } from './load.ts'
import { type BareServer, type RunningServer, killAll, residentBytes, startBare, startServer } from './processes.ts'
import { type Site, makeSite } from './site.ts'
import { type BenchResult, type SizeResult, aimTable, median, sizeTable, speedTable } from './table.ts'
import { type Weight, measureWeight } from './weight.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    cases: { type: 'string' },
  },
})

const sizes = (options.sizes ?? (options.quick ? '1000,10000' : '1000,10000,100000'))
  .split(',')
  .map(Number)
  .toSorted((one, other) => one - other)
if (sizes.some((size) => !Number.isInteger(size) || size < 500 || size > 1_000_000)) {
  throw new Error('Sizes are whole numbers from 500 to 1,000,000, separated by commas.')
}
const chosen = options.cases?.split(',')
const names = (Object.keys(CASES) as CaseName[]).filter((name) => !chosen || chosen.includes(name))

// Seconds, and how often: a result is the median of its rounds.
const WARM_UP = 1
const LOAD = 2
const ROUNDS = options.quick ? 1 : 3
const STARTS = options.quick ? 3 : 5
const IDLE_MS = 5000

/** What to undo, last first. */
const cleanups: (() => Promise<void>)[] = []
let cleaning: Promise<void> | undefined

function cleanUp(): Promise<void> {
  cleaning ??= (async () => {
    stopLoad()
    for (const step of cleanups.toReversed()) await step().catch((error: unknown) => console.error(String(error)))
  })()
  return cleaning
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    killAll()
    void cleanUp().finally(() => process.exit(130))
  })
}

const logProgress = (text: string): void => void process.stderr.write(`${text}\n`)

async function measureStart({ environment }: Site): Promise<{ server: RunningServer; start_ms: number }> {
  const times: number[] = []
  for (let start = 1; start < STARTS; start += 1) {
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

async function prepare(size: number, postgres_url: string | undefined): Promise<PreparedSite> {
  logProgress(`filling a database with ${size} prayers`)
  const site = await makeSite(size, postgres_url)
  cleanups.push(() => site.remove())
  const { server, start_ms } = await measureStart(site)
  await sleep(IDLE_MS)
  const rounds = Object.fromEntries(Object.keys(CASES).map((name) => [name, [] as Round[]])) as Record<
    CaseName,
    Round[]
  >
  const idle_bytes = residentBytes(server.pid)
  return { site, server, outcome: { size, start_ms, idle_bytes, loaded_bytes: Number.NaN, rounds } }
}

/** All sizes are measured in turn within each round, so that what else the machine does falls on all of them alike. */
async function runCase(name: CaseName, sites: PreparedSite[], bare: BareServer): Promise<void> {
  const { connections, requests } = CASES[name]
  logProgress(CASES[name].name)
  for (const { server, site } of sites) {
    await load(server, await requests(site), { connections, seconds: WARM_UP })
    await site.waitUntilIdle()
  }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const { server, site, outcome } of sites) {
      const measured = await runRound(server, bare, { requests: () => requests(site), connections, seconds: LOAD })
      outcome.rounds[name].push(measured)
      await site.waitUntilIdle()
    }
  }
}

async function measure(): Promise<BenchResult> {
  if (!existsSync(path.join(import.meta.dirname, '../build/server/index.js'))) {
    throw new Error('The web application is not built: use npm run bench, which builds it.')
  }
  let postgres_url: string | undefined
  if (options.postgres) {
    const postgres = await startPostgres({ durable: true })
    cleanups.push(() => postgres.stop())
    postgres_url = postgres.url
  }
  const sites: PreparedSite[] = []
  for (const size of sizes) sites.push(await prepare(size, postgres_url))
  const [first] = sites
  if (!first) throw new Error('Name at least one size.')
  const weight: Weight = await measureWeight(first.server.url)
  const bare = await startBare()
  cleanups.push(() => bare.stop())
  for (const name of names) await runCase(name, sites, bare)
  for (const { server, outcome } of sites) outcome.loaded_bytes = residentBytes(server.pid)
  return { engine: options.postgres ? 'postgres' : 'sqlite', sizes: sites.map(({ outcome }) => outcome), weight }
}

function report(outcome: BenchResult): string {
  const date = new Date().toISOString().slice(0, 10)
  const [cpu] = cpus()
  const how = `${ROUNDS} × ${LOAD} s a case after ${WARM_UP} s of warm-up`
  return `# ${date}, ${outcome.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}

Node ${process.version}, ${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${how}. How to read it: [README.md](README.md).

${speedTable(outcome)}

${sizeTable(outcome)}

${aimTable(outcome)}
`
}

try {
  const outcome = await measure()
  const text = report(outcome)
  console.log(text)
  if (!chosen) {
    const folder = path.join(import.meta.dirname, 'results')
    mkdirSync(folder, { recursive: true })
    const name = `${new Date().toISOString().slice(0, 10)}-${outcome.engine}${options.quick ? '-quick' : ''}.md`
    writeFileSync(path.join(folder, name), text)
  }
} catch (error) {
  if (!cleaning) console.error(error)
  process.exitCode = 1
} finally {
  await cleanUp()
}
