import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { signToken } from '../server/http/session.ts'
import { startPrimary, startReplica } from '../server/test/postgres.ts'
import { writeResult } from './result.ts'
import { type Site, makeSite } from './site.ts'

// Measures what a replica takes off the primary: statements and blocks that each of the two reads for an answer, and
// the cost for the reader.
const SIZE = 20_000
const READERS = 50
const READS = 600
const CONCURRENCY_LEVELS = [1, 16]
/** PostgreSQL publishes its counters with a delay. Milliseconds. */
const STATS_DELAY_MS = 1500

interface Counters {
  statements: number
  blocks: number
  bytes: number
}

async function queryCounters(address: string): Promise<Counters> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  // On the primary each statement is a transaction of its own; on a replica the statements of an answer are one.
  const { rows } = await client.query<Counters>(
    `select xact_commit::float8 as statements, (blks_hit + blks_read)::float8 as blocks,
       pg_database_size(datname)::float8 as bytes from pg_stat_database where datname = current_database()`,
  )
  await client.end()
  return rows[0] ?? { statements: 0, blocks: 0, bytes: 0 }
}
interface Run {
  site: Site
  /** Counters of the primary and its replica. */
  readCounters: () => Promise<Counters[]>
  log: (line: string) => void
}

async function measure({ site, readCounters, log }: Run, name: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const child = fork(path.join(import.meta.dirname, '../server/test/child.ts'), {
    env: { PATH: process.env.PATH, ...site.environment, ...environment },
  })
  try {
    const [port] = (await once(child, 'message')) as [number]
    const claims = site.claims.slice(0, READERS)
    const tokens = await Promise.all(claims.map((claim) => signToken(site.ctx, claim, site.ctx.clock())))
    const read = async (turn: number, paths: string[]): Promise<number> => {
      const began = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}${paths[turn % paths.length] ?? ''}`, {
        headers: { authorization: `Bearer ${tokens[turn % tokens.length] ?? ''}` },
      })
      await answer.text()
      if (!answer.ok) throw new Error(`A read was answered with ${answer.status}.`)
      return performance.now() - began
    }
    const kinds = { 'a list': ['/api/prayers'], 'a request': site.ids.slice(0, 200).map((id) => `/api/prayers/${id}`) }
    for (const [kind, paths] of Object.entries(kinds)) {
      for (const lanes of CONCURRENCY_LEVELS) {
        for (let turn = 0; turn < 100; turn += 1) await read(turn, paths)
        const before = await readCounters()
        const times: number[] = []
        let turn = 0
        const began = performance.now()
        const lane = async (): Promise<void> => {
          while (turn < READS) times.push(await read((turn += 1), paths))
        }
        await Promise.all(Array.from({ length: lanes }, lane))
        const rate = (times.length / (performance.now() - began)) * 1000
        const after = await readCounters()
        const per = (key: keyof Counters, server: number): number =>
          ((after[server]?.[key] ?? 0) - (before[server]?.[key] ?? 0)) / times.length
        const at = (share: number): string =>
          (times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0).toFixed(1)
        log(
          `| ${kind}, ${lanes} at once | ${name} | ${rate.toFixed(0)} | ${at(0.5)} | ${at(0.99)} | ` +
            `${per('statements', 0).toFixed(1)} | ${per('blocks', 0).toFixed(0)} | ${per('statements', 1).toFixed(1)} | ${per('blocks', 1).toFixed(0)} |`,
        )
      }
    }
  } finally {
    child.kill('SIGKILL')
  }
}

export async function runBench(args: string[]): Promise<void> {
  const size = args[0] === undefined ? SIZE : Number(args[0])
  const primary = await startPrimary([])
  const site = await makeSite(size, primary.url)
  const url = site.environment['DATABASE_URL'] ?? ''
  const replica = await startReplica(primary.url, { late_ms: 0 })

  const readCounters = async (): Promise<Counters[]> => {
    await sleep(STATS_DELAY_MS)
    return [await queryCounters(url), await queryCounters(replica.urlOf(url))]
  }

  const lines: string[] = []
  const log = (line: string): void => {
    lines.push(line)
    process.stdout.write(`${line}\n`)
  }

  try {
    const [{ bytes } = { bytes: 0 }] = await readCounters()
    log(`# Reading from a replica\n`)
    log(
      `${size} requests of ${site.claims.length} members, ${(bytes / 1e6).toFixed(0)} MB. ${cpus().length} cores for everything: the reader, one process, ` +
        'the primary and its replica. The times say what the way round costs where nothing is gained; the statements say what the primary is spared.\n',
    )
    log('| Read | From | a second | p50 ms | p99 ms | Primary: statements | blocks | Replica: transactions | blocks |')
    log('|---|---|---|---|---|---|---|---|---|')
    const settings = { site, readCounters, log }
    await measure(settings, 'the primary', {})
    await measure(settings, 'the replica', { DATABASE_REPLICA_URLS: replica.urlOf(url) })
    writeResult('replicas', `${lines.join('\n')}\n`)
  } finally {
    await site.remove()
    await replica.remove()
    await primary.stop()
  }
}
