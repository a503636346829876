import { setTimeout as sleep } from 'node:timers/promises'

/** An answer; `status` is 0 if there was none. */
export interface TimedStatus {
  status: number
  ms: number
}

/**
 * Sends requests at a steady rate, independent of the answers, as a crowd does. Measures milliseconds from the time
 * each was due.
 */
export async function requestAtRate(
  per_s: number,
  seconds: number,
  ask: (index: number) => Promise<number>,
): Promise<TimedStatus[]> {
  const began = performance.now()
  const answers: Promise<TimedStatus>[] = []
  for (let index = 0; index < per_s * seconds; index += 1) {
    const due = began + (index * 1000) / per_s
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    answers.push(
      ask(index).then(
        (status) => ({ status, ms: performance.now() - due }),
        () => ({ status: 0, ms: performance.now() - due }),
      ),
    )
  }
  return await Promise.all(answers)
}

export const percentile = (answers: TimedStatus[], part: number): number =>
  answers.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(answers.length * part)] ?? Number.NaN

export const formatRow = (what: string, answers: TimedStatus[]): string => {
  const counts = Map.groupBy(answers, ({ status }) => status)
  const statuses = [...counts].map(([status, { length }]) => `${status || 'none'}: ${length}`).join(', ')
  const times = [0.5, 0.95, 0.99].map((part) => `${percentile(answers, part).toFixed(0)} ms`)
  return `| ${[what, answers.length, statuses, ...times].join(' | ')} |`
}

/** Headers of a visitor with its own address: the cost of an answer is measured, not the limit per address. */
export const visitorHeaders = (index: number): Record<string, string> => ({
  'content-type': 'application/json',
  'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
})
