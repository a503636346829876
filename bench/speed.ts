import { setTimeout as sleep } from 'node:timers/promises'
import { CASES, type CaseName } from './cases.ts'
import { load, runRound } from './load.ts'
import { type BareServer, type RunningServer, residentMb, startBare, startServer } from './processes.ts'
import { type Run, engineNames, machine, median, today, writeResult } from './run.ts'
import { type Site, makeSite, waitUntilIdle } from './site.ts'
import { type SizeResult, sizeTable, speedTable } from './table.ts'

// Seconds. A result is the median of its rounds.
const WARM_UP = 1
const LOAD = 2
const IDLE_MS = 5000

function sizesOf({ sizes, quick }: Run['options']): number[] {
  const chosen = (sizes ?? (quick ? '1000,10000' : '1000,10000,100000')).split(',').map(Number)
  if (chosen.some((size) => !Number.isInteger(size) || size < 500 || size > 1_000_000)) {
    throw new Error('Sizes are whole numbers from 500 to 1,000,000, separated by commas.')
  }
  return chosen.toSorted((one, other) => one - other)
}

const logProgress = (text: string): void => void process.stderr.write(`${text}\n`)

interface Loaded extends SizeResult {
  site: Site
  server: RunningServer
}

async function prepare(run: Run, size: number, starts: number): Promise<Loaded> {
  logProgress(`filling a database with ${size} prayers`)
  const site = await makeSite(run, size)
  let server = await startServer(site.environment)
  const times = [server.start_ms]
  while (times.length < starts) {
    await server.stop()
    server = await startServer(site.environment)
    times.push(server.start_ms)
  }
  await waitUntilIdle(site)
  await sleep(IDLE_MS)
  return {
    size,
    start_ms: median(times),
    idle_mb: residentMb(server.pid),
    loaded_mb: Number.NaN,
    rounds: new Map(),
    site,
    server,
  }
}

/** Measures all sizes in turn within each round, so that other load on the machine affects all of them alike. */
async function runCase(name: CaseName, sites: Loaded[], bare: BareServer, rounds: number): Promise<void> {
  const { connections, requests } = CASES[name]
  logProgress(CASES[name].name)
  for (const { server, site } of sites) {
    await load(server, await requests(site), { connections, seconds: WARM_UP })
    await waitUntilIdle(site)
  }
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const { server, site, rounds: done } of sites) {
      const measured = await runRound(server, bare, { requests: () => requests(site), connections, seconds: LOAD })
      done.set(name, [...(done.get(name) ?? []), measured])
      await waitUntilIdle(site)
    }
  }
}

/** Measures requests per second, memory and the start at several sizes, each beside a bare server. */
export async function measure(run: Run): Promise<void> {
  const { quick, cases } = run.options
  const names = (Object.keys(CASES) as CaseName[]).filter((name) => !cases || cases.split(',').includes(name))
  const rounds = quick ? 1 : 3
  const sites: Loaded[] = []
  for (const size of sizesOf(run.options)) sites.push(await prepare(run, size, quick ? 3 : 5))
  const bare = await startBare()
  for (const name of names) await runCase(name, sites, bare, rounds)
  for (const one of sites) one.loaded_mb = residentMb(one.server.pid)
  const how = `${rounds} × ${LOAD} s a case after ${WARM_UP} s of warm-up`
  const text = `# ${today()}, ${engineNames[run.engine]}

${machine()}, ${how}. How to read it: [README.md](README.md).

${speedTable(sites, names)}

${sizeTable(sites)}
`
  console.log(text)
  if (cases === undefined) writeResult(`${run.engine}${quick ? '-quick' : ''}`, text)
}
