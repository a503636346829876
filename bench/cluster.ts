import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { type Context, buildContext } from '../server/context.ts'
import type { TokenClaims } from '../server/http/session.ts'
import { signToken } from '../server/http/session.ts'
import { writeSetting } from '../server/settings/settings.ts'
import { fill } from './fill.ts'
import { today, writeResult } from './result.ts'
import { WRITERS, type WrittenPrayer, countLost, startWriting } from './writing.ts'

// Kills the primary of a cluster again and again while people write: nothing acknowledged may be lost, writing must go
// on within half a minute without restarting anything, pages that listen must hear of it, and limits must be kept.
const SIZE = 1000
const STREAMS = 20
/** Maximum time until a write succeeds again, and until it is on every page. Milliseconds. */
const MAX_AWAY_MS = 30_000
const MAX_SILENCE_MS = 15_000
/** Maximum time until the killed node follows again. Milliseconds. */
const MAX_REJOIN_MS = 120_000
/** Time in which people write before each kill, and pause after a refusal. Milliseconds. */
const WRITING_MS = 2000
const PAUSE_MS = 100
/** Address of somebody who guesses passwords, as nginx forwards it. */
const GUESSER = '192.0.2.77'

interface Member {
  name: string
  role: string
  state: string
}

interface Cluster {
  folder: string
  site: string
  database: string
  nodes: string[]
  stop(): Promise<void>
}

async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-cluster-'))
  const script = path.join(import.meta.dirname, '../deploy/cluster/start')
  const child: ChildProcess = spawn(script, [folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const facts = new Map<string, string>()
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      if (line === 'ready') break
      facts.set(line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1).trim())
    }
  }
  const [site, database] = [facts.get('site'), facts.get('database')]
  if (site === undefined || database === undefined) {
    await stop()
    throw new Error('The cluster did not start.')
  }
  return { folder, site, database, nodes: (facts.get('nodes') ?? '').split(' '), stop }
}

/** Returns the members as Patroni sees them; nodes that are down are asked in vain. */
async function readMembers({ nodes }: Cluster): Promise<Member[]> {
  for (const node of nodes) {
    try {
      const answer = await fetch(`${node}/cluster`, { signal: AbortSignal.timeout(2000) })
      return ((await answer.json()) as { members: Member[] }).members
    } catch {
      // Asks the next one.
    }
  }
  return []
}

const isWhole = (members: Member[]): boolean =>
  members.length === 3 &&
  members.filter(({ role }) => role === 'leader').length === 1 &&
  members.some(({ role }) => role === 'sync_standby') &&
  members.every(({ state }) => state === 'running' || state === 'streaming')

async function waitUntilWhole(cluster: Cluster): Promise<void> {
  const until = performance.now() + MAX_REJOIN_MS
  while (!isWhole(await readMembers(cluster))) {
    if (performance.now() > until)
      throw new Error(`The cluster is not whole: ${JSON.stringify(await readMembers(cluster))}`)
    await sleep(500)
  }
}

const kill = (file: string): void => {
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (pid > 1) process.kill(pid, 'SIGKILL')
}

/** Kills PostgreSQL alone, or with Patroni, as when the machine is gone. Returns what lets the node come back. */
function killNode({ folder }: Cluster, name: string, isMachine: boolean): () => void {
  const node = path.join(folder, name)
  const flag = path.join(node, 'stay-down')
  if (isMachine) {
    writeFileSync(flag, '')
    kill(path.join(node, 'patroni.pid'))
  }
  kill(path.join(node, 'data/postmaster.pid'))
  return () => rmSync(flag, { force: true })
}

/** A page that listens and, as browsers do, connects again when its connection ends. */
class Page {
  heard_at = -Infinity
  reconnects = -1
  readonly #end = new AbortController()

  constructor(ctx: Context, site: string, claims: TokenClaims) {
    void this.#listen(ctx, site, claims)
  }

  close(): void {
    this.#end.abort()
  }

  async #listen(ctx: Context, site: string, claims: TokenClaims): Promise<void> {
    while (!this.#end.signal.aborted) {
      this.reconnects += 1
      try {
        const token = await signToken(ctx, claims, ctx.clock())
        const answer = await fetch(`${site}/api/events`, {
          headers: { authorization: `Bearer ${token}` },
          signal: this.#end.signal,
        })
        for await (const part of answer.body ?? [])
          if (Buffer.from(part).includes('data:')) this.heard_at = performance.now()
      } catch {
        // Connects again.
      }
      await sleep(1000)
    }
  }
}

const guess = async (site: string): Promise<number> => {
  const answer = await fetch(`${site}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': GUESSER },
    body: JSON.stringify({ email: 'nobody@example.org', password: 'a wrong password' }),
  })
  await answer.text()
  return answer.status
}

interface Turn {
  row: string
  away_ms: number
  lost: number
  acknowledged: number
  faults: number
}

async function killOnce(
  cluster: Cluster,
  { ctx, claims, pages, known }: { ctx: Context; claims: TokenClaims[]; pages: Page[]; known: WrittenPrayer[] },
  turn: number,
): Promise<Turn> {
  const isMachine = turn % 2 === 1
  await waitUntilWhole(cluster)
  const before = await readMembers(cluster)
  const primary = before.find(({ role }) => role === 'leader')?.name ?? ''
  const writing = startWriting({ ctx, claims }, { url: cluster.site }, turn, { pause_ms: PAUSE_MS })
  await sleep(WRITING_MS + Math.random() * 1000)
  const revive = killNode(cluster, primary, isMachine)
  const killed = performance.now()
  // Answers that were on their way still arrive.
  await sleep(200)
  const before_kill = writing.outcome.acknowledged.length
  while (writing.outcome.acknowledged.length === before_kill && performance.now() - killed < 2 * MAX_AWAY_MS)
    await sleep(10)
  const written = performance.now()
  const away_ms = written - killed
  const heard = (): number => pages.filter(({ heard_at }) => heard_at > written).length
  while (heard() < pages.length && performance.now() - written < MAX_SILENCE_MS) await sleep(50)
  const silent = pages.length - heard()
  const told_ms = performance.now() - written
  const isLimited = (await guess(cluster.site)) === 429
  await sleep(WRITING_MS)
  revive()
  const round = await writing.stop()
  // Also what was acknowledged before earlier kills.
  known.push(...round.acknowledged)
  const lost = await countLost(ctx, known)
  const now = (await readMembers(cluster)).find(({ role }) => role === 'leader')?.name ?? 'none'
  const others = Object.entries(round.refused).filter(([status]) => status !== '503')
  const row = [
    turn + 1,
    `${primary}, ${isMachine ? 'the whole node' : 'PostgreSQL'}`,
    now,
    (away_ms / 1000).toFixed(1),
    round.acknowledged.length,
    lost,
    round.refused['503'] ?? 0,
    others.map(([status, count]) => `${count} × ${status}`).join(', ') || 0,
    round.unanswered,
    `${pages.length - silent} of ${pages.length} in ${(told_ms / 1000).toFixed(1)} s`,
    isLimited ? 'yes' : 'no',
  ].join(' | ')
  return {
    row: `| ${row} |`,
    away_ms,
    lost,
    acknowledged: round.acknowledged.length,
    faults: lost + silent + others.length + round.unanswered + Number(away_ms > MAX_AWAY_MS) + Number(!isLimited),
  }
}

export async function runBench(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: { kills: { type: 'string', default: '20' }, append: { type: 'boolean', default: false } },
  })
  const lines: string[] = []
  const log = (line: string): void => {
    lines.push(line)
    process.stdout.write(`${line}\n`)
  }
  const cluster = await startCluster()
  const ctx = await buildContext(
    readConfig({
      DATA_DIR: path.join(cluster.folder, 'oremus'),
      DATABASE_URL: cluster.database,
      DATABASE_LISTEN_URL: 'off',
      BACKUPS: 'off',
    }),
    pino({ level: 'silent' }),
  )
  let pages: Page[] = []
  try {
    const claims = await fill(ctx, SIZE)
    await ctx.transaction((transaction) => writeSetting(transaction, claims[0]?.user_id ?? '', 'prayers_per_hour', 100))
    pages = claims.slice(-STREAMS).map((claim) => new Page(ctx, cluster.site, claim))
    // Uses up what one address may guess.
    for (let tries = 0; tries < 30 && (await guess(cluster.site)) !== 429; tries += 1);
    if (!options.append) {
      log('# A cluster whose primary is killed\n')
      log(
        `Patroni 3 with etcd, three PostgreSQL nodes with \`synchronous_mode\`, HAProxy, PgBouncer in transaction mode, two servers behind nginx, as \`deploy/cluster/start\` starts them, on one machine with ${cpus().length} cores. ${WRITERS} people write and ${STREAMS} pages listen while the primary is ended with \`kill -9\`: PostgreSQL alone, and with it Patroni, as when the machine is gone. Nothing else is restarted but the node that was killed.\n`,
      )
    }
    log(
      '| Kill | of | next primary | seconds until a write succeeds | acknowledged | lost | refused with 503 | refused otherwise | without an answer | pages that heard of it | limit on guessing kept |',
    )
    log('|---|---|---|---|---|---|---|---|---|---|---|')
    const turns: Turn[] = []
    const known: WrittenPrayer[] = []
    for (let turn = 0; turn < Number(options.kills); turn += 1) {
      turns.push(await killOnce(cluster, { ctx, claims, pages, known }, turn))
      log(turns.at(-1)?.row ?? '')
    }
    const sum = (key: 'lost' | 'acknowledged' | 'faults'): number => turns.reduce((all, one) => all + one[key], 0)
    const reconnects = pages.reduce((all, page) => all + page.reconnects, 0)
    const longest = Math.max(...turns.map(({ away_ms }) => away_ms)) / 1000
    log(
      `\n${turns.length} kills, ${sum('acknowledged')} requests acknowledged, ${sum('lost')} lost. The longest time without a write was ${longest.toFixed(1)} s. Pages connected again ${reconnects} times.\n`,
    )
    const text = `${lines.join('\n')}\n`
    const file = path.join(import.meta.dirname, `results/${today()}-cluster.md`)
    if (options.append && existsSync(file)) appendFileSync(file, text)
    else writeResult('cluster', text)
    if (sum('faults') > 0) process.exitCode = 1
  } finally {
    for (const page of pages) page.close()
    await ctx.close()
    await cluster.stop()
  }
}
