import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMINISTRATORS } from './fill.ts'
import { residentMb, startServer } from './processes.ts'
import { type Run, percentile, writeResult } from './run.ts'
import { makeSite, memberHeaders } from './site.ts'

const STREAMS_PER_PERSON = 10
const ACTS = 20
const SIZE = 1000

interface Stream {
  asked: ClientRequest
  text: string
}

async function openStream(url: string, headers: Record<string, string>): Promise<Stream> {
  const asked = request(`${url}/api/events`, { agent: false, headers })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A stream was refused with ${response.statusCode}.`)
  const stream = { asked, text: '' }
  response.setEncoding('utf8').on('data', (part: string) => (stream.text += part))
  return stream
}

/**
 * Measures the cost of open pages: the memory of one process with this many streams, and the time until a change reaches
 * all of them.
 */
export async function measure(run: Run): Promise<void> {
  const size = Number(run.options.streams)
  const site = await makeSite(run, SIZE)
  const server = await startServer(site.environment)
  const people = site.claims.slice(ADMINISTRATORS, ADMINISTRATORS + size / STREAMS_PER_PERSON)
  const headers = await Promise.all(people.map((claims) => memberHeaders(site, claims)))
  const headersOf = (index: number) => headers[index % headers.length] ?? {}
  await sleep(2000)
  const before = residentMb(server.pid)
  const streams: Stream[] = []
  const opening = performance.now()
  for (let index = 0; index < size; index += 1) streams.push(await openStream(server.url, headersOf(index)))
  const opened_ms = performance.now() - opening
  await sleep(3000)
  const after = residentMb(server.pid)

  const times: number[] = []
  for (let act = 0; act < ACTS; act += 1) {
    const began = performance.now()
    const body = JSON.stringify({ content: `Please pray for a quiet evening, number ${act}.` })
    const answer = await fetch(`${server.url}/api/prayers`, { method: 'POST', headers: headersOf(act), body })
    const { id } = (await answer.json()) as { id: string }
    while (streams.some(({ text }) => !text.includes(id))) await sleep(2)
    times.push(performance.now() - began)
    for (const stream of streams) stream.text = ''
  }
  for (const { asked } of streams) asked.destroy()
  const at = (part: number): string => `${percentile(times, part).toFixed(0)} ms`
  const report = `# ${size} open pages on one process

SQLite, ${SIZE} requests, ${size / STREAMS_PER_PERSON} people with ${STREAMS_PER_PERSON} pages each. The pages are read by the same machine.

- Memory: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with all of them: ${(((after - before) * 1000) / size).toFixed(1)} kB a page.
- Opening all, one after the other: ${(opened_ms / 1000).toFixed(1)} s.
- From sending a new request until the last of the pages has heard of it: median ${at(0.5)}, p95 ${at(0.95)} (of ${ACTS}).
`
  console.log(report)
  writeResult(size === 2000 ? 'streams' : `streams-${size}`, report)
}
