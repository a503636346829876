import { randomUUID } from 'node:crypto'
import { CompiledQuery, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Engine } from './engine.ts'

// Object ids of pg.types.builtins.
const INT8 = 20
const NUMERIC = 1700
const TIMESTAMPTZ = 1184

const toIso = (value: string): string => new Date(value).toISOString()

// PostgreSQL error classes (appendix A of its manual) of transient errors: connection exceptions, resources, operator
// intervention, and single codes for locks, deadlocks, serialization and a read-only server.
const UNAVAILABLE = /^(08|53|57)|^(55P03|40001|40P01|25006|55006)$/
const CONNECTION_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const CHANNEL = 'oremus_changed'
/** Delay before listening again after a lost connection. Milliseconds. */
const RELISTEN_DELAY_MS = 1000

/** Listens for notifications of other processes on a connection of its own, which is reopened when it is lost. */
function listen(url: string, origin: string, changed: () => void): () => Promise<void> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const scheduleReconnect = (): void => {
    if (ended || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, RELISTEN_DELAY_MS)
    timer.unref()
  }
  const connect = async (): Promise<void> => {
    const connection = new pg.Client({ connectionString: url, application_name: 'oremus listens', keepAlive: true })
    client = connection
    connection.on('notification', ({ payload }) => payload !== origin && changed())
    connection.on('error', () => {})
    connection.on('end', scheduleReconnect)
    try {
      await connection.connect()
      await connection.query(`listen ${CHANNEL}`)
      // Notifications sent while disconnected were missed.
      changed()
    } catch {
      await connection.end().catch(() => {})
      scheduleReconnect()
    }
  }
  const connecting = connect()
  return async () => {
    ended = true
    clearTimeout(timer)
    await connecting
    await client?.end().catch(() => {})
  }
}

interface PostgresOptions {
  /** Limit of this process. */
  max_connections?: number
  application_name?: string
  /** Connection timeout. Milliseconds. */
  connect_timeout_ms?: number
  /**
   * Statement timeout enforced by the database server, and query timeout enforced by this process in case the server is
   * silent. Milliseconds.
   */
  statement_timeout_ms?: number
  query_timeout_ms?: number
}

/** Opens PostgreSQL, for a community that outgrows one machine. */
export function openPostgres(
  url: string,
  {
    max_connections = 10,
    application_name = 'oremus',
    connect_timeout_ms = 5000,
    // A statement that exceeds a client's timeout of 30 s is useless.
    statement_timeout_ms = 30_000,
    query_timeout_ms,
  }: PostgresOptions = {},
): Engine {
  const origin = randomUUID()
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  types.setTypeParser(NUMERIC, Number)
  types.setTypeParser(TIMESTAMPTZ, toIso)
  const pool = new pg.Pool({
    connectionString: url,
    max: max_connections,
    types,
    connectionTimeoutMillis: connect_timeout_ms,
    statement_timeout: statement_timeout_ms,
    idle_in_transaction_session_timeout: 30_000,
    ...(query_timeout_ms !== undefined && { query_timeout: query_timeout_ms }),
    application_name,
    // The default is for rotating disks, for which PostgreSQL would rather scan all requests than fetch a few at
    // random.
    options: '-c random_page_cost=1.1',
  })
  // An idle connection that the server closes is replaced at the next query; without a listener the error would end the
  // process.
  pool.on('error', () => {})
  // The same for one that is lost during a transaction: the statement itself is rejected with the reason.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    dialect: new PostgresDialect({ pool }),
    name: 'postgres',
    isUnavailable: (error) =>
      UNAVAILABLE.test(errorCode(error)) ||
      CONNECTION_ERROR_CODES.has(errorCode(error)) ||
      /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/.test(
        String(error),
      ),
    isLocked: () => false,
    isDuplicate: (error) => errorCode(error) === '23505',
    signals: {
      statement: CompiledQuery.raw('select pg_notify($1, $2)', [CHANNEL, origin]),
      listen: (changed) => listen(url, origin, changed),
    },
    // The server does it automatically (autovacuum).
    optimize: () => Promise.resolve(),
    describe: async () => {
      const { rows } = await pool.query<{ version: string; bytes: number }>(
        `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
      )
      return { engine: 'postgres', engine_version: rows[0]?.version ?? '', bytes: rows[0]?.bytes ?? 0 }
    },
    checkIntegrity: async () => {
      // One statement sees the tables as of one moment.
      const { rows } = await pool.query<{ is_whole: boolean }>(
        `select count(*) = 0 as is_whole from (select author_id from prayers where author_id is not null limit 1000) as request
           left join users on users.id = request.author_id where users.id is null`,
      )
      return { how: 'consistent_read', is_whole: rows[0]?.is_whole === true }
    },
    time: async () => {
      const { rows } = await pool.query<{ now: string }>('select clock_timestamp() as now')
      return rows[0]?.now ?? ''
    },
    explain: async (sql, parameters) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
      return rows.map((row) => row['QUERY PLAN'])
    },
  }
}
