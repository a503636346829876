import type { Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../errors.ts'

/** So many are worked on at once: enough to keep PostgreSQL's connections busy while others wait for it. */
const MAX_USED_SLOTS = 32
/** Places that something long takes of these: it is our processor that it waits for, not PostgreSQL. */
const LONG_TASK_SLOTS = 4
/** The longest that it shall take from coming to leaving. Milliseconds. */
const MAX_LATENCY_MS = 300
const MIN_QUEUE_LENGTH = 16
/** Where nobody was sent away for so long, so many may wait: a burst that passes is no overload. Milliseconds. */
const BURST_COOLDOWN_MS = 10_000
const BURST_QUEUE_LENGTH = 200
const MAX_QUEUE_LENGTH = 1000
/** How much the newest time between two that leave counts. One that is longer than `LONGEST_MS` was something else. */
const PACE_SMOOTHING = 0.05
const MAX_PACE_SAMPLE_MS = 100
/** Connections that are taken between two that are begun: the event loop takes one in each turn. */
const MAX_ARRIVALS_PER_TURN = 20
/** The longest that work which nobody waits for is put off, and how often it is looked. Milliseconds. */
const MAX_YIELD_MS = 100
const YIELD_POLL_INTERVAL_MS = 10
/** When somebody who was sent away may try again. Seconds. */
const RETRY_AFTER_SECONDS = 5

interface QueuedTask {
  slots: number
  start: () => void
  /** It is of no use to anybody any more. */
  isGone: () => boolean
  reject: (refusal: Refusal) => void
}

interface RunOptions {
  /** It takes far longer than most. */
  isLong?: boolean
  /** Whether whoever asked has gone meanwhile: for what may as well not be done then. */
  isGone?: () => boolean
}

const neverGone = (): boolean => false

/**
 * Lets requests in one after the other, and sends away at once those that would wait for longer than is any use: more work than
 * can be done would otherwise make everybody wait, until nobody is served in time. The embedded engine answers without ever
 * waiting, so that many who are begun at once would keep those who come meanwhile from being told anything: one is begun in
 * each turn of the event loop, and none while new connections wait to be taken.
 */
export class Gate {
  readonly #queue: QueuedTask[] = []
  #running = 0
  #used_slots = 0
  #isTurn = false
  #hasArrival = false
  /** The usual time between two that leave while others wait. Milliseconds. */
  #pace_ms = 2
  /** When somebody last left, or began to wait. */
  #last_change_at = 0
  #refused = 0
  #refused_at = -Infinity

  /** How many wait, and how many were sent away. */
  get queue_length(): number {
    return this.#queue.length
  }
  get refused(): number {
    return this.#refused
  }

  /** Takes the connections of a server into account. */
  trackConnections(server: Server): void {
    server.on('connection', () => (this.#hasArrival = true))
  }

  /** What to tell somebody for whom there is no use in waiting; undefined: they may wait. */
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

  /** Waits for its turn and does the work. Rejects with `server.unavailable` without doing it when too many wait. */
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

  /** Lets others go first, but not for long: for work that nobody waits for. */
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
