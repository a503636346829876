import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Engine } from './engine.ts'
import { PostgresPool, errorCode } from './postgres-pool.ts'
import { postgresSignals } from './postgres-signals.ts'

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

interface PostgresOptions {
  application_name?: string
  /** Connection timeout. Milliseconds. */
  connect_timeout_ms?: number
  /**
   * Statement timeout enforced by the database server, and query timeout enforced by this process in case the server is
   * silent. Milliseconds.
   */
  statement_timeout_ms?: number
  query_timeout_ms?: number
  /** Where to listen for notifications, when not on `url`; `off` polls instead. */
  listen_url?: string | undefined
}

/** Maximum wait for a row or a table that another transaction has locked. Milliseconds. */
const LOCK_TIMEOUT_MS = 2000
/** Time that an answer may take beyond the statement timeout. Milliseconds. */
const ANSWER_DELAY_MS = 5000

class LimitingDriver extends PostgresDriver implements Driver {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    super({ pool: { connect: () => pool.connect(), end: () => pool.end(), options: {} } })
    this.#pool = pool
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel) return await super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw(this.#pool.toBegin(settings.accessMode)))
  }

  /**
   * A commit that waits for a synchronous replica when the statement timeout ends it is acknowledged without having
   * reached the replica, so it has no timeout.
   */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('set local statement_timeout = 0; commit'))
  }
}

/** `migrate` holds a lock of its own: one of the session would be lost behind a pooler. */
class UnlockedAdapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve()
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve()
  }
}

/** Opens PostgreSQL, for a community that outgrows one machine. */
export function openPostgres(
  url: string,
  {
    application_name = 'oremus',
    connect_timeout_ms = 5000,
    // A statement that exceeds a client's timeout of 30 s is useless.
    statement_timeout_ms = 30_000,
    query_timeout_ms,
    listen_url = url,
  }: PostgresOptions = {},
): Engine {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  types.setTypeParser(NUMERIC, Number)
  types.setTypeParser(TIMESTAMPTZ, toIso)
  const pool = new PostgresPool(url, {
    max_connections: 10,
    application_name,
    connect_timeout_ms,
    statement_timeout_ms,
    lock_timeout_ms: LOCK_TIMEOUT_MS,
    query_timeout_ms,
    types,
  })
  return {
    dialect: {
      createDriver: () => new LimitingDriver(pool),
      createAdapter: () => new UnlockedAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    name: 'postgres',
    isUnavailable: (error) =>
      UNAVAILABLE.test(errorCode(error)) ||
      CONNECTION_ERROR_CODES.has(errorCode(error)) ||
      /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/.test(
        String(error),
      ),
    isLocked: () => false,
    isDuplicate: (error) => errorCode(error) === '23505',
    // Everything is sent as UTF-8, of which it refuses this one character.
    isUnstorable: (error) => errorCode(error) === '22021',
    limitWait: () => pool.limitWait(statement_timeout_ms + ANSWER_DELAY_MS),
    // The server ends with it and repeats its log from the disk.
    isSyncFailure: (error) => error instanceof pg.DatabaseError && error.severity === 'PANIC',
    signals: postgresSignals({ pool, listen_url }),
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
