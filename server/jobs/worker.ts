import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { sql } from 'kysely'
import { type OpenDatabase, lockAvailableRows } from '../db/open.ts'
import type { Jobs } from '../db/schema.ts'
import { type HandlersOf, type JobSchemas, insertJob } from './queue.ts'

/** How long a job may run before another process may think that its worker died. */
const LEASE_TTL_MS = 5 * 60_000
/** How often to look for work that another process queued, or that has become due. */
const POLL_INTERVAL_MS = 1000
/** Finished jobs are kept a week, so that failures can be looked into. */
const FINISHED_JOB_RETENTION_MS = 7 * 24 * 3_600_000
const MAX_ERROR_LENGTH = 500
/** How long the job at hand may still take when its process is to end. Milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 3000

/** The longest wait before another try. Milliseconds. */
const MAX_BACKOFF_MS = 3_600_000
/** So long after the clock was put back, transactions that began before may still queue work for the time to come. Milliseconds. */
const CLOCK_RESET_WINDOW_MS = 60_000

/** Waits before the next try: 2 s, 8 s, 32 s, about 2 min, about 8.5 min … at most an hour. */
export const backoffMs = (attempts: number): number => Math.min(2000 * 4 ** (attempts - 1), MAX_BACKOFF_MS)

const addMs = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

type Job = Pick<Jobs, 'kind' | 'max_attempts'> & { id: string; attempts: number; payload: Record<string, unknown> }

type JobUpdate = Partial<Pick<Jobs, 'run_at' | 'locked_until' | 'last_error' | 'finished_at'>> & {
  attempts?: number
  payload?: string
  unique_key?: null
  status: 'done' | 'failed' | 'queued'
}

/** A payload that the schema of its kind refuses. Trying again would not help. */
class PayloadError extends Error {
  override readonly name = 'PayloadError'
}

export interface WorkerOptions<Kinds extends JobSchemas> {
  database: OpenDatabase
  clock: () => Date
  log: Logger
  kinds: Kinds
  /** Of the kinds that this worker does. */
  handlers: Partial<HandlersOf<Kinds>>
  /** Called after each job. Those who wait for an answer go first. */
  giveWay?: () => Promise<void>
  /** Kinds that are queued once an hour, by whichever process comes first. */
  hourly_kinds?: readonly (keyof Kinds & string)[]
  shutdown_timeout_ms?: number
}

/**
 * Runs the jobs of the database one after the other, in the order in which they become due. Several processes may run
 * one worker each; a job is in the hands of one at a time. A job that has used up its tries stays as `failed`, with its error;
 * so does one whose payload does not fit its kind, at once.
 */
export class Worker<Kinds extends JobSchemas> {
  readonly #options: WorkerOptions<Kinds>
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #job: Job | undefined
  /** Writes down what became of a job, after the database could not be reached: what is done is not done again. */
  #pending_finish: (() => Promise<void>) | undefined
  #must_wake_again = false
  #hour = ''
  #last_seen_ms = Infinity
  #clock_reset_at = -Infinity
  #isStopped = true
  /** The embedded database has one process: what runs when it starts was left by one that died. */
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

  /** Looks for work now, because some was just committed. */
  wake(): void {
    if (this.#isStopped) return
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

  /** Takes no new job and waits for the one at hand. One that waits too long for others is given back, as if never begun. */
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

  /** Runs every job that is due, and resolves when none is left. Tests call it to reach a quiet state. */
  async runDue(): Promise<void> {
    await this.#pending_finish?.()
    await this.#reclaimExpiredLeases()
    await this.#rescheduleAfterClockReset()
    await this.#enqueueHourly()
    const { giveWay } = this.#options
    for (let job = await this.#claimJob(); job; job = await this.#claimJob()) {
      this.#job = job
      try {
        await this.#run(job)
      } finally {
        this.#job = undefined
      }
      await giveWay?.()
      if (this.#isStopped && this.#running) return
    }
  }

  async #reclaimExpiredLeases(): Promise<void> {
    const { database, clock, handlers } = this.#options
    const now = clock()
    const running = database.db
      .updateTable('jobs')
      .set({ status: 'queued', locked_until: null })
      .where('status', '=', sql.lit('running'))
    await running
      .where((job) =>
        job.or([
          job('locked_until', '<', now.toISOString()),
          // Taken by a clock that was ahead, by more than those of several machines differ.
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

  /** What was to be done at once, or tried again, by a clock that was ahead would wait until this one has caught up. */
  async #rescheduleAfterClockReset(): Promise<void> {
    const { database, clock } = this.#options
    const now = clock()
    if (now.getTime() < this.#last_seen_ms) this.#clock_reset_at = performance.now()
    this.#last_seen_ms = now.getTime()
    if (performance.now() - this.#clock_reset_at > CLOCK_RESET_WINDOW_MS) return
    await database.db
      .updateTable('jobs')
      .set({ run_at: now.toISOString() })
      .where('status', '=', sql.lit('queued'))
      .where('run_at', '>', now.toISOString())
      .where((job) =>
        job.or([
          job('run_at', '=', job.ref('created_at')),
          job.and([job('attempts', '>', 0), job('run_at', '>', addMs(now, MAX_BACKOFF_MS))]),
        ]),
      )
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

  async #run(job: Job): Promise<void> {
    const failure = await this.#handle(job).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    // Otherwise it was given back meanwhile.
    if (this.#job === job)
      await this.#finish(job, failure ? this.#failureUpdate(job, failure.error) : this.#successUpdate())
  }

  async #handle({ kind, payload }: Job): Promise<void> {
    const { kinds, handlers } = this.#options
    const parsed = kinds[kind]?.safeParse(payload)
    if (parsed?.success === false) {
      // Names what is wrong with which member, and not what it was.
      const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
      throw new PayloadError(`the payload does not fit ${kind}: ${issues.join('; ')}`)
    }
    await handlers[kind]?.(parsed?.data as never)
  }

  #successUpdate(): JobUpdate {
    return {
      status: 'done',
      // What it was about, addresses of people for one, is needed no longer.
      payload: '{}',
      // It bears ids too, and nothing is kept apart by it any more.
      unique_key: null,
      finished_at: this.#options.clock().toISOString(),
      locked_until: null,
      last_error: null,
    }
  }

  #failureUpdate({ id, kind, attempts, max_attempts }: Job, error: unknown): JobUpdate {
    const { clock, log } = this.#options
    const last_error = String(error).slice(0, MAX_ERROR_LENGTH)
    const isLast = attempts >= max_attempts || error instanceof PayloadError
    log[isLast ? 'error' : 'warn']({ job: id, kind, attempts, last_error }, 'job failed')
    return isLast
      ? { status: 'failed', finished_at: clock().toISOString(), locked_until: null, last_error }
      : { status: 'queued', run_at: addMs(clock(), backoffMs(attempts)), locked_until: null, last_error }
  }

  /** Writes down what became of a job, unless another process has taken it meanwhile. */
  async #finish(job: Job, change: JobUpdate): Promise<void> {
    this.#pending_finish = () => this.#finish(job, change)
    await this.#options.database.db
      .updateTable('jobs')
      .set(change)
      .where('id', '=', job.id)
      .where('status', '=', 'running')
      .where('attempts', '=', job.attempts)
      .execute()
    this.#pending_finish = undefined
  }
}
