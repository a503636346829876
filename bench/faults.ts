import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { signToken } from '../server/http/session.ts'
import { writeSetting } from '../server/settings/settings.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { type Running, killAll, startServer } from './processes.ts'
import { makeSite } from './site.ts'

// Whether what was acknowledged is there: the server is killed at random while people write, again and again; and whether an
// orderly stop fails nobody whose request it has taken.
const { values: options } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    kills: { type: 'string', default: '200' },
    stops: { type: 'string', default: '50' },
  },
})
const SIZE = 1000
const WRITERS = 8
/** The longest that a server lives after it has answered. Milliseconds. */
const LONGEST_MS = 400

interface Written {
  id: string
  content: string
}

/** What became of the requests of one life of a server. */
interface Round {
  acknowledged: Written[]
  /** Requests that were sent and got an answer that was no 2xx. */
  refused: Record<string, number>
  /** Requests that were sent and got no answer. */
  unanswered: number
}

const postgres = options.postgres ? await startPostgres({ durable: true }) : undefined
const site = await makeSite(SIZE, postgres?.url)
const { ctx } = site

async function write(server: Running, until: { over: boolean }, round: Round, turn: number): Promise<void> {
  for (let index = turn; !until.over; index += WRITERS) {
    const claims = site.claims[index % site.claims.length]
    if (!claims) return
    const token = await signToken(ctx, claims, ctx.clock())
    const content = `Written before the lights went out, ${randomUUID()}`
    try {
      const answer = await fetch(`${server.url}/api/prayers`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ content }),
      })
      const text = await answer.text()
      if (answer.ok) round.acknowledged.push({ id: (JSON.parse(text) as Written).id, content })
      else round.refused[answer.status] = (round.refused[answer.status] ?? 0) + 1
    } catch {
      round.unanswered += 1
      // The server is going, or gone.
      if (until.over) return
      await sleep(5)
    }
  }
}

/** Lets people write to a server until `end` has ended it. */
async function live(end: (server: Running) => Promise<void>, turn: number): Promise<Round> {
  const round: Round = { acknowledged: [], refused: {}, unanswered: 0 }
  const server = await startServer(site.environment)
  const until = { over: false }
  const writers = Array.from({ length: WRITERS }, (_, index) => write(server, until, round, turn * 1000 + index))
  await sleep(Math.random() * LONGEST_MS)
  await end(server)
  until.over = true
  await Promise.all(writers)
  return round
}

/** The acknowledged ones that are not there, or not as they were written. */
async function lost(acknowledged: Written[]): Promise<number> {
  if (acknowledged.length === 0) return 0
  const rows = await ctx.db
    .selectFrom('prayers')
    .select(['id', 'content'])
    .where(
      'id',
      'in',
      acknowledged.map(({ id }) => id),
    )
    .execute()
  const found = new Map(rows.map(({ id, content }) => [id, content]))
  return acknowledged.filter(({ id, content }) => found.get(id) !== content).length
}

/** Requests that are there without what their transaction was to leave beside them. */
async function halves(): Promise<number> {
  const index = options.postgres ? sql.table('search_words') : sql.table('search_places')
  const { rows } = await sql<{ count: number }>`select count(*) as count from prayers where publication <> 'deleted'
    and id not in (select prayer_request_id from ${index})`.execute(ctx.db)
  return rows[0]?.count ?? Number.NaN
}

const lines: string[] = []
const say = (line: string): void => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}
let faults = 0
try {
  await ctx.transaction((transaction) =>
    writeSetting(transaction, site.claims[0]?.user_id ?? '', 'prayers_per_hour', 100),
  )
  const begun = await halves()
  say(`# Faults, ${options.postgres ? 'PostgreSQL' : 'SQLite'}\n`)

  const kills = Number(options.kills)
  let [written, missing, unanswered] = [0, 0, 0]
  for (let turn = 0; turn < kills; turn += 1) {
    const round = await live(async ({ pid }) => {
      process.kill(pid, 'SIGKILL')
      await sleep(20)
    }, turn)
    written += round.acknowledged.length
    unanswered += round.unanswered
    missing += await lost(round.acknowledged)
  }
  const torn = (await halves()) - begun
  const { is_whole } = await ctx.database.engine.inspect()
  say(
    `- Killed with -9 at random ${kills} times while ${WRITERS} people wrote: ${written} requests acknowledged, ${missing} lost, ${torn} half written, ${unanswered} without an answer. Database whole: ${is_whole ? 'yes' : 'no'}.`,
  )
  faults += missing + Math.abs(torn) + Number(!is_whole)

  const stops = Number(options.stops)
  let [accepted, gone, longest] = [0, 0, 0]
  const refused: Record<string, number> = {}
  for (let turn = 0; turn < stops; turn += 1) {
    const round = await live(async (server) => {
      const began = performance.now()
      await server.stop()
      longest = Math.max(longest, performance.now() - began)
    }, kills + turn)
    accepted += round.acknowledged.length
    gone += await lost(round.acknowledged)
    for (const [status, count] of Object.entries(round.refused)) refused[status] = (refused[status] ?? 0) + count
  }
  const failed = Object.entries(refused).filter(([status]) => status !== '503' && status !== '429')
  say(
    `- Stopped with SIGTERM under the same load ${stops} times: ${accepted} requests acknowledged, ${gone} lost, ${failed.reduce((sum, [, count]) => sum + count, 0)} failed (refused because it was stopping or too many: ${(refused['503'] ?? 0) + (refused['429'] ?? 0)}). The longest took ${longest.toFixed(0)} ms.`,
  )
  faults += gone + failed.length + Number(longest > 10_000)

  const folder = path.join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const name = `${new Date().toISOString().slice(0, 10)}-faults-${options.postgres ? 'postgres' : 'sqlite'}.md`
  writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`)
  if (faults > 0) process.exitCode = 1
} finally {
  killAll()
  await site.remove()
  await postgres?.stop()
}
