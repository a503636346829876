import pg from 'pg'
import { parsePostgresUrl } from '../postgres-url.ts'

export interface PoolSettings {
  /** Limit of this process. */
  max_connections: number
  application_name: string
  /** Timeout of connecting to one host. Milliseconds. */
  connect_timeout_ms: number
  /**
   * Timeouts of a statement and of waiting for a lock, enforced by the database server, and of an answer, enforced by
   * this process in case the server is silent. Milliseconds.
   */
  statement_timeout_ms: number
  lock_timeout_ms: number
  query_timeout_ms: number | undefined
  types: pg.TypeOverrides
}

/** Milliseconds. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
/** Idle time after which the system checks that the other machine is still there. Milliseconds. */
const KEEP_ALIVE_DELAY_MS = 10_000
const READ_ONLY = '25006'
const PROTOCOL_VIOLATION = '08P01'

/** The code of an error of the server or of the connection to it; empty when it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** PgBouncer in front refuses parameters that it could not keep when it gives the connection to another client. */
const isParameterRefused = (error: unknown): boolean =>
  errorCode(error) === PROTOCOL_VIOLATION && /unsupported startup parameter/.test(String(error))

/** The pool's own connections are all in use: the host is not to blame. */
const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

class ReadOnlyServerError extends Error {
  readonly code = READ_ONLY
}

/** Rejects a server that accepts no writes: a replica, or a primary that was told to refuse them. */
export async function assertAcceptsWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServerError('The server accepts no writes.')
}

/**
 * A pool of connections to the first host that can be used. After a failure the next host is tried, so a promoted
 * replica is found without a restart. Limits are sent when a connection starts; behind a pooler that refuses them,
 * transactions set them for themselves.
 */
export class PostgresPool {
  readonly #urls: string[]
  readonly #must_write: boolean
  readonly #settings: PoolSettings
  readonly #pool: pg.Pool
  /** Connections whose server has become read-only, and those that limit the wait for an answer. */
  readonly #read_only = new WeakSet<pg.ClientBase>()
  readonly #limited = new WeakSet<pg.ClientBase>()
  #host = 0
  #sends_parameters = true
  #query_timeout_ms: number | undefined

  constructor(url: string, settings: PoolSettings) {
    const hosts = parsePostgresUrl(url)
    if (!hosts) throw new Error('This is not the URL of a PostgreSQL database.')
    this.#urls = hosts.urls
    this.#must_write = hosts.must_write
    this.#settings = settings
    this.#query_timeout_ms = settings.query_timeout_ms
    const clientSettings = (): pg.ClientConfig => this.#clientSettings()
    this.#pool = new pg.Pool({
      max: settings.max_connections,
      connectionTimeoutMillis: settings.connect_timeout_ms,
      // The host may change between two connections.
      Client: class extends pg.Client {
        constructor() {
          super(clientSettings())
        }
      },
      ...(hosts.must_write && {
        verify: (client, finish) => {
          assertAcceptsWrites(client).then(
            () => finish(),
            (error: unknown) => finish(error instanceof Error ? error : new Error(String(error))),
          )
        },
      }),
    })
    // An idle connection that the server closes is replaced at the next query; without a listener the error would end
    // the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => this.#watch(client))
    this.#pool.on('release', (_, client) => this.#discardUnusable(client))
  }

  /** Returns the statement that begins a transaction with the limits of this pool, wherever a pooler lets it run. */
  toBegin(access_mode?: 'read only' | 'read write'): string {
    const begin = access_mode === undefined ? 'begin' : `begin ${access_mode}`
    if (this.#sends_parameters) return begin
    const { statement_timeout_ms, lock_timeout_ms } = this.#settings
    return (
      `${begin}; set local statement_timeout = ${statement_timeout_ms}; set local lock_timeout = ${lock_timeout_ms}; ` +
      `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}; set local random_page_cost = 1.1`
    )
  }

  /** Returns a connection, of the first host that can be used. */
  async connect(): Promise<pg.PoolClient> {
    let first: unknown
    for (let left = this.#urls.length; left > 0; left -= 1) {
      const host = this.#host
      try {
        return await this.#connectToHost()
      } catch (error) {
        if (isPoolExhausted(error) || this.#urls.length === 1) throw error
        first ??= error
        // Only one of several connections that fail at once changes the host.
        if (this.#host === host) this.#host = (host + 1) % this.#urls.length
      }
    }
    throw first
  }

  /** Runs one statement outside of a transaction. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<pg.QueryResult<Row>> {
    const client = await this.connect()
    try {
      return await client.query<Row>(text, values)
    } finally {
      client.release()
    }
  }

  /** Limits the wait for each answer from now on: a machine that is switched off closes no connection. */
  limitWait(query_timeout_ms: number): void {
    this.#query_timeout_ms = query_timeout_ms
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  async #connectToHost(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (!isParameterRefused(error)) throw error
      this.#sends_parameters = false
      return await this.#pool.connect()
    }
  }

  #clientSettings(): pg.ClientConfig {
    const { application_name, types, statement_timeout_ms, lock_timeout_ms } = this.#settings
    const url = this.#urls[this.#host] ?? ''
    return {
      connectionString: url,
      application_name,
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      ...(this.#query_timeout_ms !== undefined && { query_timeout: this.#query_timeout_ms }),
      ...(this.#sends_parameters && {
        statement_timeout: statement_timeout_ms,
        lock_timeout: lock_timeout_ms,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
        // The default is for rotating disks, for which PostgreSQL would rather scan all requests than fetch a few at
        // random.
        options: '-c random_page_cost=1.1',
      }),
    }
  }

  #watch(client: pg.PoolClient): void {
    // A connection that is lost during a transaction: the statement itself is rejected with the reason.
    client.on('error', () => {})
    if (this.#query_timeout_ms !== undefined) this.#limited.add(client)
    if (!this.#must_write) return
    client.connection.on('errorMessage', (message: { code?: string }) => {
      if (message.code === READ_ONLY) this.#read_only.add(client)
    })
  }

  /**
   * Closes a connection whose server has become read-only, one on which an answer is still outstanding, and one from
   * before the wait was limited.
   */
  #discardUnusable(client: pg.Client): void {
    const isIdle: unknown = Reflect.get(client, 'readyForQuery')
    const isLimited = this.#query_timeout_ms === undefined || this.#limited.has(client)
    if (isIdle === false || !isLimited || this.#read_only.has(client)) void client.end().catch(() => {})
  }
}
