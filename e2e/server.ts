import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DemoOptions } from '../server/test/demo-site.ts'
import { freePort, newDatabaseUrl } from '../server/test/postgres.ts'

export interface Site {
  url: string
  stop(): Promise<void>
}

export interface RunningServer extends Site {
  /** URL of the one-time link that was printed, or undefined. */
  set_up_url: string | undefined
  /** Output of the process since its start. */
  output: string
  folder: string
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
}

/** The environment of a server's process. It lives in UTC, whatever world its readers live in. */
const settings = {
  NODE_ENV: 'production',
  TZ: 'UTC',
  BACKUPS: 'off',
  LOG_LEVEL: 'warn',
  TRUSTED_PROXIES: '127.0.0.1,::1',
}
const late = process.env.LATE === undefined ? [] : ['--import', './e2e/late.ts']

/** Starts a server as a new operator does, with an empty database of the engine. Resolves when it answers. */
export async function startServer(
  engine: 'sqlite' | 'postgres',
  environment: NodeJS.ProcessEnv = {},
): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const DATABASE_URL = engine === 'postgres' ? await newDatabaseUrl() : ''
  let child: ChildProcess
  let output = ''
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [...late, 'server/main.ts'], {
      env: {
        ...process.env,
        ...settings,
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: folder,
        DATABASE_URL,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    output = ''
    child.stdout?.on('data', (data: Buffer) => (output += data.toString()))
    child.stderr?.on('data', (data: Buffer) => (output += data.toString()))
    const deadline = Date.now() + 20_000
    while (
      !(await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  await start()
  return {
    url,
    get set_up_url() {
      return /\S+\/setup#\S+/.exec(output)?.[0]
    },
    get output() {
      return output
    },
    folder,
    kill: () => end('SIGKILL'),
    restart: start,
    stop: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface DemoSites {
  /** Starts a site with a demo community of its own. */
  start(options?: DemoOptions): Promise<Site>
  stop(): Promise<void>
}

/**
 * One process that serves any number of demo communities: each starts in a twentieth of the time of a process of its own. It loads the
 * modules of `preloaded` before the server.
 */
export function startDemoSites(preloaded: string[] = []): DemoSites {
  let child: ChildProcess | undefined
  const tell = async (message: DemoOptions | string): Promise<string> => {
    child ??= fork('e2e/demo-server.ts', {
      execPath: process.execPath,
      execArgv: [...late, ...preloaded.flatMap((file) => ['--import', file])],
      // The words of a page depend on no zone of its server: this one is a day before some readers, and changes its clock.
      env: { ...process.env, ...settings, TZ: 'Pacific/Chatham' },
      // Its log speaks of alarms that reach nobody, in each community again.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const running = child
    const answered = new AbortController()
    const answer = once(running, 'message').then(([address]) => address as string)
    const end = once(running, 'exit', answered).then(() =>
      Promise.reject(new Error('The process of the demo communities ended.')),
    )
    running.send(message)
    return await Promise.race([answer, end]).finally(() => answered.abort())
  }
  // One after the other: an answer does not say what it answers.
  let last: Promise<unknown> = Promise.resolve()
  const ask = (message: DemoOptions | string): Promise<string> => {
    const answer = last.then(() => tell(message))
    last = answer.catch(() => undefined)
    return answer
  }
  return {
    start: async (options = {}) => {
      const url = await ask(options)
      let stopped: Promise<unknown> | undefined
      return { url, stop: async () => void (await (stopped ??= ask(url))) }
    },
    stop: async () => {
      if (!child) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
