import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from './processes.ts'
import { type Site, makeSite } from './site.ts'
import { percentile, requestAtRate } from './steadily.ts'
import { countLost, startWriting } from './writing.ts'

/** Result of a trial in a sentence, with the number of faults. */
export interface TrialResult {
  summary: string
  faults: number
}

const TRACE_DURATION_MS = 5000
const LOCKED_S = 60
const READS_PER_S = 20
/** Free space of the small disk, and space that is freed again. Bytes. */
const FREE_BYTES = 3_000_000
const BALLAST_BYTES = 24_000_000
/** Minimum number of refusals to wait for, and the maximum wait in seconds. */
const MIN_REFUSALS = 200
const MAX_FILL_SECONDS = 120

const has = (program: string): boolean => spawnSync('which', [program]).status === 0

/** Counts the 200 answers that were sent while a write to the log had not been synced, all answers, and all syncs. */
function countUnsynced(trace: string): { early: number; answers: number; syncs: number } {
  let [isDirty, early, answers, syncs] = [false, 0, 0, 0]
  for (const call of trace.split('\n')) {
    if (/pwrite64\(\d+<[^>]*-wal>/.test(call)) isDirty = true
    else if (/f(data)?sync\(\d+<[^>]*-wal>\)\s+= 0/.test(call)) {
      isDirty = false
      syncs += 1
    } else if (call.includes('"HTTP/1.1 200')) {
      answers += 1
      early += Number(isDirty)
    }
  }
  return { early, answers, syncs }
}

/**
 * Checks that every write is synced to the disk before it is acknowledged. Killing the process cannot show this,
 * because the system still writes its buffers afterwards.
 */
export async function checkSyncOrder(site: Site): Promise<TrialResult> {
  if (!has('strace')) return { summary: 'Order of writes and syncs: not looked at, there is no strace.', faults: 0 }
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-trace-'))
  const file = path.join(folder, 'trace')
  const server = await startServer(site.environment)
  const calls = 'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg'
  // Only the main thread writes to the database and to connections.
  const strace = spawn('strace', ['-y', '-s', '16', '-e', calls, '-o', file, '-p', String(server.pid)])
  await once(strace.stderr, 'data')
  const { stop } = startWriting(site, server, 0)
  await sleep(TRACE_DURATION_MS)
  const { acknowledged } = await stop()
  const ended = once(strace, 'exit')
  strace.kill('SIGINT')
  await ended
  await server.stop()
  const trace = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  const { early, answers, syncs } = countUnsynced(trace)
  // Proves that the check would find a fault: the same trace without the syncs must fail.
  const blind = countUnsynced(trace.replaceAll(/^.*sync\(.*$/gm, ''))
  const isSeen = answers >= acknowledged.length && acknowledged.length > 0 && blind.early > 0
  return {
    summary: `Order of writes and syncs: ${answers} answers of 200, ${syncs} syncs of the log, ${early} answers before what they acknowledge was synced (with the syncs taken out of the same trace: ${blind.early}).`,
    faults: early + Number(!isSeen),
  }
}

/** Fills the disk while people write, then frees space again. Needs root, to mount its own disk in memory. */
export async function fillDisk(): Promise<TrialResult> {
  if (process.getuid?.() !== 0) return { summary: 'A full disk: not tried, that needs root.', faults: 0 }
  const disk = mkdtempSync(path.join(tmpdir(), 'oremus-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk])
  const before = process.env.TMPDIR
  process.env.TMPDIR = disk
  let small: Site | undefined
  try {
    small = await makeSite(1000, undefined)
    process.env.TMPDIR = before ?? ''
    if (before === undefined) delete process.env.TMPDIR
    const free = Number(execFileSync('df', ['--output=avail', '-B1', disk], { encoding: 'utf8' }).split('\n')[1])
    writeFileSync(path.join(disk, 'ballast'), Buffer.alloc(BALLAST_BYTES))
    writeFileSync(path.join(disk, 'more'), Buffer.alloc(free - BALLAST_BYTES - FREE_BYTES))
    const server = await startServer(small.environment)
    const read = async (): Promise<number> => (await fetch(`${server.url}/api/prayers`)).status
    const { stop, outcome } = startWriting(small, server, 0, { filling: ' and again'.repeat(400) })
    const reading = requestAtRate(READS_PER_S, 10, read)
    for (let s = 0; s < MAX_FILL_SECONDS && (outcome.refused['503'] ?? 0) < MIN_REFUSALS; s += 1) await sleep(1000)
    const full = await stop()
    rmSync(path.join(disk, 'ballast'))
    const { stop: stopAgain } = startWriting(small, server, 1)
    await sleep(5000)
    const after = await stopAgain()
    const reads = await reading
    await server.stop()
    const missing = await countLost(small.ctx, [...full.acknowledged, ...after.acknowledged])
    const { is_whole } = await small.ctx.database.engine.checkIntegrity()
    const { 503: refused = 0, 429: many = 0, ...others } = full.refused
    const other = Object.values(others).reduce((sum, count) => sum + count, 0) + full.unanswered
    const unread = reads.filter(({ status }) => status !== 200).length
    return {
      summary: `Disk full: ${full.acknowledged.length} acknowledged, ${refused} refused with 503 (${many} by limits, ${other} otherwise), ${unread} of ${reads.length} reads failed. With room again, without a restart: ${after.acknowledged.length} acknowledged, ${after.refused['503'] ?? 0} refused. ${missing} lost. Database whole: ${is_whole ? 'yes' : 'no'}.`,
      faults: missing + other + unread + Number(!is_whole || refused === 0 || after.acknowledged.length === 0),
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await small?.remove()
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  }
}

/** Holds the write lock from another program. */
export async function lockDatabase(site: Site): Promise<TrialResult> {
  const server = await startServer(site.environment)
  const other = new DatabaseSync(path.join(site.environment.DATA_DIR ?? '', 'oremus.db'))
  other.exec('pragma busy_timeout = 10000; begin immediate')
  const { stop } = startWriting(site, server, 2)
  let index = 0
  const reads = await requestAtRate(READS_PER_S, LOCKED_S, async () => {
    const response = await fetch(`${server.url}/api/prayers?pageSize=${1 + (index++ % 20)}`)
    await response.arrayBuffer()
    return response.status
  })
  const during = await stop()
  other.exec('rollback')
  other.close()
  const began = performance.now()
  const { stop: stopAgain } = startWriting(site, server, 3)
  await sleep(3000)
  const after = await stopAgain()
  const back_ms = performance.now() - began
  await server.stop()
  const missing = await countLost(site.ctx, [...during.acknowledged, ...after.acknowledged])
  const unread = reads.filter(({ status }) => status !== 200).length
  const { 503: refused = 0, ...others } = during.refused
  const other_answers = Object.values(others).reduce((sum, count) => sum + count, 0) + during.unanswered
  return {
    summary: `Lock held by another program for ${LOCKED_S} s: ${refused} writes refused with 503, ${other_answers} otherwise, ${during.acknowledged.length} acknowledged; of ${reads.length} reads meanwhile ${unread} failed, p95 ${percentile(reads, 0.95).toFixed(0)} ms. Afterwards ${after.acknowledged.length} writes in ${(back_ms / 1000).toFixed(0)} s, ${missing} lost.`,
    faults: missing + unread + other_answers + Number(after.acknowledged.length === 0),
  }
}
