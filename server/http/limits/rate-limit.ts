import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ErrorCode } from '../../../contract/errors.ts'
import { Refusal } from '../errors.ts'

interface Limit {
  points: number
  /** Seconds. */
  duration: number
  /** Counted in the database too, so that it outlives a restart and several processes count together. */
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
  /** The most that the setting `prayers_per_hour` can be. */
  prayers_of_member: limit(100, HOUR),
  classified_of_address: limit(10, MINUTE),
  suggestions_of_member: limit(600, 10 * MINUTE, { kept: false }),
  translations_of_address: limit(30, HOUR),
  translations_of_member: limit(120, HOUR),
  /** Listening and speaking: a call costs the site money. */
  voices_of_address: limit(30, HOUR),
  voices_of_member: limit(200, HOUR),
  exports_of_member: limit(5, HOUR),
  prayed_by_member: limit(300, HOUR),
  updates_of_member: limit(60, HOUR),
  reactions_of_member: limit(600, HOUR),
  reports_of_member: limit(20, HOUR),
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** An IPv6 subscriber owns a whole /64, so that is what is counted. IPv4 addresses in IPv6 form count as IPv4. */
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

/** Where counts are kept. Keys are hashes: neither addresses of people nor of machines are stored. */
export interface RateLimitStore {
  hash(key: string): string
  /** Counts of windows that have not ended. */
  load(): Promise<StoredCount[]>
  /** Adds to counts and gives what they have come to, with what other processes added. */
  add(changes: StoredCount[]): Promise<StoredCount[]>
}

export interface StoredCount {
  key: string
  points: number
  /** ISO 8601. */
  expires_at: string
}

/**
 * Counts in this process's memory, which decides at once; a store is told right after, and tells what others counted.
 * Without waiting for it: a count is made inside transactions too, where waiting for another write would never end.
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

  /** With what was counted before this process started. */
  static async open(options: { scale: number; store: RateLimitStore }): Promise<RateLimits> {
    const opened = new RateLimits(options)
    for (const kept of await options.store.load()) await opened.#mergeCount(kept)
    return opened
  }

  /**
   * Counts one act. Rejects with the code and `Retry-After` once the window is used up, or as many as `most` were counted
   * in it: for a limit that the site sets lower.
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

  /** Counts a failure, without refusing: the next `check` does. */
  async countFailure(name: LimitName, key: string): Promise<void> {
    this.#enqueueWrite(name, await this.#limiter(name).penalty(this.#storageKey(name, key)), key)
  }

  /** Resolves when everything counted so far is stored. */
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
      // What cannot be stored is still counted here; the next count tries again.
      const sums = await store.add(changes).catch(() => [])
      for (const kept of sums) await this.#mergeCount(kept)
    }
  }

  /** Takes over a count that is higher than the one known here. */
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
