import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon, { type Request } from 'autocannon'
import type { BareAnswer } from './bare.ts'
import { type BareServer, type RunningServer, processorMs } from './processes.ts'

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

let underway: { stop(): void } | undefined

/** Stops the running load, if any. */
export const stopLoad = (): void => underway?.stop()

/** Repeats the requests for `seconds`, each connection its own share. Throws when any is not answered with 2xx. */
export async function load(
  { url, pid }: Pick<RunningServer, 'url' | 'pid'>,
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
  underway = run
  const times: number[] = []
  run.on('response', (_client, _status, _bytes, time) => void times.push(time))
  run.on('start', () => {
    began = performance.now()
    cpu = processorMs(pid)
  })
  const result = await run
  const elapsed_ms = performance.now() - began
  const cpu_ms = processorMs(pid) - cpu
  underway = undefined
  await sleep(SETTLE_MS)
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    const { non2xx, errors, statusCodeStats } = result
    throw new Error(
      `Not all were answered: ${JSON.stringify({ path: requests[0]?.path, non2xx, errors, statusCodeStats })}`,
    )
  }
  times.sort((one, other) => one - other)
  const percentile = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
  return {
    requests_per_s: (result['2xx'] / elapsed_ms) * 1000,
    p50: percentile(0.5),
    p99: percentile(0.99),
    cpu_us: (cpu_ms / result['2xx']) * 1000,
  }
}

/** Fetches the server's answer to a request (status, headers and bytes), for the bare server to repeat. */
export function fetchAnswer(url: string, { method, path, headers, body }: Request): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        // Node adds these itself.
        const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
        const pairs: [string, string][] = []
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          const [name = '', value = ''] = response.rawHeaders.slice(index, index + 2)
          if (!own.has(name.toLowerCase())) pairs.push([name, value])
        }
        pairs.push(['content-length', String(bytes.length)])
        resolve({ status: response.statusCode ?? 0, headers: pairs, body: bytes.toString('base64') })
      })
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
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
