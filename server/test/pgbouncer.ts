import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asPostgresUser, freePort, isReady } from './postgres.ts'

const found = ['/usr/sbin', ...(process.env.PATH ?? '').split(path.delimiter)]
  .map((folder) => path.join(folder, 'pgbouncer'))
  .find((program) => existsSync(program))

/** False where PgBouncer is not installed. In CI it must be. */
export const hasPgBouncer = found !== undefined || process.env.CI !== undefined

/** A pooler in transaction mode. */
export interface PgBouncer {
  /** Returns the pooler's URL of the database with this URL on its server. */
  urlOf(url: string): string
  stop(): Promise<void>
}

/** Starts PgBouncer for `user` in transaction mode, with the settings of docs/scaling.md, in front of every database of a server. */
export async function startPgBouncer(server: string, { user }: { user?: string } = {}): Promise<PgBouncer> {
  if (found === undefined) throw new Error('The tests need PgBouncer (Debian: apt-get install pgbouncer).')
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-pgbouncer-'))
  chmodSync(folder, 0o755)
  const { hostname, port, username } = new URL(server)
  const own = await freePort()
  writeFileSync(path.join(folder, 'users.txt'), `"${user ?? username}" ""\n`)
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 1000
server_login_retry = 1
query_wait_timeout = 3
server_idle_timeout = 5
`,
  )
  const [program, args] = asPostgresUser(found, ['-q', path.join(folder, 'pgbouncer.ini')])
  const child = spawn(program, args, { stdio: 'ignore', cwd: '/' })
  const urlOf = (url: string): string => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href
  const probe = Object.assign(new URL(urlOf(server)), { username: user ?? username }).href
  for (let tries = 0; !(await isReady(probe)); tries += 1) {
    if (tries > 100 || child.exitCode !== null) throw new Error('PgBouncer did not start.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    urlOf,
    stop: async () => {
      const ended = once(child, 'exit')
      // Ends at once; `runuser` forwards the signal.
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

if (!hasPgBouncer && process.env.TEST_ENGINE === 'postgres')
  process.stdout.write('PgBouncer is not installed: the tests of poolers are left out.\n')
