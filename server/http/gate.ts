import type { Server } from 'node:http'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from './errors.ts'

/** So many are worked on at once: enough to keep PostgreSQL's connections busy while others wait for it. */
const AT_WORK = 32
/** Places that something long takes of these: it is our processor that it waits for, not PostgreSQL. */
const LONG_PLACES = 4
/** The longest that it shall take from coming to leaving. Milliseconds. */
const PATIENCE_MS = 300
const FEWEST_WAITING = 16
/** Where nobody was sent away for so long, so many may wait: a burst that passes is no overload. Milliseconds. */
const CALM_MS = 10_000
const BURST_WAITING = 200
const MOST_WAITING = 1000
/** How much the newest time between two that leave counts. One that is longer than `LONGEST_MS` was something else. */
const WEIGHT = 0.05
const LONGEST_MS = 100
/** Connections that are taken between two that are begun: the event loop takes one in each turn. */
const ARRIVALS = 20
/** The longest that work which nobody waits for is put off, and how often it is looked. Milliseconds. */
const PUT_OFF_MS = 100
const LOOK_MS = 10
/** When somebody who was sent away may try again. Seconds. */
const RETRY_AFTER = 5

interface Waiting {
  places: number
  begin: () => void
  /** It is of no use to anybody any more. */
  isGone: () => boolean
  leave: (refusal: Refusal) => void
}

interface PassOptions {
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
  readonly #waiting: Waiting[] = []
  #at_work = 0
  #places = 0
  #isTurn = false
  #hasArrival = false
  /** The usual time between two that leave while others wait. Milliseconds. */
  #pace_ms = 2
  /** When somebody last left, or began to wait. */
  #since = 0
  #refused = 0
  #refused_at = -Infinity

  /** How many wait, and how many were sent away. */
  get waiting(): number {
    return this.#waiting.length
  }
  get refused(): number {
    return this.#refused
  }

  /** Takes the connections of a server into account. */
  watch(server: Server): void {
    server.on('connection', () => (this.#hasArrival = true))
  }

  /** What to tell somebody for whom there is no use in waiting; undefined: they may wait. */
  refusal({ isLong = false }: Pick<PassOptions, 'isLong'> = {}): Refusal | undefined {
    const waiting = this.#waiting.length
    const at = performance.now()
    const isBurst = !isLong && waiting < BURST_WAITING && at - this.#refused_at > CALM_MS
    const room = Math.min(Math.max(PATIENCE_MS / this.#pace_ms - this.#at_work, FEWEST_WAITING), MOST_WAITING)
    if (waiting < room || isBurst) return undefined
    this.#refused += 1
    this.#refused_at = at
    return new Refusal('server.unavailable', { retry_after: RETRY_AFTER })
  }

  /** Waits for its turn and does the work. Rejects with `server.unavailable` without doing it when too many wait. */
  async pass<Result>(work: () => Promise<Result>, options: PassOptions = {}): Promise<Result> {
    const { isLong = false, isGone = neverGone } = options
    const places = isLong ? LONG_PLACES : 1
    const refusal = this.refusal(options)
    if (refusal) throw refusal
    if (this.#isTurn || this.#places >= AT_WORK) {
      if (this.#waiting.length === 0) this.#since = performance.now()
      await new Promise<void>((begin, leave) => this.#waiting.push({ places, begin, leave, isGone }))
    } else this.#begin(places)
    try {
      return await work()
    } finally {
      this.#leave(places)
    }
  }

  /** Lets others go first, but not for long: for work that nobody waits for. */
  async giveWay(): Promise<void> {
    await turn()
    for (let ms = 0; this.#waiting.length > 0 && ms < PUT_OFF_MS; ms += LOOK_MS) await sleep(LOOK_MS)
  }

  #begin(places: number): void {
    this.#at_work += 1
    this.#places += places
    this.#isTurn = true
    setImmediate(() => this.#endTurn(ARRIVALS))
  }

  #endTurn(arrivals: number): void {
    if (this.#hasArrival && arrivals > 0) {
      this.#hasArrival = false
      setImmediate(() => this.#endTurn(arrivals - 1))
    } else {
      this.#isTurn = false
      this.#next()
    }
  }

  #next(): void {
    if (this.#isTurn || this.#places >= AT_WORK) return
    let first = this.#waiting.shift()
    for (; first?.isGone() === true; first = this.#waiting.shift()) first.leave(new Refusal('server.unavailable'))
    if (!first) return
    this.#begin(first.places)
    first.begin()
  }

  #leave(places: number): void {
    this.#at_work -= 1
    this.#places -= places
    if (this.#waiting.length === 0) return
    const at = performance.now()
    this.#pace_ms += (Math.min(at - this.#since, LONGEST_MS) - this.#pace_ms) * WEIGHT
    this.#since = at
    this.#next()
  }
}
