import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, newDatabaseUrl } from '../server/test/postgres.ts'

export interface RunningServer {
  url: string
  /** URL of the one-time link that was printed, or undefined. */
  set_up_url: string | undefined
  /** Output of the process since its start. */
  output: string
  folder: string
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

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
    const before = process.env.LATE === undefined ? [] : ['--import', './e2e/late.ts']
    const after = environment.DEMO ? ['--demo'] : []
    child = spawn(path.resolve('node_modules/.bin/node'), [...before, 'server/main.ts', ...after], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: folder,
        BACKUPS: 'off',
        DATABASE_URL,
        LOG_LEVEL: 'warn',
        TRUSTED_PROXIES: '127.0.0.1,::1',
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
