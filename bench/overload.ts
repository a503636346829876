import { type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import autocannon, { type Request } from 'autocannon'
import { writeSetting } from '../server/settings/settings.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { CASES, type CaseName } from './cases.ts'
import { load } from './load.ts'
import { type RunningServer, killAll, residentBytes, startServer } from './processes.ts'
import { writeResult } from './result.ts'
import { type Site, makeSite } from './site.ts'
import { type TimedStatus, visitorHeaders, formatRow, percentile, requestAtRate } from './steadily.ts'

const SIZE = 10_000
const CONNECTIONS = 1000
const OVERLOAD_FACTOR = 10
/** Load generators, started in turn: autocannon sends each second's requests in one burst, real crowds do not. */
const LOAD_GENERATORS = 20
const CALM_SECONDS = 5
/** Maximum time until everything works as before. Seconds. */
const MAX_RECOVERY_SECONDS = 10
const PROBES_PER_S = 20
const SLOW_CONNECTIONS = 1000
/** Interval between two parts of a request on a connection that sends slowly. Milliseconds. */
const DRIP_INTERVAL_MS = 5000
const TIMEOUT_SECONDS = 10
const COOLDOWN_MS = 1000

interface Flood {
  answered: TimedStatus[]
  unanswered: number
  max_bytes: number
}

/** Sends at a steady rate from many connections. Measures each answer from the time its request was sent. */
async function flood(
  server: RunningServer,
  requests: Request[],
  { per_s, seconds }: { per_s: number; seconds: number },
): Promise<Flood> {
  const answered: TimedStatus[] = []
  let max_bytes = 0
  const watching = setInterval(() => (max_bytes = Math.max(max_bytes, residentBytes(server.pid))), 250)
  let next = 0
  const part = async (): Promise<number> => {
    const run = autocannon({
      url: server.url,
      connections: CONNECTIONS / LOAD_GENERATORS,
      duration: seconds,
      sampleInt: 1000,
      timeout: TIMEOUT_SECONDS,
      overallRate: per_s / LOAD_GENERATORS,
      setupClient: (client) => {
        // Each connection begins at another request. Autocannon stores what it built in the request objects, hence
        // copies.
        const own = Array.from({ length: 20 }, () => Object.assign({}, requests[(next += 1) % requests.length]))
        client.setRequests(own)
      },
    })
    run.on('response', (_client, status, _bytes, ms) => void answered.push({ status, ms }))
    return (await run).errors
  }
  const parts: Promise<number>[] = []
  for (let count = 0; count < LOAD_GENERATORS; count += 1) {
    parts.push(part())
    await sleep(1000 / LOAD_GENERATORS)
  }
  const unanswered = (await Promise.all(parts)).reduce((sum, errors) => sum + errors, 0)
  clearInterval(watching)
  return { answered, unanswered, max_bytes }
}

/** Opens a connection of one of four kinds that does no useful work. Reconnects when it is cut, as real clients do. */
function openIdleConnection({ url }: RunningServer, kind: number, cuts: number[]): { leave: () => void } {
  const { hostname, port } = new URL(url)
  let socket: Socket | undefined
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const begin = (): void => {
    if (isOver) return
    const began = performance.now()
    const own = connect(Number(port), hostname)
    socket = own
    own.on('error', () => {})
    own.on('close', () => {
      clearInterval(timer)
      cuts.push(performance.now() - began)
      setTimeout(begin, 100)
    })
    const head = 'Host: localhost\r\nX-Forwarded-For: 10.200.0.1\r\n'
    if (kind === 0) {
      own.write(`GET / HTTP/1.1\r\n${head}`)
      timer = setInterval(() => own.write('X-A: b\r\n'), DRIP_INTERVAL_MS)
    } else if (kind === 1) {
      own.write(
        `POST /api/auth/signin HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`,
      )
      timer = setInterval(() => own.write(' '), DRIP_INTERVAL_MS)
    } else if (kind === 2) {
      // Sends requests again and again, and reads no answer.
      own.pause()
      for (let index = 0; index < 5; index += 1) own.write(`GET /api/openapi.json HTTP/1.1\r\n${head}\r\n`)
    }
  }
  begin()
  return {
    leave: () => {
      isOver = true
      clearInterval(timer)
      socket?.destroy()
    },
  }
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
const createProbe = (server: RunningServer, site: Site) => async (index: number) => {
  const paths = ['/api/prayers?view=waiting', '/', '/api/categories', `/prayers/${site.ids[index % site.ids.length]}`]
  const response = await fetch(server.url + (paths[index % paths.length] ?? '/'), {
    headers: visitorHeaders(500_000 + index),
  })
  await response.arrayBuffer()
  return response.status
}

interface Run {
  site: Site
  /** Duration of each flood, in seconds. */
  seconds: number
  log: (text: string) => void
}

async function measureOverload({ site, seconds, log }: Run, name: CaseName): Promise<void> {
  // Starts a new server for each, so that none is affected by what another has left.
  const server = await startServer(site.environment)
  const probe = createProbe(server, site)
  await requestAtRate(PROBES_PER_S, 2, probe)
  const before = await requestAtRate(PROBES_PER_S, CALM_SECONDS, probe)
  // Warms the server up.
  await load(server, await CASES[name].requests(site), { connections: 16, seconds: CALM_SECONDS })
  // The server still works on the last requests, whose client is gone.
  await sleep(COOLDOWN_MS)
  const capacity = await load(server, await CASES[name].requests(site), { connections: 16, seconds: CALM_SECONDS })
  const per_s = Math.round(capacity.requests_per_s) * OVERLOAD_FACTOR
  const { answered, unanswered, max_bytes } = await flood(server, await CASES[name].requests(site), { per_s, seconds })
  const after = await requestAtRate(PROBES_PER_S, MAX_RECOVERY_SECONDS + CALM_SECONDS, probe)
  const recovered_s = (after.findLastIndex(({ status }) => status !== 200) + 1) / PROBES_PER_S
  const by = Map.groupBy(answered, ({ status }) => (status < 300 ? 'served' : status === 503 ? 'refused' : 'other'))
  const [served, refused, other] = [by.get('served') ?? [], by.get('refused') ?? [], by.get('other') ?? []]
  const goodput = served.length / seconds
  log(`## ${CASES[name].name}\n`)
  log(
    `Alone from 16 connections: ${capacity.requests_per_s.toFixed(0)} a second. Then ${per_s} a second from ${CONNECTIONS} connections for ${seconds} s:\n`,
  )
  log('| what | asked | answers | p50 | p95 | p99 |\n|---|---|---|---|---|---|')
  log(formatRow('served', served))
  log(formatRow('refused', refused))
  if (other.length > 0) log(formatRow('anything else', other))
  log(formatRow('others, before', before))
  log(formatRow(`others, in the ${MAX_RECOVERY_SECONDS + CALM_SECONDS} seconds after`, after))
  log(
    `\n- Served: ${goodput.toFixed(0)} a second, ${((100 * goodput) / capacity.requests_per_s).toFixed(0)} % of what it does alone. Without an answer in ${TIMEOUT_SECONDS} s: ${unanswered}.`,
  )
  log(`- Afterwards nobody was refused any more after ${recovered_s.toFixed(2)} s. Memory at most ${mb(max_bytes)}.\n`)
  const late = percentile(served, 0.99) > 1000 || percentile(refused, 0.99) > 100
  const isWrong = late || other.length > 0 || unanswered > 0 || max_bytes > 512e6 || recovered_s > MAX_RECOVERY_SECONDS
  if (isWrong) process.exitCode = 1
  await server.stop()
}

async function measureSlowConnections({ site, seconds, log }: Run): Promise<void> {
  const server = await startServer(site.environment)
  const probe = createProbe(server, site)
  await requestAtRate(PROBES_PER_S, 2, probe)
  const cuts: number[] = []
  const connections = Array.from({ length: SLOW_CONNECTIONS }, (_, index) =>
    openIdleConnection(server, index % 4, cuts),
  )
  const answers = await requestAtRate(PROBES_PER_S, seconds, probe)
  const bytes = residentBytes(server.pid)
  for (const { leave } of connections) leave()
  const good = answers.filter(({ status }) => status === 200).length
  log(`## ${SLOW_CONNECTIONS} slow connections\n`)
  log(
    `A quarter each: headers and bodies that never end, answers that nobody reads, and connections that say nothing, for ${seconds} s.\n`,
  )
  log('| what | asked | answers | p50 | p95 | p99 |\n|---|---|---|---|---|---|')
  log(formatRow('others meanwhile', answers))
  log(`\n- Served: ${((100 * good) / answers.length).toFixed(2)} %. Memory ${mb(bytes)}.`)
  log(`- The slow ones were cut ${cuts.length} times, after ${(Math.max(...cuts) / 1000).toFixed(1)} s at most.\n`)
  if (good / answers.length < 0.999) process.exitCode = 1
  await server.stop()
}

// Sends ten times as much as the server can answer, and opens a thousand idle connections: accepted requests are
// answered in time, the others are refused at once, and afterwards everything works as before.
export async function runBench(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      postgres: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '60' },
      cases: { type: 'string', default: 'feed_member,page_uncached,create' },
    },
  })
  const lines: string[] = []
  const log = (text: string): void => {
    lines.push(text)
    process.stdout.write(`${text}\n`)
  }

  const postgres = options.postgres ? await startPostgres({ durable: true }) : undefined
  const site = await makeSite(SIZE, postgres?.url)
  try {
    // Measures the cost of an answer, so the limit on requests per person is raised.
    await site.ctx.transaction((transaction) =>
      writeSetting(transaction, site.claims[0]?.user_id ?? '', 'prayers_per_hour', 100),
    )
    log(
      `# Overload\n\n${postgres ? 'PostgreSQL on the same machine' : 'SQLite'}, ${SIZE} requests. The load comes from the same machine.\n`,
    )
    const settings = { site, seconds: Number(options.seconds), log }
    for (const name of options.cases.split(',')) await measureOverload(settings, name as CaseName)
    await measureSlowConnections(settings)
    writeResult(`overload-${postgres ? 'postgres' : 'sqlite'}`, lines.join('\n'))
  } finally {
    killAll()
    await site.remove()
    await postgres?.stop()
  }
}
