import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { writeSetting } from '../server/settings/settings.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { movedClock } from './clock.ts'
import { type RunningServer, killAll, startServer } from './processes.ts'
import { cutJobs } from './cut-jobs.ts'
import { cutMoves, cutRestores, cutUpgrades } from './cuts.ts'
import { type TrialResult, fillDisk, lockDatabase, checkSyncOrder } from './disk.ts'
import { littleMemory, slowDisk } from './scarcity.ts'
import { breakServices } from './services.ts'
import { killedStarts } from './starts.ts'
import { writeResult } from './result.ts'
import { type Site, makeSite } from './site.ts'
import { type WriteOutcome, WRITERS, countLost, startWriting } from './writing.ts'

const SIZE = 1000
/** Duration of the PostgreSQL outage, and the maximum time until everything works again. Milliseconds. */
const OUTAGE_MS = 5000
const RECOVERY_MS = 10_000
/** Maximum lifetime of a server after its first answer. Milliseconds. */
const MAX_LIFETIME_MS = 400

/** Writes to a server until `end` has stopped or killed it. */
async function writeUntilEnded(
  site: Site,
  end: (server: RunningServer) => Promise<void>,
  turn: number,
): Promise<WriteOutcome> {
  const server = await startServer(site.environment)
  const { stop } = startWriting(site, server, turn)
  await sleep(Math.random() * MAX_LIFETIME_MS)
  await end(server)
  return await stop()
}

/** Counts requests that lack the index rows their transaction must have written. */
async function countUnindexed({ ctx }: Site): Promise<number> {
  const index = ctx.database.engine.name === 'postgres' ? sql.table('search_words') : sql.table('search_places')
  const { rows } = await sql<{ count: number }>`select count(*) as count from prayers where publication <> 'deleted'
    and id not in (select prayer_request_id from ${index})`.execute(ctx.db)
  return rows[0]?.count ?? Number.NaN
}

/** Trials that cut work off so many times, on PostgreSQL when the URL of a server is given. */
const CUTS: Record<string, (times: number, postgres_url: string | undefined) => Promise<TrialResult>> = {
  upgrades: cutUpgrades,
  restores: cutRestores,
  moves: cutMoves,
  jobs: cutJobs,
}

/** Trials of machines that have little, on SQLite. */
const SCARCITIES: Record<string, () => Promise<TrialResult>> = { 'slow-disk': slowDisk, 'little-memory': littleMemory }

/** Trials of the disk and the file, on SQLite. */
const DISK: Record<string, (site: Site) => Promise<TrialResult>> = {
  'order-of-syncs': checkSyncOrder,
  'full-disk': fillDisk,
  'held-lock': lockDatabase,
}

/** Runs a trial of the disk on a site of its own. */
async function onOwnSite(trial: (site: Site) => Promise<TrialResult>): Promise<TrialResult> {
  const site = await makeSite(SIZE, undefined)
  try {
    return await trial(site)
  } finally {
    await site.remove()
  }
}

/** Runs one trial. Writes a file of its own. */
async function runOnly(name: string, times: number, on_postgres: boolean): Promise<void> {
  const disk = DISK[name]
  const trial = CUTS[name] ?? SCARCITIES[name] ?? (disk && (() => onOwnSite(disk)))
  if (!trial)
    throw new Error(`There is no trial "${name}": ${Object.keys({ ...CUTS, ...SCARCITIES, ...DISK }).join(', ')}.`)
  const postgres = on_postgres ? await startPostgres({ durable: true }) : undefined
  try {
    const { summary, faults } = await trial(times, postgres?.url)
    process.stdout.write(`- ${summary}\n`)
    const engine = on_postgres ? 'PostgreSQL' : 'SQLite'
    writeResult(
      `faults-${name}-${on_postgres ? 'postgres' : 'sqlite'}`,
      `# Faults: ${name}, ${engine}\n\n- ${summary}\n`,
    )
    if (faults > 0) process.exitCode = 1
  } finally {
    killAll()
    await postgres?.stop()
  }
}

// Checks that every acknowledged write is stored: kills the server at random, again and again, while people write. Also
// checks that an orderly stop fails no request that was accepted.
export async function runBench(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      postgres: { type: 'boolean', default: false },
      kills: { type: 'string', default: '200' },
      stops: { type: 'string', default: '50' },
      cuts: { type: 'string', default: '100' },
      only: { type: 'string' },
    },
  })
  if (options.only !== undefined) {
    await runOnly(options.only, Number(options.cuts), options.postgres)
    return
  }
  const postgres = options.postgres ? await startPostgres({ durable: true }) : undefined
  const site = await makeSite(SIZE, postgres?.url)
  const { ctx } = site

  const lines: string[] = []
  const log = (line: string): void => {
    lines.push(line)
    process.stdout.write(`${line}\n`)
  }
  let faults = 0
  try {
    await ctx.transaction((transaction) =>
      writeSetting(transaction, site.claims[0]?.user_id ?? '', 'prayers_per_hour', 100),
    )
    const begun = await countUnindexed(site)
    log(`# Faults, ${options.postgres ? 'PostgreSQL' : 'SQLite'}\n`)

    const kills = Number(options.kills)
    let [written, missing, unanswered] = [0, 0, 0]
    for (let turn = 0; turn < kills; turn += 1) {
      const round = await writeUntilEnded(
        site,
        async ({ pid }) => {
          process.kill(pid, 'SIGKILL')
          await sleep(20)
        },
        turn,
      )
      written += round.acknowledged.length
      unanswered += round.unanswered
      missing += await countLost(ctx, round.acknowledged)
    }
    const torn = (await countUnindexed(site)) - begun
    const { is_whole } = await ctx.database.engine.checkIntegrity()
    log(
      `- Killed with -9 at random ${kills} times while ${WRITERS} people wrote: ${written} requests acknowledged, ${missing} lost, ${torn} half written, ${unanswered} without an answer. Database whole: ${is_whole ? 'yes' : 'no'}.`,
    )
    faults += missing + Math.abs(torn) + Number(!is_whole)

    const stops = Number(options.stops)
    let [accepted, missing_after_stop, longest] = [0, 0, 0]
    const refused: Record<string, number> = {}
    for (let turn = 0; turn < stops; turn += 1) {
      const round = await writeUntilEnded(
        site,
        async (server) => {
          const began = performance.now()
          await server.stop()
          longest = Math.max(longest, performance.now() - began)
        },
        kills + turn,
      )
      accepted += round.acknowledged.length
      missing_after_stop += await countLost(ctx, round.acknowledged)
      for (const [status, count] of Object.entries(round.refused)) refused[status] = (refused[status] ?? 0) + count
    }
    const failed = Object.entries(refused).filter(([status]) => status !== '503' && status !== '429')
    log(
      `- Stopped with SIGTERM under the same load ${stops} times: ${accepted} requests acknowledged, ${missing_after_stop} lost, ${failed.reduce((sum, [, count]) => sum + count, 0)} failed (refused because it was stopping or too many: ${(refused['503'] ?? 0) + (refused['429'] ?? 0)}). The longest took ${longest.toFixed(0)} ms.`,
    )
    faults += missing_after_stop + failed.length + Number(longest > 10_000)

    if (postgres) {
      // Stops the database while people write, and starts it again.
      const server = await startServer(site.environment)
      const writing = startWriting(site, server, kills + stops)
      await sleep(2000)
      const before = writing.outcome.acknowledged.length
      await postgres.restart(OUTAGE_MS)
      const back = performance.now()
      const during = writing.outcome.acknowledged.length
      while (writing.outcome.acknowledged.length === during && performance.now() - back < RECOVERY_MS) await sleep(5)
      const recovered_ms = performance.now() - back
      await sleep(2000)
      const round = await writing.stop()
      await server.stop()
      const absent = await countLost(ctx, round.acknowledged)
      const answers = Object.entries(round.refused).map(([status, count]) => `${count} with ${status}`)
      log(
        `- PostgreSQL ended at once while they wrote and started again ${OUTAGE_MS / 1000} s later: ${before} requests acknowledged before, ${round.acknowledged.length - during} afterwards, the first ${recovered_ms.toFixed(0)} ms after it answered; refused: ${answers.join(', ')}; without an answer: ${round.unanswered}; ${absent} lost.`,
      )
      faults += absent + round.unanswered + Number(recovered_ms >= RECOVERY_MS)
    }
    const starts = () => killedStarts(postgres?.url)
    for (const trial of [
      breakServices,
      movedClock,
      starts,
      ...(postgres ? [] : [...Object.values(DISK), ...Object.values(SCARCITIES)]),
      ...Object.values(CUTS).map((cut) => () => cut(Number(options.cuts), postgres?.url)),
    ]) {
      const { summary, faults: wrong } = await trial(site)
      log(`- ${summary}`)
      faults += wrong
    }

    writeResult(`faults-${postgres ? 'postgres' : 'sqlite'}`, `${lines.join('\n')}\n`)
    if (faults > 0) process.exitCode = 1
  } finally {
    killAll()
    await site.remove()
    await postgres?.stop()
  }
}
