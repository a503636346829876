import type { Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../errors.ts'

/** Maximum number of concurrent slots: enough to keep PostgreSQL's connections busy. */
const MAX_USED_SLOTS = 32
/** Slots of one long task, which uses the processor instead of waiting for PostgreSQL. */
const LONG_TASK_SLOTS = 4
/** Target for the time from arrival to response. Milliseconds. */
const MAX_LATENCY_MS = 300
const MIN_QUEUE_LENGTH = 16
/**
 * After this long without a refusal, a burst may use a queue of this length: a short burst is not an overload.
 * Milliseconds.
 */
const BURST_COOLDOWN_MS = 10_000
const BURST_QUEUE_LENGTH = 200
const MAX_QUEUE_LENGTH = 1000
/**
 * Weight of the newest interval between completions. Intervals over `MAX_PACE_SAMPLE_MS` have another cause and are
 * ignored.
 */
const PACE_SMOOTHING = 0.05
const MAX_PACE_SAMPLE_MS = 100
/** Connections accepted between two started tasks: the event loop accepts one in each turn. */
const MAX_ARRIVALS_PER_TURN = 20
/** Maximum delay of background work, and its polling interval. Milliseconds. */
const MAX_YIELD_MS = 100
const YIELD_POLL_INTERVAL_MS = 10
/** `Retry-After` of refused requests. Seconds. */
const RETRY_AFTER_SECONDS = 5

interface QueuedTask {
  slots: number
  start: () => void
  /** True when the client has disconnected. */
  isGone: () => boolean
  reject: (refusal: Refusal) => void
}

interface RunOptions {
  /** The task takes far longer than most. */
  isLong?: boolean
  /** True when the client has disconnected, so that the work can be skipped. */
  isGone?: () => boolean
}

const neverGone = (): boolean => false

/**
 * Admits requests one after the other and refuses at once those that would wait too long: under overload everybody
 * would otherwise wait until no response is in time. The embedded engine runs synchronously, so many tasks started at
 * once would block new connections: one task starts in each turn of the event loop, and none while new connections wait
 * to be accepted.
 */
export class Gate {
  readonly #queue: QueuedTask[] = []
  #running = 0
  #used_slots = 0
  #isTurn = false
  #hasArrival = false
  /** Smoothed interval between completions while tasks wait. Milliseconds. */
  #pace_ms = 2
  /** Time of the last completion, or of the first task that queued. */
  #last_change_at = 0
  #refused = 0
  #refused_at = -Infinity

  /** Number of waiting tasks, and of refused ones. */
  get queue_length(): number {
    return this.#queue.length
  }
  get refused(): number {
    return this.#refused
  }

  /** Observes new connections of a server. */
  trackConnections(server: Server): void {
    server.on('connection', () => (this.#hasArrival = true))
  }

  /** Returns the refusal when the queue is full; undefined when the task may wait. */
  refuseWhenFull({ isLong = false }: Pick<RunOptions, 'isLong'> = {}): Refusal | undefined {
    const waiting = this.#queue.length
    const at = performance.now()
    const isBurst = !isLong && waiting < BURST_QUEUE_LENGTH && at - this.#refused_at > BURST_COOLDOWN_MS
    const capacity = Math.min(
      Math.max(MAX_LATENCY_MS / this.#pace_ms - this.#running, MIN_QUEUE_LENGTH),
      MAX_QUEUE_LENGTH,
    )
    if (waiting < capacity || isBurst) return undefined
    this.#refused += 1
    this.#refused_at = at
    return new Refusal('server.unavailable', { retry_after: RETRY_AFTER_SECONDS })
  }

  /** Waits for a slot and runs the work. Rejects with `server.unavailable` without running it when too many wait. */
  async run<Result>(work: () => Promise<Result>, options: RunOptions = {}): Promise<Result> {
    const { isLong = false, isGone = neverGone } = options
    const slots = isLong ? LONG_TASK_SLOTS : 1
    const refusal = this.refuseWhenFull(options)
    if (refusal) throw refusal
    if (this.#isTurn || this.#used_slots >= MAX_USED_SLOTS) {
      if (this.#queue.length === 0) this.#last_change_at = performance.now()
      await new Promise<void>((begin, leave) => this.#queue.push({ slots, start: begin, reject: leave, isGone }))
    } else this.#start(slots)
    try {
      return await work()
    } finally {
      this.#finish(slots)
    }
  }

  /** Lets requests run first, for a limited time. Called by background work. */
  async yieldToRequests(): Promise<void> {
    await nextTurn()
    for (let ms = 0; this.#queue.length > 0 && ms < MAX_YIELD_MS; ms += YIELD_POLL_INTERVAL_MS)
      await sleep(YIELD_POLL_INTERVAL_MS)
  }

  #start(places: number): void {
    this.#running += 1
    this.#used_slots += places
    this.#isTurn = true
    setImmediate(() => this.#endTurn(MAX_ARRIVALS_PER_TURN))
  }

  #endTurn(arrivals: number): void {
    if (this.#hasArrival && arrivals > 0) {
      this.#hasArrival = false
      setImmediate(() => this.#endTurn(arrivals - 1))
    } else {
      this.#isTurn = false
      this.#startNext()
    }
  }

  #startNext(): void {
    if (this.#isTurn || this.#used_slots >= MAX_USED_SLOTS) return
    let first = this.#queue.shift()
    for (; first?.isGone() === true; first = this.#queue.shift()) first.reject(new Refusal('server.unavailable'))
    if (!first) return
    this.#start(first.slots)
    first.start()
  }

  #finish(places: number): void {
    this.#running -= 1
    this.#used_slots -= places
    if (this.#queue.length === 0) return
    const at = performance.now()
    this.#pace_ms += (Math.min(at - this.#last_change_at, MAX_PACE_SAMPLE_MS) - this.#pace_ms) * PACE_SMOOTHING
    this.#last_change_at = at
    this.#startNext()
  }
}
