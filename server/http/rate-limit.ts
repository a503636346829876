import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ErrorCode } from '../../contract/errors.ts'
import { Refusal } from './errors.ts'

/** SECURITY.md, "Rate limits (defaults)": points within seconds. */
const limits = {
  visitor_calls: { points: 300, duration: 300 },
  member_calls: { points: 1500, duration: 300 },
  sign_in_failures_of_address: { points: 10, duration: 300 },
  sign_in_failures_of_account: { points: 25, duration: 3600 },
  sign_in_failures_of_member: { points: 10, duration: 300 },
  sign_ups_of_address: { points: 20, duration: 3600 },
  prayers_of_member: { points: 20, duration: 3600 },
  prayed_by_member: { points: 300, duration: 3600 },
  updates_of_member: { points: 60, duration: 3600 },
  reactions_of_member: { points: 600, duration: 3600 },
  reports_of_member: { points: 20, duration: 3600 },
} as const

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

/** Counts in this process's memory. Keys are forgotten with their window. */
export class RateLimits {
  readonly #limiters = new Map<LimitName, RateLimiterMemory>()

  constructor({ scale = 1 } = {}) {
    for (const [name, { points, duration }] of Object.entries(limits)) {
      this.#limiters.set(
        name as LimitName,
        new RateLimiterMemory({ points: points * scale, duration, keyPrefix: name }),
      )
    }
  }

  /** Counts one act. Rejects with the code and `Retry-After` once the window is used up. */
  async count(name: LimitName, key: string, code: ErrorCode = 'request.too_many'): Promise<void> {
    try {
      await this.#limiter(name).consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new Refusal(code, { retry_after: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
    }
  }

  /** Rejects when the window is used up, without counting: for limits that count failures only. */
  async check(name: LimitName, key: string): Promise<void> {
    const limiter = this.#limiter(name)
    const state = await limiter.get(key)
    if (state && state.consumedPoints >= limiter.points) {
      throw new Refusal('request.too_many', { retry_after: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) })
    }
  }

  /** Counts a failure, without refusing: the next `check` does. */
  async fail(name: LimitName, key: string): Promise<void> {
    await this.#limiter(name).penalty(key)
  }

  #limiter(name: LimitName): RateLimiterMemory {
    const limiter = this.#limiters.get(name)
    if (!limiter) throw new Error(`There is no limit called ${name}.`)
    return limiter
  }
}
