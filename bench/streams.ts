import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSession } from '../server/features/identity/sessions/sessions.commands.ts'
import { makeUser } from '../server/test/make.ts'
import { killAll, residentBytes, startServer } from './processes.ts'
import { writeResult } from './result.ts'
import { makeSite } from './site.ts'

// Measures the cost of open pages: the memory of one process with this many streams, and the time until a change
// reaches all of them.
const STREAMS_PER_PERSON = 10
const ACTS = 20
const SIZE = 1000

interface Stream {
  asked: ClientRequest
  text: string
}

export async function runBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { streams: { type: 'string', default: '2000' } },
  })
  const size = Number(values.streams)
  const site = await makeSite(SIZE, undefined)
  const server = await startServer(site.environment)
  try {
    const tokens: string[] = []
    for (let person = 0; person < size / STREAMS_PER_PERSON; person += 1) {
      const user_id = await makeUser(site.ctx)
      const { token } = await site.ctx.transaction((ctx) =>
        openSession(ctx, { user_id, device: 'bench', address: '', binding: undefined }),
      )
      tokens.push(token)
    }
    await sleep(2000)
    const before = residentBytes(server.pid) / 1e6
    const streams: Stream[] = []
    const opening = performance.now()
    for (let index = 0; index < size; index += 1) {
      const asked = request(`${server.url}/api/events`, {
        agent: false,
        headers: { authorization: `Bearer ${tokens[index % tokens.length] ?? ''}` },
      })
      asked.end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      if (response.statusCode !== 200) throw new Error(`A stream was refused with ${response.statusCode}.`)
      const stream = { asked, text: '' }
      response.setEncoding('utf8').on('data', (part: string) => (stream.text += part))
      streams.push(stream)
    }
    const opened_ms = performance.now() - opening
    await sleep(3000)
    const after = residentBytes(server.pid) / 1e6

    const times: number[] = []
    for (let act = 0; act < ACTS; act += 1) {
      const began = performance.now()
      const answer = await fetch(`${server.url}/api/prayers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[act] ?? ''}` },
        body: JSON.stringify({ content: `Please pray for a quiet evening, number ${act}.` }),
      })
      const { id } = (await answer.json()) as { id: string }
      while (streams.some(({ text }) => !text.includes(id))) await sleep(2)
      times.push(performance.now() - began)
      for (const stream of streams) stream.text = ''
    }
    const sorted = times.toSorted((one, other) => one - other)
    const at = (part: number): string => `${(sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(0)} ms`
    for (const { asked } of streams) asked.destroy()
    const report = [
      `# ${size} open pages on one process`,
      '',
      `SQLite, ${SIZE} requests, ${size / STREAMS_PER_PERSON} people with ${STREAMS_PER_PERSON} pages each. The pages are read by the same machine.`,
      '',
      `- Memory: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with all of them: ${(((after - before) * 1000) / size).toFixed(1)} kB a page.`,
      `- Opening all, one after the other: ${(opened_ms / 1000).toFixed(1)} s.`,
      `- From sending a new request until the last of the pages has heard of it: median ${at(0.5)}, p95 ${at(0.95)} (of ${ACTS}).`,
      '',
    ].join('\n')
    process.stdout.write(`${report}\n`)
    writeResult(size === 2000 ? 'streams' : `streams-${size}`, report)
  } finally {
    await server.stop()
    killAll()
    await site.remove()
  }
}
