import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/test/postgres.ts'
import type { BareAnswer } from './bare.ts'

const root = path.join(import.meta.dirname, '..')
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 12_000
/** Unit in which Linux counts the CPU time of a process. Milliseconds. */
const TICK_MS = 10

const children = new Set<ChildProcess>()

function trackChild(child: ChildProcess): ChildProcess {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

export interface RunningServer {
  url: string
  pid: number
  stop(): Promise<void>
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

/** Stops every process that this one has started. */
export async function stopAll(): Promise<void> {
  await Promise.all([...children].map(stop))
}

/**
 * Starts a server behind a trusted proxy on this machine, and waits until it answers. `start_ms` is the time from spawn to
 * the first answer.
 */
export async function startServer(environment: NodeJS.ProcessEnv): Promise<RunningServer & { start_ms: number }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const address = { HOST: '127.0.0.1', PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' }
  const began = performance.now()
  // Same options as `npm start`.
  const child = trackChild(
    spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
        ...address,
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const isUp = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
    await answer?.body?.cancel()
    return answer?.status === 200
  }
  while (!(await isUp())) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (hasEnded || performance.now() - began > START_TIMEOUT_MS) throw new Error('The server did not start.')
    await sleep(5)
  }
  return { url, pid: child.pid ?? 0, start_ms: performance.now() - began, stop: () => stop(child) }
}

export interface BareServer extends RunningServer {
  /** Sets the answer to all following requests. */
  setAnswer(answer: BareAnswer): Promise<void>
}

/** Starts the bare `node:http` server. */
export async function startBare(): Promise<BareServer> {
  const file = path.join(import.meta.dirname, 'bare.ts')
  const child = trackChild(fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => stop(child),
    setAnswer: async (answer) => {
      const ready = once(child, 'message')
      child.send(answer)
      await ready
    },
  }
}

/** Returns the resident memory of a process in MB; `NaN` where there is no /proc. */
export function residentMb(pid: number): number {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6
}

/**
 * Returns the CPU time that a process has used, all threads, user and system. Milliseconds; `NaN` where there is no
 * /proc.
 */
export function processorMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  // Fields 14 and 15 of proc_pid_stat(5); the name before them may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
