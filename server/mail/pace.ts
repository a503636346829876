import type { Handed } from './notice-mail.ts'
import type { MailContext } from './send.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time.values.ts'

/** Messages of one job, so that a mail that somebody waits for gets its turn between two. */
const BATCH = 20
/** After this time a job leaves the rest to the next, well before another process would take it for dead. Milliseconds. */
const BATCH_MS = MINUTE_MS
/** Time until a mail is tried again which the server did not take now, or all of them. Milliseconds. */
export const RETRY_MS = 15 * MINUTE_MS

/** The same of a mail that it refused (5xx) for itself: asking each quarter of an hour makes no friends there. */
const REFUSED_RETRY_MS = 4 * HOUR_MS
export const retryMs = ({ is_no, is_server }: { is_no: boolean; is_server: boolean }): number =>
  is_no && !is_server ? REFUSED_RETRY_MS : RETRY_MS

/** The pace at which this process hands emails in that nobody waits for; jobs of several kinds share one. Milliseconds since 1970. */
export interface Pace {
  resumes_at: number
  /** The times at which messages were handed in, newest last. */
  handed_at: number[]
}

export const newPace = (): Pace => ({ resumes_at: -Infinity, handed_at: [] })

/**
 * Sends what is due, a few messages at a time, no more in a minute than the mail server bears by the setting. One that takes nothing
 * is left alone for a while. `find` returns what has waited longest, `send` resolves to undefined where there was nothing to send,
 * and `continueAt` queues the same job for a time, ISO 8601. Where `send` fails, `putOff` makes that one wait until a time: it keeps
 * no other waiting.
 */
export async function sendDue<Due>(
  { config, clock, log }: Pick<MailContext, 'config' | 'clock' | 'log'>,
  pace: Pace,
  {
    find,
    send,
    putOff,
    continueAt,
  }: {
    find: (at: string, limit: number) => Promise<Due[]>
    send: (due: Due) => Promise<Handed | undefined>
    putOff: (due: Due, until: string) => Promise<unknown>
    continueAt: (time: string) => Promise<void>
  },
): Promise<void> {
  const started = performance.now()
  const now = clock().getTime()
  const resume = (time: number): Promise<void> => continueAt(new Date(time).toISOString())
  // A clock that was ahead and is right again must not stop them for long.
  if (now < pace.resumes_at && pace.resumes_at - now <= RETRY_MS) return await resume(pace.resumes_at)
  pace.handed_at = pace.handed_at.filter((time) => time <= now && time > now - MINUTE_MS)
  const left = config.mail_per_minute - pace.handed_at.length
  if (left <= 0) return await resume((pace.handed_at[0] ?? now) + MINUTE_MS)
  const limit = Math.min(BATCH, left)
  const waiting = await find(new Date(now).toISOString(), limit)
  let is_cut = waiting.length === limit
  for (const due of waiting) {
    const handed = await send(due).catch(async (error: unknown) => {
      log.error({ err: error }, 'a message could not be made or sent')
      await putOff(due, new Date(clock().getTime() + RETRY_MS).toISOString())
      return undefined
    })
    if (handed) pace.handed_at.push(clock().getTime())
    if (handed?.outcome === 'later' && handed.is_server) {
      pace.resumes_at = clock().getTime() + RETRY_MS
      return await resume(pace.resumes_at)
    }
    is_cut ||= performance.now() - started > BATCH_MS
    if (performance.now() - started > BATCH_MS) break
  }
  // Later than this job, whose key is in use until it is done.
  if (is_cut) await resume(Math.max(now, clock().getTime()) + 1)
}
