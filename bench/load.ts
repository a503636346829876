import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon, { type Request } from 'autocannon'
import type { BareAnswer } from './bare.ts'
import { type BareServer, type RunningServer, processorMs } from './processes.ts'
import { percentile } from './run.ts'

export interface Measured {
  requests_per_s: number
  /** Median latency in milliseconds. */
  p50: number
  p99: number
  /** Server CPU time per request, all threads. Microseconds. */
  cpu_us: number
}

const SAMPLE_MS = 50
const TIMEOUT_S = 10
/** Time in which the server drops what the connections of the load before had asked. */
const SETTLE_MS = 300

/** Repeats the requests for `seconds`, each connection its own share. Throws when any is not answered with 2xx. */
export async function load(
  { url, pid }: RunningServer,
  requests: Request[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const shares = Array.from({ length: connections }, (_, share) =>
    requests.length < connections ? requests : requests.filter((_request, index) => index % connections === share),
  )
  let began = performance.now()
  let cpu = processorMs(pid)
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_MS,
    timeout: TIMEOUT_S,
    setupClient: (client) => {
      // Autocannon stores what it built in the request objects, so each connection gets copies.
      client.setRequests((shares.pop() ?? requests).map((one) => Object.assign({}, one)))
    },
  })
  const times: number[] = []
  run.on('response', (_client, _status, _bytes, time) => void times.push(time))
  run.on('start', () => {
    began = performance.now()
    cpu = processorMs(pid)
  })
  const { '2xx': answered, non2xx, errors, statusCodeStats } = await run
  const elapsed_ms = performance.now() - began
  const cpu_ms = processorMs(pid) - cpu
  await sleep(SETTLE_MS)
  if (non2xx > 0 || errors > 0 || answered === 0) {
    const found = JSON.stringify({ path: requests[0]?.path, non2xx, errors, statusCodeStats })
    throw new Error(`Not all were answered: ${found}`)
  }
  return {
    requests_per_s: (answered / elapsed_ms) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu_us: (cpu_ms / answered) * 1000,
  }
}

/** Headers that Node adds itself. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** Fetches the server's answer to a request (status, headers and bytes), for the bare server to repeat. */
async function fetchAnswer(url: string, { method, path, headers, body }: Request): Promise<BareAnswer> {
  const outgoing = request(url + path, { method, headers, agent: false }).end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const own = Object.entries(response.headersDistinct).filter(([name]) => !OF_NODE.has(name))
  const pairs = own.flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
  pairs.push(['content-length', String(bytes.length)])
  return { status: response.statusCode ?? 0, headers: pairs, body: bytes.toString('base64') }
}

export interface Round {
  ours: Measured
  bare: Measured
}

/** Runs one round: the server, then immediately the bare one with the same requests and the same bytes. */
export async function runRound(
  server: RunningServer,
  bare: BareServer,
  { requests, ...options }: { requests: () => Promise<Request[]>; connections: number; seconds: number },
): Promise<Round> {
  const prepared = await requests()
  const [first] = await requests()
  if (!first) throw new Error('There is nothing to ask.')
  const ours = await load(server, prepared, options)
  await bare.setAnswer(await fetchAnswer(server.url, first))
  return { ours, bare: await load(bare, prepared, options) }
}
