import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../server/context.ts'
import { writeSetting } from '../server/settings/settings.ts'
import type { Primary } from '../server/test/postgres.ts'
import { type RunningServer, startServer } from './processes.ts'
import { type Run, engineNames, writeResult } from './run.ts'
import { type Site, makeSite, memberHeaders } from './site.ts'

const SIZE = 1000
/** Duration of the PostgreSQL outage, and the maximum time until everything works again. Milliseconds. */
const OUTAGE_MS = 5000
const RECOVERY_MS = 10_000
/** Maximum lifetime of a server after its first answer. Milliseconds. */
const MAX_LIFETIME_MS = 400

/** Number of people who write concurrently. */
const WRITERS = 8
/** Each turn begins this many people further on, so that nobody exceeds the hourly limit on requests. */
const AUTHOR_OFFSET = 104
const BATCH = 500

interface WrittenPrayer {
  id: string
  content: string
}

/** Outcome of the requests that people sent. */
interface WriteOutcome {
  acknowledged: WrittenPrayer[]
  /** Number of answers other than 2xx, by status. */
  refused: Record<string, number>
  /** Number of requests without an answer. */
  unanswered: number
}
const newOutcome = (): WriteOutcome => ({ acknowledged: [], refused: {}, unanswered: 0 })

/**
 * Starts concurrent writers, each of whom writes one request after another; every turn uses other people. Returns what ends
 * them; what came of them is added to `outcome`.
 */
function startWriting(site: Site, { url }: RunningServer, turn: number, outcome: WriteOutcome) {
  const until = { over: false }
  const write = async (first: number): Promise<void> => {
    for (let index = first; !until.over; index += WRITERS) {
      const claims = site.claims[index % site.claims.length]
      if (!claims) return
      const content = `Written before the lights went out, ${randomUUID()}`
      try {
        const headers = { ...(await memberHeaders(site, claims)), 'idempotency-key': randomUUID() }
        const answer = await fetch(`${url}/api/prayers`, { method: 'POST', headers, body: JSON.stringify({ content }) })
        const text = await answer.text()
        if (answer.ok) outcome.acknowledged.push({ id: (JSON.parse(text) as WrittenPrayer).id, content })
        else outcome.refused[answer.status] = (outcome.refused[answer.status] ?? 0) + 1
      } catch {
        outcome.unanswered += 1
        // The server is stopping or stopped.
        if (until.over) return
        await sleep(5)
      }
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, index) => write(turn * AUTHOR_OFFSET + index))
  return async (): Promise<void> => {
    until.over = true
    await Promise.all(writers)
  }
}

/** Counts the acknowledged requests that are missing or differ from what was written. */
async function countLost({ db }: Context, acknowledged: WrittenPrayer[]): Promise<number> {
  let missing = 0
  for (let start = 0; start < acknowledged.length; start += BATCH) {
    const some = acknowledged.slice(start, start + BATCH)
    const ids = some.map(({ id }) => id)
    const rows = await db.selectFrom('prayers').select(['id', 'content']).where('id', 'in', ids).execute()
    const found = new Map(rows.map(({ id, content }) => [id, content]))
    missing += some.filter(({ id, content }) => found.get(id) !== content).length
  }
  return missing
}

/** Result of a trial in a sentence, with the number of faults. */
interface TrialResult {
  summary: string
  faults: number
}

/** Writes to one server after another, until `end` has stopped or killed each. Returns the sums over all. */
async function writeUntilEnded(
  site: Site,
  { from, times, end }: { from: number; times: number; end: (server: RunningServer) => Promise<void> },
) {
  const outcome = newOutcome()
  for (let turn = from; turn < from + times; turn += 1) {
    const server = await startServer(site.environment)
    const stop = startWriting(site, server, turn, outcome)
    await sleep(Math.random() * MAX_LIFETIME_MS)
    await end(server)
    await stop()
  }
  return { ...outcome, lost: await countLost(site.ctx, outcome.acknowledged) }
}

/** Counts requests that lack the index rows their transaction must have written. */
async function countUnindexed({ ctx }: Site): Promise<number> {
  const index = ctx.database.engine.name === 'postgres' ? sql.table('search_words') : sql.table('search_places')
  const { rows } = await sql<{ count: number }>`select count(*) as count from prayers where publication <> 'deleted'
    and id not in (select prayer_request_id from ${index})`.execute(ctx.db)
  return rows[0]?.count ?? Number.NaN
}

async function killServer({ pid }: RunningServer): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await sleep(20)
}

async function kill(site: Site, times: number): Promise<TrialResult> {
  const begun = await countUnindexed(site)
  const { acknowledged, unanswered, lost } = await writeUntilEnded(site, { from: 0, times, end: killServer })
  const torn = (await countUnindexed(site)) - begun
  const { is_whole } = await site.ctx.database.engine.checkIntegrity()
  return {
    summary: `Killed with -9 at random ${times} times while ${WRITERS} people wrote: ${acknowledged.length} requests acknowledged, ${lost} lost, ${torn} half written, ${unanswered} without an answer. Database whole: ${is_whole ? 'yes' : 'no'}.`,
    faults: lost + Math.abs(torn) + Number(!is_whole),
  }
}

async function stopInOrder(site: Site, from: number, times: number): Promise<TrialResult> {
  let longest = 0
  const end = async (server: RunningServer): Promise<void> => {
    const began = performance.now()
    await server.stop()
    longest = Math.max(longest, performance.now() - began)
  }
  const { acknowledged, refused, lost } = await writeUntilEnded(site, { from, times, end })
  const { 503: stopping = 0, 429: many = 0, ...others } = refused
  const failed = Object.values(others).reduce((sum, count) => sum + count, 0)
  return {
    summary: `Stopped with SIGTERM under the same load ${times} times: ${acknowledged.length} requests acknowledged, ${lost} lost, ${failed} failed (refused because it was stopping or too many: ${stopping + many}). The longest took ${longest.toFixed(0)} ms.`,
    faults: lost + failed + Number(longest > 10_000),
  }
}

/** Stops the database while people write, and starts it again. */
async function restartDatabase(site: Site, postgres: Primary, turn: number): Promise<TrialResult> {
  const server = await startServer(site.environment)
  const outcome = newOutcome()
  const stop = startWriting(site, server, turn, outcome)
  const { acknowledged, refused } = outcome
  await sleep(2000)
  const before = acknowledged.length
  await postgres.restart(OUTAGE_MS)
  const back = performance.now()
  const during = acknowledged.length
  while (acknowledged.length === during && performance.now() - back < RECOVERY_MS) await sleep(5)
  const recovered_ms = performance.now() - back
  await sleep(2000)
  await stop()
  await server.stop()
  const lost = await countLost(site.ctx, acknowledged)
  const answers = Object.entries(refused).map(([status, count]) => `${count} with ${status}`)
  return {
    summary: `PostgreSQL ended at once while they wrote and started again ${OUTAGE_MS / 1000} s later: ${before} requests acknowledged before, ${acknowledged.length - during} afterwards, the first ${recovered_ms.toFixed(0)} ms after it answered; refused: ${answers.join(', ')}; without an answer: ${outcome.unanswered}; ${lost} lost.`,
    faults: lost + outcome.unanswered + Number(recovered_ms >= RECOVERY_MS),
  }
}

/**
 * Ends the server again and again while people write: every acknowledged request must be there afterwards, and an orderly
 * stop must fail none that was accepted.
 */
export async function measure(run: Run): Promise<void> {
  const [kills, stops] = [Number(run.options.kills), Number(run.options.stops)]
  const { engine, postgres } = run
  const site = await makeSite(run, SIZE)
  await site.ctx.transaction((ctx) => writeSetting(ctx, site.claims[0]?.user_id ?? '', 'prayers_per_hour', 100))
  const lines = [`# Faults, ${engineNames[engine]}\n`]
  for (const trial of [
    () => kill(site, kills),
    () => stopInOrder(site, kills, stops),
    ...(postgres ? [() => restartDatabase(site, postgres, kills + stops)] : []),
  ]) {
    const { summary, faults } = await trial()
    lines.push(`- ${summary}`)
    console.log(`- ${summary}`)
    if (faults > 0) process.exitCode = 1
  }
  writeResult(`faults-${engine}`, `${lines.join('\n')}\n`)
}
