import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engine } from '../test/app.ts'
import { sharedFolder } from '../test/folder.ts'
import { chownToPostgres, startPrimary } from '../test/postgres.ts'
import { openDatabase } from './open.ts'

// CI has to have it.
const canCertify = process.env.CI !== undefined || spawnSync('openssl', ['version']).status === 0
if (engine === 'postgres' && !canCertify)
  process.stdout.write('openssl is not installed: the test of TLS to PostgreSQL is left out.\n')

describe.runIf(engine === 'postgres' && canCertify)('a connection to PostgreSQL over TLS', () => {
  const folder = sharedFolder()
  let primary: Awaited<ReturnType<typeof startPrimary>>
  const at = (name: string) => path.join(folder, name)
  const certify = (name: string, host: string) =>
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${host}`
        .split(' ')
        .concat(['-addext', `subjectAltName=DNS:${host}`, '-keyout', at(`${name}.key`), '-out', at(`${name}.crt`)]),
      { stdio: 'pipe' },
    )
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    certify('own', 'localhost')
    certify('other', 'localhost')
    chownToPostgres(at('own.key'))
    chmodSync(at('own.key'), 0o600)
    primary = await startPrimary(['ssl=on', `ssl_cert_file=${at('own.crt')}`, `ssl_key_file=${at('own.key')}`])
  })
  afterAll(() => primary.stop())

  /** Returns whether the connection is encrypted, or why there is none. */
  const connect = async (host: string, query: string): Promise<boolean | string> => {
    const url = Object.assign(new URL(primary.url), { hostname: host }).href
    const { db } = openDatabase({ data_dir: folder, database_url: `${url}?${query}`, database_listen_url: 'off' })
    try {
      const { rows } = await sql<{ ssl: boolean }>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
      return rows[0]?.ssl === true
    } catch (error) {
      return String(error)
    } finally {
      await db.destroy()
    }
  }

  it('is encrypted, and checks whose certificate it is', async () => {
    const trusting = (name: string) => `sslmode=verify-full&sslrootcert=${encodeURIComponent(at(`${name}.crt`))}`
    expect(await connect('localhost', trusting('own'))).toBe(true)
    expect(await connect('localhost', trusting('other'))).toMatch(/self-signed certificate|unable to verify/)
    expect(await connect('localhost', 'sslmode=verify-full')).toMatch(/self-signed certificate|unable to verify/)
    expect(await connect('127.0.0.1', trusting('own'))).toMatch(/does not match|not in the cert/)
  })
})
