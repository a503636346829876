import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ErrorCode } from '../../../contract/errors.ts'
import { Refusal } from '../errors.ts'

interface Limit {
  points: number
  /** Seconds. */
  duration: number
  /** True when also counted in the database, so that counts survive a restart and several processes share them. */
  kept: boolean
}
const limit = (points: number, duration: number, { kept = true } = {}): Limit => ({ points, duration, kept })
const MINUTE = 60
const HOUR = 3600

/** docs/security/limits.md: points within seconds. */
const limits = {
  visitor_calls: limit(300, 5 * MINUTE, { kept: false }),
  credential_calls: limit(1500, 5 * MINUTE, { kept: false }),
  member_calls: limit(1500, 5 * MINUTE, { kept: false }),
  sign_in_failures_of_address: limit(10, 5 * MINUTE),
  sign_in_failures_of_account: limit(25, HOUR),
  sign_in_failures_of_device: limit(10, 5 * MINUTE),
  sign_in_failures_of_member: limit(10, 5 * MINUTE),
  second_factor_failures: limit(10, 5 * MINUTE),
  sign_ups_of_address: limit(20, HOUR),
  wrong_invite_codes: limit(20, HOUR),
  mail_requests_of_address: limit(20, HOUR),
  sign_ups_of_member: limit(100, HOUR),
  mail_requests_of_member: limit(5, 30 * MINUTE),
  /** The maximum of the setting `prayers_per_hour`. */
  prayers_of_member: limit(100, HOUR),
  classified_of_address: limit(10, MINUTE),
  suggestions_of_member: limit(600, 10 * MINUTE, { kept: false }),
  translations_of_address: limit(30, HOUR),
  translations_of_member: limit(120, HOUR),
  /** Speech recognition and synthesis: each call costs the site money. */
  voices_of_address: limit(30, HOUR),
  voices_of_member: limit(200, HOUR),
  exports_of_member: limit(5, HOUR),
  prayed_by_member: limit(300, HOUR),
  updates_of_member: limit(60, HOUR),
  reactions_of_member: limit(600, HOUR),
  reports_of_member: limit(20, HOUR),
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

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

/**
 * Counts in this process's memory, which decides at once; afterwards writes to a store, which returns the counts of
 * other processes. Does not wait for the store: counting also happens inside transactions, where waiting for another
 * write would deadlock.
 */
export class RateLimits {
  readonly #limiters = new Map<LimitName, RateLimiterMemory>()
  readonly #store: RateLimitStore | undefined
  readonly #pending = new Map<string, StoredCount>()
  #writing: Promise<void> | undefined
  readonly #scale: number

  constructor({ scale = 1, store }: { scale?: number; store?: RateLimitStore } = {}) {
    this.#store = store
    this.#scale = scale
    for (const [name, { points, duration }] of Object.entries(limits)) {
      this.#limiters.set(
        name as LimitName,
        new RateLimiterMemory({ points: points * scale, duration, keyPrefix: name }),
      )
    }
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
    name: LimitName,
    key: string,
    { code = 'request.too_many', most = Infinity }: { code?: ErrorCode; most?: number } = {},
  ): Promise<void> {
    try {
      const counted = await this.#limiter(name).consume(this.#storageKey(name, key))
      this.#enqueueWrite(name, counted, key)
      if (counted.consumedPoints > most * this.#scale) throw counted
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new Refusal(code, { retry_after: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
    }
  }

  /** Rejects when the window is used up, without counting: for limits that count failures only. */
  async check(name: LimitName, key: string): Promise<void> {
    const limiter = this.#limiter(name)
    const state = await limiter.get(this.#storageKey(name, key))
    if (state && state.consumedPoints >= limiter.points) {
      throw new Refusal('request.too_many', { retry_after: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) })
    }
  }

  /** Counts a failure without refusing; the next `check` refuses. */
  async countFailure(name: LimitName, key: string): Promise<void> {
    this.#enqueueWrite(name, await this.#limiter(name).penalty(this.#storageKey(name, key)), key)
  }

  /** Resolves when all counts are stored. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  #storageKey(name: LimitName, key: string): string {
    return this.#store && limits[name].kept ? this.#store.hash(`${name} ${key}`) : key
  }

  #enqueueWrite(name: LimitName, { msBeforeNext }: RateLimiterRes, plain: string): void {
    if (!this.#store || !limits[name].kept) return
    const key = `${name}:${this.#storageKey(name, plain)}`
    const points = (this.#pending.get(key)?.points ?? 0) + 1
    this.#pending.set(key, { key, points, expires_at: new Date(Date.now() + msBeforeNext).toISOString() })
    this.#writing ??= this.#write(this.#store).finally(() => (this.#writing = undefined))
  }

  async #write(store: RateLimitStore): Promise<void> {
    while (this.#pending.size > 0) {
      const changes = [...this.#pending.values()]
      this.#pending.clear()
      // Counts that cannot be stored still count in memory; the next count retries.
      const sums = await store.add(changes).catch(() => [])
      for (const kept of sums) await this.#mergeCount(kept)
    }
  }

  /** Adopts a stored count that is higher than the one in memory. */
  async #mergeCount({ key, points, expires_at }: StoredCount): Promise<void> {
    const [name = '', own = ''] = key.split(/:(.*)/s)
    const limiter = this.#limiters.get(name as LimitName)
    const seconds = Math.ceil((Date.parse(expires_at) - Date.now()) / 1000)
    if (!limiter || seconds <= 0) return
    const state = await limiter.get(own)
    if ((state?.consumedPoints ?? 0) < points) await limiter.set(own, points, seconds)
  }

  #limiter(name: LimitName): RateLimiterMemory {
    const limiter = this.#limiters.get(name)
    if (!limiter) throw new Error(`There is no limit called ${name}.`)
    return limiter
  }
}
