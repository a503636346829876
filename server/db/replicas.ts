import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Engine } from './engine.ts'
import type { OpenDatabase } from './open.ts'
import { openPostgres } from './postgres.ts'
import { errorCode } from './postgres-pool.ts'
import type { Schema } from './schema.ts'

/** Minimum interval between queries of the primary's WAL position, however many reads run. Milliseconds. */
const MIN_POSITION_INTERVAL_MS = 5
/** Maximum time that a read waits for a replica to catch up. Milliseconds. */
const CATCH_UP_TIMEOUT_MS = 25
const CATCH_UP_POLL_INTERVAL_MS = 2
/** Timeout of a replica's status query; a slower replica is suspended. Milliseconds. */
const STATUS_TIMEOUT_MS = 1000
/** Timeout of a statement on a replica, after which the primary runs it. Milliseconds. */
const STATEMENT_TIMEOUT_MS = 5000
/** First and maximum delay before a suspended replica is probed; the delay doubles each time. Milliseconds. */
const PROBE_DELAYS_MS = [250, 8000] as const
/** A replica that is suspended again sooner than this continues with its previous delay. Milliseconds. */
const BACKOFF_RESET_MS = 10_000

/** Position in the primary's write-ahead log, and the identity of that log. */
interface WalPosition {
  lsn: string
  /** A promoted server starts a new timeline, in which positions may equal those of the former primary. */
  timeline: number
  /** The cluster and the database in it. */
  system: string
  database: string
}

/** Progress of a replica compared with a position of the primary. */
interface ReplicaProgress {
  /** True when it is a replica of the same database and still in recovery on the same timeline. */
  follows: boolean
  is_fresh: boolean
  bytes_behind: number
  seconds_behind: number
}

/** State for administrators. `behind`: null when the replica does not report it. */
export interface ReplicaState {
  is_used: boolean
  reads: number
  behind: { bytes: number; seconds: number } | null
}

type UnusableReason = 'behind' | 'slow' | 'unreachable' | 'no replica of this database'

interface Replica {
  /** Position in the setting, from 1: its address is not shown. */
  number: number
  url: string
  database: { db: Kysely<Schema>; engine: Engine } | undefined
  is_used: boolean
  used_since: number
  /** Why it is not used; set once the reason was logged. */
  reason: UnusableReason | undefined
  reads: number
  probe_delay_ms: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Reads the primary's position. A later position includes earlier ones, so concurrent reads share one query; none gets
 * a position from before its request.
 */
function sharePositions(read: () => Promise<WalPosition>): () => Promise<WalPosition> {
  let last_read_at = -Infinity
  let next: Promise<WalPosition> | undefined
  const throttle = async (): Promise<void> => {
    const wait = last_read_at + MIN_POSITION_INTERVAL_MS - performance.now()
    if (wait > 0) await sleep(wait)
    last_read_at = performance.now()
  }
  return () =>
    (next ??= throttle().then(() => {
      // Later callers get a new query.
      next = undefined
      return read()
    }))
}

// Committed data is on disk and thus within the flushed part, unless the operator has turned `synchronous_commit` off.
const readWalPosition = async (db: Kysely<Schema>): Promise<WalPosition> => {
  const { rows } = await sql<WalPosition>`
    select lsn::text, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline,
      (select system_identifier::text from pg_control_system()) as system,
      (select oid::text from pg_database where datname = current_database()) as database
    from (select case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) as place`.execute(db)
  const [place] = rows
  if (!place) throw new Error('The primary does not say how far it is.')
  return place
}

const readReplicaProgress = async (
  db: Kysely<Schema>,
  { lsn, timeline, system, database }: WalPosition,
): Promise<ReplicaProgress> => {
  const { rows } = await sql<ReplicaProgress>`
    select coalesce(pg_is_in_recovery()
        and (select timeline_id = ${timeline}::int from pg_control_checkpoint())
        and (select system_identifier::text = ${system}::text from pg_control_system())
        and (select oid::text = ${database}::text from pg_database where datname = current_database()), false) as follows,
      coalesce(replayed >= ${lsn}::pg_lsn, false) as is_fresh,
      greatest(pg_wal_lsn_diff(${lsn}::pg_lsn, replayed), 0)::float8 as bytes_behind,
      case when replayed >= ${lsn}::pg_lsn then 0
        else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::float8 as seconds_behind
    from (select pg_last_wal_replay_lsn() as replayed) as here`.execute(db)
  const [standing] = rows
  if (!standing) throw new Error('The replica does not say how far it is.')
  return standing
}

/** Waits for a replica that is catching up. */
async function waitForReplica(db: Kysely<Schema>, place: WalPosition): Promise<ReplicaProgress> {
  const until = performance.now() + CATCH_UP_TIMEOUT_MS
  for (;;) {
    const standing = await readReplicaProgress(db, place)
    if (!standing.follows || standing.is_fresh || performance.now() > until) return standing
    await sleep(CATCH_UP_POLL_INTERVAL_MS)
  }
}

// A write (such as an audit entry), a conflict with replayed changes, or a statement timeout.
const PRIMARY_ONLY_CODES = new Set(['25006', '40001', '57014'])
/** True when the replica works but cannot serve this statement. */
const needsPrimary = (error: unknown): boolean => PRIMARY_ONLY_CODES.has(errorCode(error))

/** Resolves to undefined after the timeout and ignores a later result. */
async function withTimeout<Value>(value: Promise<Value>): Promise<Value | undefined> {
  const timeoutAbort = new AbortController()
  const timeout = sleep(STATUS_TIMEOUT_MS, undefined, { ref: false, signal: timeoutAbort.signal }).catch(
    () => undefined,
  )
  value.catch(() => {})
  try {
    return await Promise.race([value, timeout])
  } finally {
    timeoutAbort.abort()
  }
}

/**
 * Replicas of the database that serve reads in its place. A replica serves a read only if it has everything committed
 * when the read began; this is checked in the transaction that reads, so that an address may also stand for
 * several servers. A replica that is behind, slow, unreachable or of another database is suspended and probed later.
 * Readers do not notice.
 */
export class Replicas {
  readonly #replicas: Replica[]
  readonly #readPosition: () => Promise<WalPosition>
  readonly #log: Logger
  #next_index = 0
  #primary_reads = 0
  #is_closed = false

  constructor({ primary, urls, log }: { primary: OpenDatabase; urls: string[]; log: Logger }) {
    this.#log = log
    this.#readPosition = sharePositions(() => readWalPosition(primary.db))
    this.#replicas = urls.map((url, index) => ({
      number: index + 1,
      url,
      database: undefined,
      is_used: false,
      used_since: -Infinity,
      reason: undefined,
      reads: 0,
      probe_delay_ms: PROBE_DELAYS_MS[0],
      timer: undefined,
    }))
    for (const replica of this.#replicas) void this.#probe(replica)
  }

  /** Number of reads that no replica could serve, so that the primary did. */
  get primary_reads(): number {
    return this.#primary_reads
  }

  /** Runs `work` on a replica; runs `fallback`, on the primary, when no replica is fresh enough. */
  async read<Result>(work: (db: Kysely<Schema>) => Promise<Result>, fallback: () => Promise<Result>): Promise<Result> {
    const used = this.#replicas.filter(({ is_used }) => is_used)
    const replica = used[(this.#next_index += 1) % used.length]
    const answer = replica && (await this.#readFromReplica(replica, work))
    if (answer) return answer.result
    this.#primary_reads += 1
    return await fallback()
  }

  /** Returns the state of each replica, in the order of the setting. */
  async states(): Promise<ReplicaState[]> {
    const place = await this.#readPosition()
    return await Promise.all(
      this.#replicas.map(async ({ database, is_used, reads }) => {
        const standing = database && (await withTimeout(readReplicaProgress(database.db, place)).catch(() => undefined))
        const behind = standing?.follows
          ? { bytes: standing.bytes_behind, seconds: Math.round(standing.seconds_behind * 1000) / 1000 }
          : null
        return { is_used, reads, behind }
      }),
    )
  }

  async close(): Promise<void> {
    this.#is_closed = true
    for (const { timer } of this.#replicas) clearTimeout(timer)
    const ending = this.#replicas.map(async ({ database }) => database?.db.destroy())
    // Does not wait for a silent replica.
    await withTimeout(Promise.all(ending))
  }

  async #readFromReplica<Result>(
    replica: Replica,
    work: (db: Kysely<Schema>) => Promise<Result>,
  ): Promise<{ result: Result } | undefined> {
    const { database } = replica
    const place = await this.#readPosition().catch(() => undefined)
    if (!database || !place) return undefined
    // The status check has a short timeout; the read itself may take longer.
    const progress = Promise.withResolvers<ReplicaProgress>()
    let isTooLate = false
    // A transaction stays on one server, also behind a pooler.
    const transaction = database.db.transaction().setAccessMode('read only')
    const reading = transaction.execute(async (connection) => {
      const standing = await waitForReplica(connection, place)
      progress.resolve(standing)
      return standing.follows && standing.is_fresh && !isTooLate ? { result: await work(connection) } : undefined
    })
    reading.catch(progress.reject)
    const reason = await withTimeout(progress.promise).then(toUnusableReason, () => 'unreachable' as const)
    isTooLate = reason === 'slow'
    if (reason === undefined) return await this.#settleRead(replica, database.engine, reading)
    this.#suspend(replica, reason)
    return undefined
  }

  async #settleRead<Answer>(replica: Replica, engine: Engine, reading: Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await reading
      replica.reads += 1
      return answer
    } catch (error) {
      if (!engine.isUnavailable(error)) throw error
      if (!needsPrimary(error)) this.#suspend(replica, 'unreachable')
      return undefined
    }
  }

  /** Stops using the replica until a probe succeeds. */
  #suspend(replica: Replica, reason: UnusableReason): void {
    if (!replica.is_used) return
    replica.is_used = false
    if (performance.now() - replica.used_since > BACKOFF_RESET_MS) replica.probe_delay_ms = PROBE_DELAYS_MS[0]
    if (reason !== 'behind') this.#disconnect(replica)
    this.#scheduleProbe(replica, reason)
  }

  /** Closes connections that may be dead. */
  #disconnect(replica: Replica): void {
    replica.database?.db.destroy().catch(() => {})
    replica.database = undefined
  }

  #scheduleProbe(replica: Replica, reason: UnusableReason): void {
    if (this.#is_closed) return
    // Logged once per suspension.
    if (replica.reason === undefined) this.#log.warn({ replica: replica.number, reason }, 'a replica is left aside')
    replica.reason = reason
    replica.timer = setTimeout(() => void this.#probe(replica), replica.probe_delay_ms)
    replica.timer.unref()
    replica.probe_delay_ms = Math.min(replica.probe_delay_ms * 2, PROBE_DELAYS_MS[1])
  }

  async #probe(replica: Replica): Promise<void> {
    const reason = await this.#findUnusableReason(replica).catch(() => 'unreachable' as const)
    if (this.#is_closed) return
    if (reason !== undefined) {
      if (reason !== 'behind') this.#disconnect(replica)
      this.#scheduleProbe(replica, reason)
      return
    }
    replica.is_used = true
    replica.used_since = performance.now()
    replica.reason = undefined
    this.#log.info({ replica: replica.number }, 'a replica answers')
  }

  /** Returns why the replica cannot be used; undefined when it can. */
  async #findUnusableReason(replica: Replica): Promise<UnusableReason | undefined> {
    const place = await this.#readPosition()
    if (this.#is_closed) return undefined
    replica.database ??= openReplica(replica.url)
    return toUnusableReason(await withTimeout(waitForReplica(replica.database.db, place)))
  }
}

const toUnusableReason = (standing: ReplicaProgress | undefined): UnusableReason | undefined => {
  if (standing === undefined) return 'slow'
  if (!standing.follows) return 'no replica of this database'
  return standing.is_fresh ? undefined : 'behind'
}

function openReplica(url: string): { db: Kysely<Schema>; engine: Engine } {
  const engine = openPostgres(url, {
    application_name: 'oremus reads',
    connect_timeout_ms: 1000,
    statement_timeout_ms: STATEMENT_TIMEOUT_MS,
    query_timeout_ms: STATEMENT_TIMEOUT_MS,
  })
  return { db: new Kysely<Schema>({ dialect: engine.dialect }), engine }
}
