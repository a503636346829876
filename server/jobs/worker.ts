import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { sql } from 'kysely'
import { type Db, type OpenDatabase, hasEffect, lockAvailableRows } from '../db/open.ts'
import type { Jobs } from '../db/schema.ts'
import { type HandlersOf, type JobSchemas, insertJob } from './queue.ts'

/** The time that a job may run before another process may assume that its worker died. Milliseconds. */
const LEASE_TTL_MS = 5 * 60_000
/** Interval at which the lease of the running job is renewed: large backups take hours. Milliseconds. */
const LEASE_RENEWAL_MS = 60_000
/** Interval between polls for jobs that another process queued, or that have become due. Milliseconds. */
const POLL_INTERVAL_MS = 1000
/** The time for which finished jobs are stored, so that failures can be examined. Milliseconds. */
const FINISHED_JOB_RETENTION_MS = 7 * 24 * 3_600_000
const MAX_ERROR_LENGTH = 500
/** The time that the running job may take once its process is stopping. Milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 3000

/**
 * Interval at which the table is tidied: expired leases, old finished jobs. Counted by the site's clock, so that a clock
 * that leaps makes it happen at once. Milliseconds.
 */
const TIDY_INTERVAL_MS = 60_000

/** Maximum delay before a retry. Milliseconds. */
const MAX_BACKOFF_MS = 3_600_000
/**
 * After the clock was set back, transactions that began before may queue jobs in the future for this long.
 * Milliseconds.
 */
const CLOCK_RESET_WINDOW_MS = 60_000

/** Returns the delay before the next attempt: 2 s, 8 s, 32 s, about 2 min, about 8.5 min … at most an hour. */
export const backoffMs = (attempts: number): number => Math.min(2000 * 4 ** (attempts - 1), MAX_BACKOFF_MS)

const addMs = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

type Job = Pick<Jobs, 'kind' | 'max_attempts'> & { id: string; attempts: number; payload: Record<string, unknown> }

type JobUpdate = Partial<Pick<Jobs, 'run_at' | 'locked_until' | 'last_error' | 'finished_at'>> & {
  attempts?: number
  payload?: string
  unique_key?: null
  status: 'done' | 'failed' | 'queued'
}

export interface WorkerOptions<Kinds extends JobSchemas> {
  database: OpenDatabase
  clock: () => Date
  log: Logger
  kinds: Kinds
  /** The handlers of the kinds that this worker does. */
  handlers: Partial<HandlersOf<Kinds>>
  /** Called after each job, so that waiting requests run first. */
  giveWay?: () => Promise<void>
  /** Kinds that are queued once an hour, by whichever process is first. */
  hourly_kinds?: readonly (keyof Kinds & string)[]
  shutdown_timeout_ms?: number
  lease_renewal_ms?: number
}

/**
 * Runs the jobs of the database one after the other, in the order in which they become due. Several processes may run
 * one worker each; a job is in the hands of one at a time. A job that has used up its tries stays as `failed`, with its error.
 */
export class Worker<Kinds extends JobSchemas> {
  readonly #options: WorkerOptions<Kinds>
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #job: Job | undefined
  /** Stores the result of a job after the database was unavailable, so that a finished job does not run again. */
  #pending_finish: (() => Promise<void>) | undefined
  #must_wake_again = false
  #hour = ''
  #last_seen_ms: number | undefined
  #tidied_at_ms = -Infinity
  #clock_reset_at = -Infinity
  #isStopped = true
  /** The embedded database has one process, so jobs that are running at its start were left by one that died. */
  #mayReclaimAll = false

  constructor(options: WorkerOptions<Kinds>) {
    this.#options = options
  }

  start(): void {
    this.#isStopped = false
    this.#mayReclaimAll = this.#options.database.engine.signals === undefined
    this.#timer = setInterval(() => this.wake(), POLL_INTERVAL_MS)
    this.#timer.unref()
    this.wake()
  }

  /** Polls now, because jobs were just committed: of any kind, or of these. Does nothing when none of them is its own. */
  wake(kinds?: ReadonlySet<string>): void {
    if (this.#isStopped || (kinds && !Object.keys(this.#options.handlers).some((kind) => kinds.has(kind)))) return
    if (this.#running) {
      this.#must_wake_again = true
      return
    }
    this.#running = this.runDue()
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'jobs could not be read'))
      .finally(() => {
        this.#running = undefined
        if (this.#must_wake_again) {
          this.#must_wake_again = false
          this.wake()
        }
      })
  }

  /**
   * Takes no new job and waits for the running one. A job that exceeds the shutdown timeout is returned to the queue as
   * if never started.
   */
  async stop(): Promise<void> {
    const { log, shutdown_timeout_ms = SHUTDOWN_TIMEOUT_MS } = this.#options
    this.#isStopped = true
    clearInterval(this.#timer)
    const ended = this.#running?.then(() => true) ?? true
    if (await Promise.race([ended, sleep(shutdown_timeout_ms, false, { ref: false })])) return
    const job = this.#job
    if (!job) return
    this.#job = undefined
    log.warn({ job: job.id, kind: job.kind }, 'job given back')
    await this.#finish(job, { status: 'queued', attempts: job.attempts - 1, locked_until: null })
  }

  /** Runs every due job and resolves when none is left. Tests call it to reach a quiet state. */
  async runDue(): Promise<void> {
    await this.#pending_finish?.()
    await this.#tidy()
    await this.#enqueueHourly()
    const { giveWay } = this.#options
    for (let job = await this.#claimJob(); job; job = await this.#claimJob()) {
      this.#job = job
      const renewal = this.#renewLease(job)
      try {
        await this.#run(job)
      } finally {
        clearInterval(renewal)
        this.#job = undefined
      }
      await giveWay?.()
      if (this.#isStopped && this.#running) return
    }
  }

  async #tidy(): Promise<void> {
    const now = this.#options.clock()
    const at = now.getTime()
    const isFirst = this.#last_seen_ms === undefined
    if (at < (this.#last_seen_ms ?? at)) this.#clock_reset_at = performance.now()
    const isClockReset = performance.now() - this.#clock_reset_at <= CLOCK_RESET_WINDOW_MS
    if (isFirst || isClockReset) await this.#rescheduleAfterClockReset(now)
    this.#last_seen_ms = at
    if (!isClockReset && !this.#mayReclaimAll && at - this.#tidied_at_ms < TIDY_INTERVAL_MS) return
    await this.#reclaimExpiredLeases(now)
    this.#tidied_at_ms = at
  }

  async #reclaimExpiredLeases(now: Date): Promise<void> {
    const { database, handlers } = this.#options
    const running = database.db
      .updateTable('jobs')
      .set({ status: 'queued', locked_until: null })
      .where('status', '=', sql.lit('running'))
    await running
      .where((job) =>
        job.or([
          job('locked_until', '<', now.toISOString()),
          // Locked by a clock that was ahead by more than the clocks of several machines differ.
          job('locked_until', '>', addMs(now, 2 * LEASE_TTL_MS)),
        ]),
      )
      .execute()
    if (this.#mayReclaimAll) await running.where('kind', 'in', Object.keys(handlers)).execute()
    this.#mayReclaimAll = false
    await database.db
      .deleteFrom('jobs')
      .where('status', 'in', ['done', 'failed'])
      .where('finished_at', '<', addMs(now, -FINISHED_JOB_RETENTION_MS))
      .execute()
  }

  /**
   * Reschedules jobs whose due time or retry was set by a clock that was ahead; they would wait until this clock
   * catches up. What was for later is for as much later from now.
   */
  async #rescheduleAfterClockReset(now: Date): Promise<void> {
    const { database } = this.#options
    const at = now.toISOString()
    const queued = database.db.updateTable('jobs').where('status', '=', sql.lit('queued')).where('run_at', '>', at)
    await queued
      .set({ run_at: at })
      .where('attempts', '>', 0)
      .where('run_at', '>', addMs(now, MAX_BACKOFF_MS))
      .execute()
    const ahead = await database.db
      .selectFrom('jobs')
      .select(['created_at', 'run_at'])
      .distinct()
      .where('status', '=', sql.lit('queued'))
      .where('run_at', '>', at)
      .where('created_at', '>', at)
      .execute()
    for (const { created_at, run_at } of ahead)
      await queued
        .set({ created_at: at, run_at: addMs(now, Date.parse(run_at) - Date.parse(created_at)) })
        .where('created_at', '=', created_at)
        .where('run_at', '=', run_at)
        .execute()
  }

  async #enqueueHourly(): Promise<void> {
    const { database, clock, hourly_kinds = [] } = this.#options
    const now = clock().toISOString()
    const hour = now.slice(0, 'yyyy-mm-ddThh'.length)
    if (hour === this.#hour) return
    for (const kind of hourly_kinds) await insertJob(database.db, now, kind, {}, { unique_key: `${kind} ${hour}` })
    this.#hour = hour
  }

  async #claimJob(): Promise<Job | undefined> {
    const { database, clock, handlers } = this.#options
    const now = clock()
    return await database.db
      .updateTable('jobs')
      .set((row) => ({ status: 'running', attempts: row('attempts', '+', 1), locked_until: addMs(now, LEASE_TTL_MS) }))
      .where('id', '=', (query) =>
        lockAvailableRows(
          query
            .selectFrom('jobs')
            .select('id')
            .where('status', '=', sql.lit('queued'))
            .where('run_at', '<=', now.toISOString())
            .where('kind', 'in', Object.keys(handlers))
            .orderBy('run_at')
            .orderBy('id')
            .limit(1),
          database,
        ),
      )
      .returning(['id', 'kind', 'payload', 'attempts', 'max_attempts'])
      .executeTakeFirst()
  }

  /** Another worker takes a job over from a process that died, and from none that is still at it. */
  #renewLease(job: Job): NodeJS.Timeout {
    const { database, clock, log, lease_renewal_ms = LEASE_RENEWAL_MS } = this.#options
    const renew = () =>
      void this.#change(database.db, job, { locked_until: addMs(clock(), LEASE_TTL_MS) }).catch((error: unknown) =>
        log.warn({ job: job.id, err: error }, 'the lease of a job could not be renewed'),
      )
    return setInterval(renew, lease_renewal_ms).unref()
  }

  async #run(job: Job): Promise<void> {
    let isFinished = false
    const failure = await this.#handle(job, () => (isFinished = true)).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    // Noted in the transaction of its work.
    if (isFinished && !failure) return
    // Otherwise the job was returned to the queue meanwhile.
    if (this.#job === job)
      await this.#finish(job, failure ? this.#failureUpdate(job, failure.error) : this.#successUpdate())
  }

  async #handle(job: Job, finished: () => void): Promise<void> {
    const { kind, payload } = job
    const { kinds, handlers } = this.#options
    const parsed = kinds[kind]?.safeParse(payload)
    if (parsed?.success === false) {
      // Tried again as any other: it may be that of a later version, whose process takes it in a moment.
      // Names what is wrong with which member, and not what it was.
      const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
      throw new Error(`the payload does not fit ${kind}: ${issues.join('; ')}`)
    }
    const finish = async (db: Db): Promise<void> => {
      if (!(await this.#change(db, job, this.#successUpdate()))) throw new Error('the job is no longer in hand')
      finished()
    }
    await handlers[kind]?.(parsed?.data as never, { finish, is_last: job.attempts >= job.max_attempts })
  }

  #successUpdate(): JobUpdate {
    return {
      status: 'done',
      // The payload, which may contain addresses, is no longer needed.
      payload: '{}',
      // The key may contain ids, and no longer prevents duplicates.
      unique_key: null,
      finished_at: this.#options.clock().toISOString(),
      locked_until: null,
      last_error: null,
    }
  }

  #failureUpdate({ id, kind, attempts, max_attempts }: Job, error: unknown): JobUpdate {
    const { clock, log } = this.#options
    const last_error = String(error).slice(0, MAX_ERROR_LENGTH)
    const isLast = attempts >= max_attempts
    log[isLast ? 'error' : 'warn']({ job: id, kind, attempts, last_error }, 'job failed')
    return isLast
      ? { status: 'failed', finished_at: clock().toISOString(), locked_until: null, last_error }
      : { status: 'queued', run_at: addMs(clock(), backoffMs(attempts)), locked_until: null, last_error }
  }

  /** Stores the result of a job, unless another process has taken it meanwhile. */
  async #finish(job: Job, change: JobUpdate): Promise<void> {
    this.#pending_finish = () => this.#finish(job, change)
    await this.#change(this.#options.database.db, job, change)
    this.#pending_finish = undefined
  }

  /** Returns whether the job was still in the hands of this worker. */
  async #change(db: Db, job: Job, change: JobUpdate | Pick<JobUpdate, 'locked_until'>): Promise<boolean> {
    return await db
      .updateTable('jobs')
      .set(change)
      .where('id', '=', job.id)
      .where('status', '=', 'running')
      .where('attempts', '=', job.attempts)
      .$call(hasEffect)
  }
}
