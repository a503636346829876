import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSmtp } from '../server/test/mail.ts'
import type { TrialResult } from './disk.ts'
import { emailOf } from './fill.ts'
import { startServer } from './processes.ts'
import type { Site } from './site.ts'
import { visitorHeaders, percentile, requestAtRate } from './steadily.ts'
import { countLost, startWriting } from './writing.ts'

const SECONDS = 5
const READS_PER_S = 20
const MAILS_PER_S = 4
const DRIP_INTERVAL_MS = 500
/** Maximum time for all postponed work once the services are available again. Milliseconds. */
const RECOVERY_TIMEOUT_MS = 60_000
/** Maximum duration of an orderly stop. Milliseconds. */
const MAX_STOP_MS = 10_000

type Protocol = 'http' | 'smtp'
const RESPONSE_PREFIX: Record<Protocol, string> = {
  http: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
  smtp: '220-Wait a moment\r\n220-',
}

/** Behaviour of a faulty service towards each connection. */
const FAULTY_BEHAVIOURS: Record<string, (socket: Socket, protocol: Protocol) => void> = {
  refuse: () => {},
  hang: () => {},
  drip: (socket, protocol) => {
    socket.write(RESPONSE_PREFIX[protocol])
    const timer = setInterval(() => socket.write(' '), DRIP_INTERVAL_MS)
    socket.on('close', () => clearInterval(timer))
  },
  'answer garbage': (socket) => {
    socket.end(Buffer.from(Uint8Array.from({ length: 64 * 1024 }, () => Math.floor(Math.random() * 256))))
  },
}

/** Starts a faulty service; returns its port and a function that stops it. */
async function startFaultyService(way: string, protocol: Protocol): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.resume()
    FAULTY_BEHAVIOURS[way]?.(socket, protocol)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  if (way === 'refuse') server.close()
  return {
    port,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * Makes the classifier and the mail server refuse, hang, drip and answer garbage while people write, read and request
 * mails.
 */
export async function breakServices(site: Site): Promise<TrialResult> {
  const refusals: Record<string, number> = {}
  // Jobs that other trials have left would run first.
  await site.ctx.db.deleteFrom('jobs').execute()
  const counts = { written: 0, refused: 0, missing: 0, unread: 0, reads: 0, asked: 0, denied: 0 }
  let [slowest, longest, index] = [0, 0, 0]
  for (const way of Object.keys(FAULTY_BEHAVIOURS)) {
    const [classifier, mail] = await Promise.all([startFaultyService(way, 'http'), startFaultyService(way, 'smtp')])
    const server = await startServer({
      ...site.environment,
      CLASSIFIER_URL: `http://127.0.0.1:${classifier.port}`,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'prayers@example.org',
    })
    const { stop } = startWriting(site, server, 100 + counts.asked)
    const [reads, asked] = await Promise.all([
      requestAtRate(READS_PER_S, SECONDS, async (read) => {
        const response = await fetch(`${server.url}/api/prayers?pageSize=${1 + (read % 20)}`)
        await response.arrayBuffer()
        return response.status
      }),
      requestAtRate(MAILS_PER_S, SECONDS, async () => {
        const person = (index += 1)
        const body = JSON.stringify({ email: emailOf(person) })
        const headers = visitorHeaders(700_000 + person)
        return (await fetch(`${server.url}/api/auth/forgot-password`, { method: 'POST', headers, body })).status
      }),
    ])
    const { acknowledged, refused, unanswered } = await stop()
    const began = performance.now()
    await server.stop()
    longest = Math.max(longest, performance.now() - began)
    classifier.stop()
    mail.stop()
    counts.written += acknowledged.length
    for (const [status, count] of [...Object.entries(refused), ['none', unanswered] as const]) {
      if (count > 0) refusals[status] = (refusals[status] ?? 0) + count
      counts.refused += count
    }
    counts.missing += await countLost(site.ctx, acknowledged)
    counts.reads += reads.length
    counts.unread += reads.filter(({ status }) => status !== 200).length
    slowest = Math.max(slowest, percentile(reads, 0.95))
    counts.asked += asked.length
    counts.denied += asked.filter(({ status }) => status !== 200).length
  }
  const { mails, twice, left, recovered_ms } = await recover(site, counts.asked - counts.denied)
  const absent = counts.asked - counts.denied - mails
  return {
    summary: `Classifier and mail server that ${Object.keys(FAULTY_BEHAVIOURS).join(', ')}, for ${SECONDS} s each: ${counts.written} requests acknowledged, ${counts.refused} refused${counts.refused > 0 ? ` (${JSON.stringify(refusals)})` : ''}, ${counts.missing} lost; ${counts.unread} of ${counts.reads} reads failed, p95 of the slowest ${slowest.toFixed(0)} ms; the longest orderly stop took ${longest.toFixed(0)} ms. With both well again, and the waits between tries cut short: of ${counts.asked} mails asked for ${mails} arrived, ${twice} of them twice, and ${left.length} jobs were left after ${(recovered_ms / 1000).toFixed(0)} s${left.length > 0 ? ` (${JSON.stringify(left)})` : ''}.`,
    faults:
      counts.refused +
      counts.missing +
      counts.unread +
      counts.denied +
      absent +
      left.length +
      Number(longest > MAX_STOP_MS),
  }
}

/** Starts a server with working services, and waits until the postponed work is done. */
async function recover({ environment, ctx }: Site, expected: number) {
  const smtp = await startSmtp()
  const classifier = createHttpServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, results: [{ categories: [] }] }))
  }).listen(0, '127.0.0.1')
  await once(classifier, 'listening')
  const { port } = classifier.address() as AddressInfo
  const server = await startServer({
    ...environment,
    CLASSIFIER_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'prayers@example.org',
  })
  const kinds = ['mail.send', 'passwords.forgot', 'prayers.classify']
  const unfinished = () =>
    ctx.db
      .selectFrom('jobs')
      .select(['kind', 'status', 'attempts', 'run_at', 'locked_until', 'last_error'])
      .where('kind', 'in', kinds)
      .where('status', 'in', ['queued', 'running'])
      .execute()
  const began = performance.now()
  let left = await unfinished()
  while ((left.length > 0 || smtp.received.length < expected) && performance.now() - began < RECOVERY_TIMEOUT_MS) {
    const run_at = ctx.clock().toISOString()
    const sooner = ctx.db.updateTable('jobs').set({ run_at }).where('kind', 'in', kinds).where('status', '=', 'queued')
    // While the server writes without a pause, another program cannot get the lock.
    await sooner.execute().catch(() => {})
    await sleep(1000)
    left = await unfinished()
  }
  const recovered_ms = performance.now() - began
  const receivers = new Set(smtp.received.flatMap(({ envelope }) => envelope))
  const twice = smtp.received.length - receivers.size
  await server.stop()
  await smtp.stop()
  classifier.close()
  return { mails: receivers.size, twice, left, recovered_ms }
}
