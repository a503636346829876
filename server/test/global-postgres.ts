import pg from 'pg'
import { startPgBouncer } from './pgbouncer.ts'
import { startPostgres } from './postgres.ts'

/**
 * Starts one PostgreSQL server for all test files of a run; each file creates databases of its own on it.
 * `TEST_POSTGRES=plain` takes away what services that speak PostgreSQL often lack: notifications, advisory locks,
 * startup parameters and everything else that lasts longer than a transaction, and the rights of a superuser.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  if (process.env.TEST_POSTGRES !== 'plain') {
    process.env.POSTGRES_URL = url
    return stop
  }
  await takeAway(url)
  const pooler = await startPgBouncer(url, { user: 'plain' })
  process.env.POSTGRES_URL = pooler.urlOf(url).replace('//oremus@', '//plain@')
  return async () => {
    await pooler.stop()
    await stop()
  }
}

/** New databases are copies of `template1`. */
async function takeAway(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/template1' }).href })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc where proname = 'pg_notify' or proname ~ '^pg_(try_)?advisory'`,
  )
  for (const { name } of rows) await client.query(`revoke execute on function ${name} from public`)
  // The limits of docs/scaling.md for a pooler.
  await client.query(`create role plain login createdb;
    alter role plain set statement_timeout = '30s';
    alter role plain set lock_timeout = '2s';
    alter role plain set random_page_cost = 1.1`)
  await client.end()
}
