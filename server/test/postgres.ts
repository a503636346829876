import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import fetched from './fetched-postgres.json' with { type: 'json' }

const root = path.join(import.meta.dirname, '../..')

/** Returns the folder of the programs of the server that `scripts/test-tools.mjs` fetches where none is installed. */
function fetchedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return path.join(root, fetched.folder, 'node_modules', `${fetched.package}/${platform}-${process.arch}`, 'native/bin')
}

/**
 * Returns the folder of the newest installed server's programs, which on Debian are not on the PATH, or else of the
 * fetched one.
 */
function findBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
    fetchedFolder(),
  ]
  const found = folders.find(
    (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
  )
  if (found === undefined) {
    throw new Error(
      'The tests need PostgreSQL: fetch it with "node scripts/setup.mjs --postgres", install it (Debian: apt-get install postgresql), or set TEST_DATABASE_URL.',
    )
  }
  return found
}

/** Returns a free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** `initdb` and `postgres` refuse to run as root. Only an installed server has brought a user of its own. */
const unprivilegedUser = (): string =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .some((line) => line.startsWith('postgres:'))
    ? 'postgres'
    : 'nobody'

/** Returns the command that runs a program as that user. */
export const asPostgresUser = (program: string, args: string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['runuser', ['-u', unprivilegedUser(), '--', program, ...args]] : [program, args]

/** Gives a file to the user whose server reads it. */
export function chownToPostgres(file: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', [unprivilegedUser(), file])
}

export async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A server on a data folder, on a port of its own. */
interface Server {
  url: string
  stop: () => Promise<void>
}

/** Starts a server on the data folder and waits until it accepts connections. */
async function startServer(bin: string, data: string, port: number, settings: string[]): Promise<Server> {
  const [postgres, args] = asPostgresUser(path.join(bin, 'postgres'), [
    '-D',
    data,
    '-p',
    String(port),
    ...[
      'max_connections=300',
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${path.dirname(data)}`,
      ...settings,
    ].flatMap((setting) => ['-c', setting]),
  ])
  const child = spawn(postgres, args, { stdio: 'ignore', cwd: '/' })
  const url = `postgres://oremus@127.0.0.1:${port}/postgres`
  for (let tries = 0; !(await isReady(url)); tries += 1) {
    if (tries > 100 || child.exitCode !== null) throw new Error('The throw-away PostgreSQL did not start.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      runPgCtl(bin, data, '-m', 'immediate', 'stop')
      await ended
    },
  }
}

/** The same on a free port; on another one where a program has taken it in between. */
async function startOnFreePort(bin: string, data: string, settings: string[], tries = 3): Promise<[Server, number]> {
  const port = await freePort()
  try {
    return [await startServer(bin, data, port, settings), port]
  } catch (error) {
    if (tries === 1) throw error
    return await startOnFreePort(bin, data, settings, tries - 1)
  }
}

function runPgCtl(bin: string, data: string, ...words: string[]): void {
  const [program, args] = asPostgresUser(path.join(bin, 'pg_ctl'), ['-D', data, ...words])
  execFileSync(program, args, { stdio: 'pipe', cwd: '/' })
}

/** Creates a folder that the server's user can write to. */
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-postgres-'))
  chmodSync(folder, 0o777)
  return folder
}

// A run makes hundreds of databases, and vacuuming would go through them all every minute.
const NON_DURABLE_SETTINGS = ['fsync=off', 'full_page_writes=off', 'autovacuum=off']

export interface Primary extends Server {
  /** Stops it immediately, like a crash, and starts it again later. Resolves when it accepts connections. */
  restart(away_ms: number): Promise<void>
  /** Stops it immediately, like a crash, for good. */
  crash(): Promise<void>
}

/**
 * Starts a temporary PostgreSQL on a free port, without durability, which benchmarks need but tests do not.
 * `TEST_DATABASE_URL` names one to use instead; its user must be allowed to create databases.
 */
export async function startPostgres({ durable = false } = {}): Promise<Primary> {
  const given = process.env.TEST_DATABASE_URL
  if (given)
    return {
      url: given,
      stop: () => Promise.resolve(),
      restart: () => Promise.resolve(),
      crash: () => Promise.resolve(),
    }
  return await startPrimary(durable ? [] : [...NON_DURABLE_SETTINGS, 'synchronous_commit=off'])
}

/** Always starts a new server, of which replicas can be made. */
export async function startPrimary(settings: string[] = NON_DURABLE_SETTINGS): Promise<Primary> {
  const bin = findBinaries()
  const folder = newFolder()
  const data = path.join(folder, 'data')
  const [initdb, initArgs] = asPostgresUser(path.join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'oremus',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ])
  execFileSync(initdb, initArgs, { stdio: 'pipe', cwd: '/' })
  const [first, port] = await startOnFreePort(bin, data, settings)
  let server = first
  let isRunning = true
  const crash = async (): Promise<void> => {
    if (isRunning) await server.stop()
    isRunning = false
  }
  return {
    url: server.url,
    crash,
    restart: async (away_ms) => {
      await server.stop()
      await new Promise((resolve) => setTimeout(resolve, away_ms))
      server = await startServer(bin, data, port, settings)
    },
    stop: async () => {
      await crash()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Copies a running server into an empty folder, ready to follow it. The fetched server comes without `pg_basebackup`: then
 * its files are copied between the calls that its documentation prescribes for that.
 */
async function copyCluster(bin: string, primary: string, data: string): Promise<void> {
  const tool = path.join(bin, 'pg_basebackup')
  if (existsSync(tool)) {
    const options = ['--wal-method=stream', '--checkpoint=fast', '--write-recovery-conf', '--no-sync']
    const [copy, args] = asPostgresUser(tool, [`--dbname=${primary}`, `--pgdata=${data}`, ...options])
    execFileSync(copy, args, { stdio: 'pipe', cwd: '/' })
    return
  }
  const client = new pg.Client({ connectionString: primary })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const source = rows[0]?.data_directory ?? ''
    await client.query(`select pg_backup_start('replica', true)`)
    const [copy, args] = asPostgresUser('cp', ['-a', source, data])
    execFileSync(copy, args, { stdio: 'pipe', cwd: '/' })
    const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    // These belong to the running process.
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(data, name), { force: true })
    writeFileSync(path.join(data, 'backup_label'), stopped.rows[0]?.labelfile ?? '')
    writeFileSync(path.join(data, 'standby.signal'), '')
    appendFileSync(path.join(data, 'postgresql.auto.conf'), `\nprimary_conninfo = '${primary}'\n`)
  } finally {
    await client.end()
  }
}

/** A replica that follows a primary by streaming. */
export interface Replica {
  /** Returns the replica's URL of the database with this URL on the primary. */
  urlOf(url: string): string
  /** Receives the log without replaying it; `resume` replays all of it. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Promotes it to a primary. */
  promote(): void
  /** Stops its server immediately; `start` starts it again. */
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** Simulates network latency, so that reading too early fails a test. Milliseconds. */
const REPLICA_DELAY_MS = 8

/** Copies a running server of `startPrimary` and lets the copy follow it with a small delay. */
export async function startReplica(primary: string, { late_ms = REPLICA_DELAY_MS } = {}): Promise<Replica> {
  const bin = findBinaries()
  const folder = newFolder()
  const data = path.join(folder, 'data')
  await copyCluster(bin, primary, data)
  const settings = [...NON_DURABLE_SETTINGS, `recovery_min_apply_delay=${late_ms}`]
  const [first, port] = await startOnFreePort(bin, data, settings)
  let server: Server | undefined = first
  const urlOf = (url: string): string => Object.assign(new URL(url), { port: String(port) }).href
  const execute = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: urlOf(primary) })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const stop = async (): Promise<void> => {
    await server?.stop()
    server = undefined
  }
  return {
    urlOf,
    pause: () => execute('select pg_wal_replay_pause()'),
    resume: () => execute('select pg_wal_replay_resume()'),
    promote: () => runPgCtl(bin, data, '-w', 'promote'),
    stop,
    start: async () => {
      server = await startServer(bin, data, port, settings)
    },
    remove: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let made = 0

/**
 * Creates a database on the server that the test run started (`POSTGRES_URL`), and returns its URL. Empty, or a copy of `template`, the
 * URL of one that nobody is connected to.
 */
export async function newDatabaseUrl(server = process.env.POSTGRES_URL ?? '', template?: string): Promise<string> {
  const name = `oremus_${process.pid}_${Date.now()}_${(made += 1)}`
  const source = template === undefined ? '' : ` template ${nameOf(template)}`
  await command(server, `create database ${name}${source}`)
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Removes a database of `newDatabaseUrl`, whoever is connected: hundreds of them would fill the memory. */
export const dropDatabase = (url: string): Promise<void> =>
  command(process.env.POSTGRES_URL ?? '', `drop database ${nameOf(url)} with (force)`)

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

async function command(server: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(text)
  await client.end()
}
