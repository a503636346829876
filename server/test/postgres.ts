import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** The folder of the newest installed server's programs: on Debian they are not on the PATH. */
function binaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  const found = folders.find(
    (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
  )
  if (found === undefined) {
    throw new Error(
      'The tests need PostgreSQL: install it (Debian: apt-get install postgresql), or set TEST_DATABASE_URL.',
    )
  }
  return found
}

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

// `initdb` and `postgres` refuse to run as root.
const asPostgres = (program: string, args: string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args]

async function answers(url: string): Promise<boolean> {
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

/**
 * A throw-away PostgreSQL on a free port, without the durability that a test does not need, but the bench does.
 * `TEST_DATABASE_URL` names one to use instead; its user must be allowed to create databases.
 */
export async function startPostgres({ durable = false } = {}): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: () => Promise.resolve() }
  const bin = binaries()
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-postgres-'))
  chmodSync(folder, 0o777)
  const data = path.join(folder, 'data')
  const [initdb, initArgs] = asPostgres(path.join(bin, 'initdb'), [
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
  const port = await freePort()
  const settings = [
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    'max_connections=300',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
  ]
  const [postgres, args] = asPostgres(path.join(bin, 'postgres'), [
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  const child = spawn(postgres, args, { stdio: 'ignore', cwd: '/' })
  const url = `postgres://oremus@127.0.0.1:${port}/postgres`
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (tries > 100 || child.exitCode !== null) throw new Error('The throw-away PostgreSQL did not start.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      const [control, stopArgs] = asPostgres(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'])
      execFileSync(control, stopArgs, { stdio: 'pipe', cwd: '/' })
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let made = 0

/** A new, empty database on the server that the test run started (`POSTGRES_URL`). */
export async function newDatabaseUrl(server = process.env.POSTGRES_URL ?? ''): Promise<string> {
  const name = `oremus_${process.pid}_${Date.now()}_${(made += 1)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
