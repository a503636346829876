import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Signals } from './engine.ts'
import { parsePostgresUrl } from '../postgres-url.ts'
import { type PostgresPool, assertAcceptsWrites } from './postgres-pool.ts'

const CHANNEL = 'oremus_changed'
/** Delay before listening again after a lost connection, and after one on which nothing is heard. Milliseconds. */
const RELISTEN_DELAY_MS = 1000
const DEAF_DELAY_MS = 60_000
/** Maximum time from a commit of this process to its own notification. Milliseconds. */
const ECHO_TIMEOUT_MS = 3000
/** Interval between looks for commits of other processes while no notifications are heard. Milliseconds. */
const POLL_INTERVAL_MS = 1000
const CONNECT_TIMEOUT_MS = 5000
const KEEP_ALIVE_DELAY_MS = 10_000

// PostgreSQL error classes: not supported, and unknown or not allowed.
const isUnsupported = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(0A|42)/.test(error.code ?? '')

export interface SignalOptions {
  pool: PostgresPool
  /** Database to listen on, past a pooler; `off` neither sends notifications nor listens. */
  listen_url: string
}

/**
 * Tells processes about the commits of others: by `NOTIFY`, and by polling while notifications are not heard. A pooler
 * in transaction mode accepts `LISTEN` and passes nothing on, so the process must hear its own notifications.
 */
export function postgresSignals({ pool, listen_url }: SignalOptions): Signals {
  const origin = randomUUID()
  let listener: Listener | undefined
  return {
    ...(listen_url !== 'off' && { statement: CompiledQuery.raw('select pg_notify($1, $2)', [CHANNEL, origin]) }),
    committed: () => listener?.expectEcho(),
    listen: (changed, log) => {
      const poller = new Poller(pool, changed)
      poller.start()
      if (listen_url === 'off') return () => poller.stop()
      listener = new Listener({ pool, origin, log, changed, poller, url: listen_url })
      const own = listener
      return async () => {
        await own.close()
        await poller.stop()
      }
    },
  }
}

/** Calls `changed` when a transaction was begun or ended since the last look. */
class Poller {
  readonly #pool: PostgresPool
  readonly #changed: () => void
  #timer: NodeJS.Timeout | undefined
  #snapshot: string | undefined
  #looking: Promise<void> | undefined

  constructor(pool: PostgresPool, changed: () => void) {
    this.#pool = pool
    this.#changed = changed
  }

  start(): void {
    if (this.#timer !== undefined) return
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look()
    }, POLL_INTERVAL_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#looking
  }

  async #look(): Promise<void> {
    try {
      const { rows } = await this.#pool.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
      if (rows[0]?.snapshot !== this.#snapshot) this.#changed()
      this.#snapshot = rows[0]?.snapshot
    } catch (error) {
      // Without the function, anything may have changed. A database that is away is looked at again.
      if (isUnsupported(error)) this.#changed()
      this.#snapshot = undefined
    }
    this.#looking = undefined
  }
}

interface ListenerOptions {
  pool: PostgresPool
  url: string
  origin: string
  log: Logger
  changed: () => void
  poller: Poller
}

/** Listens on a connection of its own, which is reopened when it is lost or when nothing is heard on it. */
class Listener {
  readonly #options: ListenerOptions
  readonly #urls: string[]
  readonly #must_write: boolean
  #host = 0
  #client: pg.Client | undefined
  #connecting: Promise<void>
  #reconnect_timer: NodeJS.Timeout | undefined
  #echo_timer: NodeJS.Timeout | undefined
  #is_heard = false
  #is_closed = false
  /** True once the log says that notifications are not heard. */
  #is_reported = false

  constructor(options: ListenerOptions) {
    this.#options = options
    const { urls, must_write } = parsePostgresUrl(options.url) ?? { urls: [options.url], must_write: false }
    this.#urls = urls
    this.#must_write = must_write
    this.#connecting = this.#connect()
  }

  /** Called after a commit of this process, whose notification must arrive here too. */
  expectEcho(): void {
    if (!this.#is_heard) return
    if (this.#echo_timer === undefined) this.#awaitEcho(RELISTEN_DELAY_MS)
  }

  async close(): Promise<void> {
    this.#is_closed = true
    clearTimeout(this.#reconnect_timer)
    clearTimeout(this.#echo_timer)
    await this.#connecting
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const { origin, pool } = this.#options
    const client = new pg.Client({
      connectionString: this.#urls[this.#host] ?? '',
      application_name: 'oremus listens',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    })
    this.#client = client
    client.on('notification', ({ payload }) => {
      if (payload === origin) this.#hear()
      else this.#options.changed()
    })
    client.on('error', () => {})
    client.on('end', () => this.#client === client && this.#reopen(RELISTEN_DELAY_MS))
    try {
      await client.connect()
      if (this.#must_write) await assertAcceptsWrites(client)
      await client.query(`listen ${CHANNEL}`)
      this.#awaitEcho(DEAF_DELAY_MS)
      await pool.query('select pg_notify($1, $2)', [CHANNEL, origin])
    } catch (error) {
      this.#host = (this.#host + 1) % this.#urls.length
      this.#reopen(isUnsupported(error) ? DEAF_DELAY_MS : RELISTEN_DELAY_MS)
    }
  }

  /** Listens again after the delay when nothing is heard in time. */
  #awaitEcho(delay_ms: number): void {
    const timer = setTimeout(() => {
      // Reads what has arrived before: the process may have been busy.
      setImmediate(() => this.#echo_timer === timer && this.#reopen(delay_ms))
    }, ECHO_TIMEOUT_MS)
    timer.unref()
    this.#echo_timer = timer
  }

  #hear(): void {
    clearTimeout(this.#echo_timer)
    this.#echo_timer = undefined
    if (this.#is_heard || this.#is_closed) return
    this.#is_heard = true
    void this.#options.poller.stop()
    // Notifications sent meanwhile were missed.
    this.#options.changed()
    if (this.#is_reported) this.#options.log.info('the database notifies of changes again')
    this.#is_reported = false
  }

  /** Closes the connection, polls meanwhile, and listens again after the delay. */
  #reopen(delay_ms: number): void {
    clearTimeout(this.#echo_timer)
    this.#echo_timer = undefined
    const client = this.#client
    this.#client = undefined
    this.#is_heard = false
    void client?.end().catch(() => {})
    if (this.#is_closed) return
    this.#options.poller.start()
    if (!this.#is_reported)
      this.#options.log.warn('the database doesn’t notify of changes, so we look for them every second')
    this.#is_reported = true
    clearTimeout(this.#reconnect_timer)
    this.#reconnect_timer = setTimeout(() => {
      this.#connecting = this.#connect()
    }, delay_ms)
    this.#reconnect_timer.unref()
  }
}
