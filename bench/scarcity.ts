import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrialResult } from './disk.ts'
import { type RunningServer, startServer } from './processes.ts'
import { makeSite } from './site.ts'
import { percentile, requestAtRate } from './steadily.ts'
import { countLost, startWriting } from './writing.ts'

const SIZE = 10_000
const SECONDS = 20
const READS_PER_S = 20
/** Time of each sync on the slow disk. Milliseconds. */
const SYNC_MS = [10, 100, 1000]
/** Memory of the whole process, in MB. */
const MEMORY_MB = [256, 192, 160, 128]

const reader = (server: RunningServer) => async (index: number) => {
  // Each from an address of its own, because of the limits.
  const headers = { 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` }
  const response = await fetch(`${server.url}/api/prayers?pageSize=${1 + (index % 20)}`, { headers })
  await response.arrayBuffer()
  return response.status
}

/** Lets eight people write and others read for a while. */
async function work(site: Awaited<ReturnType<typeof makeSite>>, server: RunningServer, turn: number) {
  const writing = startWriting(site, server, turn, { pause_ms: 100 })
  const reads = await requestAtRate(READS_PER_S, SECONDS, reader(server))
  const { acknowledged, refused, unanswered } = await writing.stop()
  return { reads, acknowledged, refused, unanswered, failed: reads.filter(({ status }) => status !== 200).length }
}

/** Writes while every sync of the log to the disk takes long: `strace` makes it wait. */
export async function slowDisk(): Promise<TrialResult> {
  if (spawnSync('which', ['strace']).status !== 0)
    return { summary: 'A slow disk: not tried, there is no strace.', faults: 0 }
  const site = await makeSite(SIZE, undefined)
  const parts: string[] = []
  let faults = 0
  try {
    for (const [turn, ms] of SYNC_MS.entries()) {
      const server = await startServer(site.environment)
      const calls = 'fsync,fdatasync'
      const slow = ['-f', '-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=${ms * 1000}`, '-o', '/dev/null']
      const strace = spawn('strace', [...slow, '-p', String(server.pid)])
      await once(strace.stderr, 'data')
      const { reads, acknowledged, refused, unanswered, failed } = await work(site, server, turn)
      strace.kill('SIGINT')
      await once(strace, 'exit')
      await server.stop()
      const lost = await countLost(site.ctx, acknowledged)
      const kept = Object.entries(refused).map(([status, count]) => `${count} with ${status}`)
      parts.push(
        `a sync of ${ms} ms: ${(acknowledged.length / SECONDS).toFixed(1)} requests acknowledged a second, refused ${kept.join(', ') || 'none'}, ${unanswered} without an answer, ${lost} lost; reading meanwhile p50 ${percentile(reads, 0.5).toFixed(0)} ms, p99 ${percentile(reads, 0.99).toFixed(0)} ms, ${failed} of ${reads.length} failed`,
      )
      faults += lost + unanswered + Number(acknowledged.length === 0)
    }
    return { summary: `A slow disk, ${SIZE} requests. ${parts.join('. ')}.`, faults }
  } finally {
    await site.remove()
  }
}

const V1 = '/sys/fs/cgroup/memory'
const V2 = '/sys/fs/cgroup'

/** Starts a server in a group with so much memory, without swap. Returns how to read its maximum and to remove the group. */
async function startInGroup(environment: NodeJS.ProcessEnv, mb: number) {
  const isFirst = existsSync(V1)
  const root = isFirst ? V1 : V2
  const folder = path.join(root, `oremus-bench-${mb}`)
  mkdirSync(folder, { recursive: true })
  const file = (name: string): string => path.join(folder, name)
  writeFileSync(file(isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(mb * 1024 * 1024))
  if (!isFirst) writeFileSync(file('memory.swap.max'), '0')
  const server = await startServer(environment, file('cgroup.procs')).catch(() => undefined)
  const peak = file(isFirst ? 'memory.max_usage_in_bytes' : 'memory.peak')
  return {
    server,
    readPeak: () => (existsSync(peak) ? Number(readFileSync(peak, 'utf8')) / 1024 / 1024 : Number.NaN),
    remove: () => rmdirSync(folder),
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

/** Writes and reads while the system gives the process little memory and ends it when it takes more. */
export async function littleMemory(): Promise<TrialResult> {
  if (process.getuid?.() !== 0) return { summary: 'Little memory: not tried, that needs root.', faults: 0 }
  const site = await makeSite(SIZE, undefined)
  const parts: string[] = []
  let faults = 0
  try {
    for (const [turn, mb] of MEMORY_MB.entries()) {
      const { server, ...group } = await startInGroup(site.environment, mb)
      if (!server) {
        group.remove()
        parts.push(`${mb} MB: did not start`)
        continue
      }
      const { reads, acknowledged, failed } = await work(site, server, turn)
      const hasEnded = !isAlive(server.pid)
      const most = group.readPeak()
      await server.stop()
      await sleep(200)
      group.remove()
      const lost = await countLost(site.ctx, acknowledged)
      const { is_whole } = await site.ctx.database.engine.checkIntegrity()
      parts.push(
        `${mb} MB: ${hasEnded ? 'ended by the system' : 'went on'}, at most ${most.toFixed(0)} MB with the pages of its files, ${(acknowledged.length / SECONDS).toFixed(0)} requests acknowledged a second, ${lost} lost, database ${is_whole ? 'whole' : 'damaged'}, ${failed} of ${reads.length} reads failed`,
      )
      faults += lost + Number(!is_whole)
    }
    return { summary: `Little memory, ${SIZE} requests. ${parts.join('. ')}.`, faults }
  } finally {
    await site.remove()
  }
}
