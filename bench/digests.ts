import { fork } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { composeNews } from '../server/features/community/notifications/notice-mails.jobs.ts'
import { scheduleNoticeMails } from '../server/features/community/notifications/notice-mails.commands.ts'
import { killAll, startServer } from './processes.ts'
import { writeResult } from './result.ts'
import { type Site, makeSite } from './site.ts'
import { formatRow, percentile, requestAtRate, visitorHeaders } from './steadily.ts'

// Targets: 50,000 digests of a site with 100,000 requests are computed within 60 s; while they leave, the p99 of pages grows by at
// most a fifth.
const SIZE = 100_000
const NOTICES_EACH = 3
const BATCH = 500
const PROBES_PER_S = 20
const SECONDS = 60
/** The most that can be set: a mail server of one's own. */
const MAIL_PER_MINUTE = '10000'

/** Gives so many people notices whose digest is due. Returns their ids. */
async function makeDue({ ctx: { db }, ids }: Site, people: number, at: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').orderBy('id').limit(people).execute()
  const users = rows.map(({ id }) => id)
  for (let start = 0; start < users.length; start += BATCH) {
    const some = users.slice(start, start + BATCH)
    await db.updateTable('users').set({ email_verified_at: at }).where('id', 'in', some).execute()
    const notices = some.flatMap((user_id, index) =>
      Array.from({ length: NOTICES_EACH }, (_, turn) => ({
        id: randomUUID(),
        user_id,
        kind: 'update' as const,
        prayer_request_id: ids[((start + index) * 7 + turn * 31) % ids.length] ?? null,
        payload: '{}',
        created_at: at,
        mail_at: at,
      })),
    )
    await db.insertInto('notifications').values(notices).execute()
  }
  return users
}

/** Computes the digest of each person, as one process does it between two mails. Returns seconds, and how many there were. */
async function compute(site: Site, users: string[], at: string): Promise<{ seconds: number; digests: number }> {
  const begun = performance.now()
  let digests = 0
  for (const user_id of users) {
    const composed = await composeNews(site.ctx, user_id, at)
    if (composed) digests += 1
  }
  return { seconds: (performance.now() - begun) / 1000, digests }
}

async function startSink(): Promise<{ url: string; count: () => Promise<number>; stop: () => void }> {
  const child = fork(path.join(import.meta.dirname, 'mail-sink.ts'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return {
    url: line.toString().trim(),
    count: async () => {
      child.send('count')
      const [taken] = (await once(child, 'message')) as [number]
      return taken
    },
    stop: () => void child.kill(),
  }
}

export async function runBench(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { people: { type: 'string', default: '50000' } } })
  const people = Number(values.people)
  const site = await makeSite(SIZE, undefined)
  const sink = await startSink()
  try {
    const at = new Date(Date.now() - 60_000).toISOString()
    const users = await makeDue(site, people, at)
    const { seconds, digests } = await compute(site, users, at)

    const probe = async (server: string, index: number): Promise<number> => {
      const routes = [
        '/api/prayers?view=waiting',
        '/',
        '/api/categories',
        `/prayers/${site.ids[index % site.ids.length]}`,
      ]
      const headers = visitorHeaders(index)
      const response = await fetch(server + (routes[index % routes.length] ?? '/'), { headers })
      await response.arrayBuffer()
      return response.status
    }
    const quiet = await startServer(site.environment)
    await requestAtRate(PROBES_PER_S, 5, (index) => probe(quiet.url, index))
    const before = await requestAtRate(PROBES_PER_S, SECONDS, (index) => probe(quiet.url, index))
    await quiet.stop()
    await site.ctx.transaction((transaction) => scheduleNoticeMails(transaction, [at]))
    const mail = { SMTP_URL: sink.url, MAIL_FROM: 'prayers@example.org', MAIL_PER_MINUTE }
    const busy = await startServer({ ...site.environment, ...mail })
    // Until the first digest leaves.
    for (let waited = 0; waited < SECONDS && (await sink.count()) === 0; waited += 1) await sleep(1000)
    await requestAtRate(PROBES_PER_S, 5, (index) => probe(busy.url, index))
    const sent_before = await sink.count()
    const during = await requestAtRate(PROBES_PER_S, SECONDS, (index) => probe(busy.url, index))
    const sent = (await sink.count()) - sent_before
    await busy.stop()
    const growth = percentile(during, 0.99) / percentile(before, 0.99) - 1
    const report = [
      '# Digests',
      '',
      `SQLite, ${SIZE} requests, ${digests} digests of ${NOTICES_EACH} notices each.`,
      '',
      `- Computed one after the other: ${seconds.toFixed(1)} s, ${((1000 * seconds) / digests).toFixed(2)} ms each.`,
      `- Left in ${SECONDS} s, each marked before it left: ${sent} (the limit was ${MAIL_PER_MINUTE} a minute).`,
      `- p99 of pages meanwhile: ${(growth * 100).toFixed(0)} % above that before.`,
      '',
      '| what | asked | answers | p50 | p95 | p99 |',
      '|---|---|---|---|---|---|',
      formatRow('pages, no mail', before),
      formatRow('pages, while digests leave', during),
      '',
    ].join('\n')
    process.stdout.write(`${report}\n`)
    if (people >= 50_000) writeResult('digests', report)
  } finally {
    sink.stop()
    killAll()
    await site.remove()
  }
}
