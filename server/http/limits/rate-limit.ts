import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ErrorCode } from '../../../contract/errors.ts'
import { Refusal } from '../errors.ts'
import { NewKeys } from './new-keys.ts'

/** At most `points` within `duration`. Every feature declares its own; docs/security/limits.md lists them. */
export interface Limit {
  /** Identifies its counts in the database, so it is unique and stays. */
  name: string
  points: number
  /** Seconds. */
  duration: number
  /** True when also counted in the database, so that counts survive a restart and several processes share them. */
  kept: boolean
}

const declared = new Map<string, Limit>()

/** Declares a limit, once and while the program loads: counters are made for all of them when it starts. */
export function defineLimit(name: string, points: number, duration: number, { kept = true } = {}): Limit {
  if (declared.has(name)) throw new Error(`Two limits are called ${name}.`)
  const limit = { name, points, duration, kept }
  declared.set(name, limit)
  return limit
}

/** Seconds. */
export const MINUTE = 60
/** Seconds. */
export const HOUR = 3600

export const visitorCalls = defineLimit('visitor_calls', 300, 5 * MINUTE, { kept: false })
export const credentialCalls = defineLimit('credential_calls', 1500, 5 * MINUTE, { kept: false })
export const memberCalls = defineLimit('member_calls', 1500, 5 * MINUTE, { kept: false })

/**
 * Returns the key of a network address. An IPv6 subscriber owns a whole /64, so that prefix is counted. IPv4-mapped
 * IPv6 addresses count as IPv4.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Array.from({ length: 8 - front.length - back.length }, () => '0') : []
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}

/** Keys of one limit with a counter of their own; so many take about 20 MB. */
const MAX_OWN_KEYS = 50_000

/** Returns one of 4,096 keys, which new keys share when there are too many: somebody uses ever new addresses. */
const sharedKey = (key: string): string => `shared ${hash('sha256', key).slice(0, 3)}`

const tooMany = (wait_ms: number, code: ErrorCode = 'request.too_many'): Refusal =>
  new Refusal(code, { retry_after: Math.max(1, Math.ceil(wait_ms / 1000)) })

/** Storage of counts. Keys are hashes: neither e-mail nor network addresses are stored. */
export interface RateLimitStore {
  hash(key: string): string
  /** Returns the counts of windows that have not ended. */
  load(): Promise<StoredCount[]>
  /** Adds to counts and returns the sums, with the counts of other processes. */
  add(changes: StoredCount[]): Promise<StoredCount[]>
}

export interface StoredCount {
  key: string
  points: number
  /** ISO 8601. */
  expires_at: string
}

/** A limit and what it counts by. */
export type LimitKey = readonly [limit: Limit, key: string]

/** Tries of one key whose outcome is not known yet. */
interface OpenTries {
  running: number
  /** The number that run, wait or are about to do either. */
  holders: number
  /** The number that have failed: a reading of the count is outdated when this has changed. */
  failed: number
  waiting: (() => void)[]
}

/**
 * How long counts of acts wait, so that many are written in one statement. Failures are written at once: other processes
 * must know of guesses. Milliseconds.
 */
const WRITE_DELAY_MS = 1000
/** Counts in one statement, each with three parameters: engines take at most 32,766. */
const MAX_COUNTS_PER_STATEMENT = 5000

/** More at once wait for no outcome: they are refused. */
const MAX_WAITING_TRIES = 64

/**
 * Counts in this process's memory, which decides at once; within a second writes to a store, which returns the counts of
 * other processes. Does not wait for the store: counting also happens inside transactions, where waiting for another
 * write would deadlock.
 */
export class RateLimits {
  readonly #limiters = new Map<string, { limiter: RateLimiterMemory; newKeys: NewKeys }>()
  readonly #max_keys: number
  readonly #store: RateLimitStore | undefined
  readonly #pending = new Map<string, StoredCount>()
  readonly #tries = new Map<string, OpenTries>()
  #writing: Promise<void> | undefined
  #write_timer: NodeJS.Timeout | undefined
  #must_write_again = false
  readonly #scale: number

  constructor({
    scale = 1,
    store,
    max_keys = MAX_OWN_KEYS,
  }: { scale?: number; store?: RateLimitStore; max_keys?: number } = {}) {
    this.#store = store
    this.#scale = scale
    this.#max_keys = max_keys
    for (const { name, points, duration } of declared.values())
      this.#limiters.set(name, {
        limiter: new RateLimiterMemory({ points: points * scale, duration, keyPrefix: name }),
        newKeys: new NewKeys(duration),
      })
  }

  /** Opens the limits with the stored counts. */
  static async open(options: { scale: number; store: RateLimitStore }): Promise<RateLimits> {
    const opened = new RateLimits(options)
    for (const kept of await options.store.load()) await opened.#mergeCount(kept)
    return opened
  }

  /**
   * Counts one action. Rejects with the code and `Retry-After` once the window is used up, or once it has `most`
   * counts, for a limit that the site sets lower.
   */
  async count(
    limit: Limit,
    key: string,
    { code = 'request.too_many', most = Infinity }: { code?: ErrorCode; most?: number } = {},
  ): Promise<void> {
    try {
      const { limiter, newKeys } = this.#limiter(limit)
      const own = await this.#ownKey(limit, key)
      const counted = await limiter.consume(own)
      if (counted.isFirstInDuration) newKeys.add(Date.now())
      if (this.#addPending(limit, counted, own)) this.#scheduleWrite()
      if (counted.consumedPoints > most * this.#scale) throw counted
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw tooMany(error.msBeforeNext, code)
    }
  }

  /** Rejects when the window is used up, without counting: for limits that count failures only. */
  async check(limit: Limit, key: string): Promise<void> {
    const { limiter } = this.#limiter(limit)
    const state = await limiter.get(await this.#ownKey(limit, key))
    if (state && state.consumedPoints >= limiter.points) throw tooMany(state.msBeforeNext)
  }

  /** Counts a failure without refusing; the next `check` refuses. */
  async countFailure(limit: Limit, key: string): Promise<void> {
    const { limiter, newKeys } = this.#limiter(limit)
    const own = await this.#ownKey(limit, key)
    const counted = await limiter.penalty(own)
    if (counted.isFirstInDuration) newKeys.add(Date.now())
    if (this.#addPending(limit, counted, own)) this.#startWriting()
  }

  /**
   * Runs something that can be guessed, such as a comparison of passwords, and returns what it returns; false is a
   * failure and counts for every key of `counted`. A try takes its place before it begins: of many at once no more run
   * than may still fail, and the others wait for their outcome. Rejects like `check` when a key of `checked` is used up.
   * Callers name keys in the same order, addresses before accounts, so that no two wait for each other, and call it outside of
   * transactions: on the embedded file the work of the others would wait for the one that waits for them.
   */
  async attempt(checked: LimitKey[], work: () => Promise<boolean>, counted = checked): Promise<boolean> {
    const places: ((failed: boolean) => void)[] = []
    let failed = false
    try {
      for (const key of checked) places.push(await this.#takePlace(key))
      failed = !(await work())
      if (failed) for (const [limit, key] of counted) await this.countFailure(limit, key)
      return !failed
    } finally {
      for (const leave of places) leave(failed)
    }
  }

  /** Waits until one more try of the key may run, and returns what ends it. */
  async #takePlace([limit, key]: LimitKey): Promise<(failed: boolean) => void> {
    const name = `${limit.name} ${key}`
    const tries = this.#tries.get(name) ?? { running: 0, holders: 0, failed: 0, waiting: [] }
    this.#tries.set(name, tries)
    tries.holders += 1
    const release = (): void => {
      tries.holders -= 1
      if (tries.holders === 0) this.#tries.delete(name)
      for (const wake of tries.waiting.splice(0)) wake()
    }
    try {
      for (;;) {
        const before = tries.failed
        const { limiter } = this.#limiter(limit)
        const state = await limiter.get(await this.#ownKey(limit, key))
        if (tries.failed !== before) continue
        const count = state?.consumedPoints ?? 0
        if (count + tries.running < limiter.points) break
        const isFull = count >= limiter.points
        if (isFull || tries.waiting.length >= MAX_WAITING_TRIES) throw tooMany(isFull ? (state?.msBeforeNext ?? 0) : 0)
        await new Promise<void>((resolve) => void tries.waiting.push(resolve))
      }
    } catch (error) {
      release()
      throw error
    }
    tries.running += 1
    return (failed) => {
      tries.running -= 1
      if (failed) tries.failed += 1
      release()
    }
  }

  /** Stores all counts now. */
  async flush(): Promise<void> {
    if (this.#pending.size > 0) this.#startWriting()
    while (this.#writing) await this.#writing
  }

  /** Returns the key of a counter: its own, or a shared one when it is new and there are too many. */
  async #ownKey(limit: Limit, key: string): Promise<string> {
    const { limiter, newKeys } = this.#limiter(limit)
    const own = this.#store && limit.kept ? this.#store.hash(`${limit.name} ${key}`) : key
    if (newKeys.count(Date.now()) < this.#max_keys || (await limiter.get(own)) !== null) return own
    return sharedKey(own)
  }

  /** Adds one to what is to be stored. Returns false when nothing of this limit is. */
  #addPending({ name, kept }: Limit, { msBeforeNext }: RateLimiterRes, own: string): boolean {
    if (!this.#store || !kept) return false
    const key = `${name}:${own}`
    const points = (this.#pending.get(key)?.points ?? 0) + 1
    this.#pending.set(key, { key, points, expires_at: new Date(Date.now() + msBeforeNext).toISOString() })
    return true
  }

  #scheduleWrite(): void {
    this.#write_timer ??= setTimeout(() => this.#startWriting(), WRITE_DELAY_MS).unref()
  }

  #startWriting(): void {
    clearTimeout(this.#write_timer)
    this.#write_timer = undefined
    if (!this.#store) return
    this.#must_write_again = this.#writing !== undefined
    this.#writing ??= this.#write(this.#store).finally(() => {
      this.#writing = undefined
      if (this.#must_write_again) this.#startWriting()
    })
  }

  async #write(store: RateLimitStore): Promise<void> {
    const changes = [...this.#pending.values()]
    this.#pending.clear()
    for (let start = 0; start < changes.length; start += MAX_COUNTS_PER_STATEMENT) {
      // Counts that cannot be stored still count in memory.
      const sums = await store.add(changes.slice(start, start + MAX_COUNTS_PER_STATEMENT)).catch(() => [])
      for (const kept of sums) await this.#mergeCount(kept)
    }
  }

  /** Adopts a stored count that is higher than the one in memory. */
  async #mergeCount({ key, points, expires_at }: StoredCount): Promise<void> {
    const [name = '', own = ''] = key.split(/:(.*)/s)
    const counters = this.#limiters.get(name)
    const seconds = Math.ceil((Date.parse(expires_at) - Date.now()) / 1000)
    if (!counters || seconds <= 0) return
    const { limiter, newKeys } = counters
    const state = await limiter.get(own)
    if ((state?.consumedPoints ?? 0) >= points) return
    if (state === null) newKeys.add(Date.now())
    await limiter.set(own, points, seconds)
  }

  #limiter({ name }: Limit): { limiter: RateLimiterMemory; newKeys: NewKeys } {
    const counters = this.#limiters.get(name)
    if (!counters) throw new Error(`The limit ${name} was declared after the limits were opened.`)
    return counters
  }

  /** Number of keys that are counted in memory, or more. */
  get keys(): number {
    return [...this.#limiters.values()].reduce((sum, { newKeys }) => sum + newKeys.count(Date.now()), 0)
  }
}
