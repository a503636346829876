import { Refusal } from '../errors.ts'

/**
 * Returns a function that does work, at most `maximum` pieces at once in this process. Further ones are refused with
 * `server.unavailable` and a time to retry.
 */
export function limitConcurrency(maximum: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  return async (work) => {
    if (running >= maximum) throw new Refusal('server.unavailable', { retry_after: 1 })
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}
