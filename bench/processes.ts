import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Kills all running child processes: for failures and Ctrl-C. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

export interface RunningServer {
  url: string
  pid: number
  /** Time from spawn to the first answer. Milliseconds. */
  start_ms: number
  stop(): Promise<void>
}

const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 1000 }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', () => resolve(0)).on('timeout', () => request.destroy())
  })

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

/** Spawns a server behind a trusted proxy on this machine, without waiting until it answers. */
function spawnServer(environment: NodeJS.ProcessEnv, port: number): ChildProcess {
  // Same options as `npm start`.
  return trackChild(
    spawn(process.execPath, ['--max-semi-space-size=4', 'server/main.ts'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: String(port),
        TRUSTED_PROXIES: '127.0.0.1',
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
}

/** Starts a server and waits until it answers. */
export async function startServer(environment: NodeJS.ProcessEnv): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawnServer(environment, port)
  while ((await statusOf(`${url}/healthz`)) !== 200) {
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
  const began = performance.now()
  const child = trackChild(
    fork(path.join(import.meta.dirname, 'bare.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    start_ms: performance.now() - began,
    stop: () => stop(child),
    setAnswer: async (answer) => {
      const ready = once(child, 'message')
      child.send(answer)
      await ready
    },
  }
}

/** Returns the resident memory of a process in bytes; `NaN` where there is no /proc. */
export function residentBytes(pid: number): number {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024
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
