import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../server/context.ts'
import { signToken } from '../server/http/session.ts'
import type { RunningServer } from './processes.ts'
import type { Site } from './site.ts'

/** Number of people who write concurrently. */
export const WRITERS = 8
/** Each turn begins this many people further on, so that nobody exceeds the hourly limit on requests. */
const AUTHOR_OFFSET = 104

export interface WrittenPrayer {
  id: string
  content: string
}

/** Outcome of the requests that people sent. */
export interface WriteOutcome {
  acknowledged: WrittenPrayer[]
  /** Number of answers other than 2xx, by status. */
  refused: Record<string, number>
  /** Number of requests without an answer. */
  unanswered: number
}

export interface WriteRun {
  /** Outcome so far. */
  outcome: WriteOutcome
  /** Stops the run, and returns the outcome of all requests. */
  stop: () => Promise<WriteOutcome>
}

/** Starts concurrent writers. Each writes one request after another; every turn uses other people. */
export function startWriting(
  site: Pick<Site, 'ctx' | 'claims'>,
  server: Pick<RunningServer, 'url'>,
  turn: number,
): WriteRun {
  const round: WriteOutcome = { acknowledged: [], refused: {}, unanswered: 0 }
  const until = { over: false }
  const write = async (first: number): Promise<void> => {
    for (let index = first; !until.over; index += WRITERS) {
      const claims = site.claims[index % site.claims.length]
      if (!claims) return
      const token = await signToken(site.ctx, claims, site.ctx.clock())
      const content = `Written before the lights went out, ${randomUUID()}`
      try {
        const answer = await fetch(`${server.url}/api/prayers`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ content }),
        })
        const text = await answer.text()
        if (answer.ok) round.acknowledged.push({ id: (JSON.parse(text) as WrittenPrayer).id, content })
        else round.refused[answer.status] = (round.refused[answer.status] ?? 0) + 1
      } catch {
        round.unanswered += 1
        // The server is stopping or stopped.
        if (until.over) return
        await sleep(5)
      }
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, index) => write(turn * AUTHOR_OFFSET + index))
  const stop = async (): Promise<WriteOutcome> => {
    until.over = true
    await Promise.all(writers)
    return round
  }
  return { outcome: round, stop }
}

const BATCH = 500

/** Counts the acknowledged requests that are missing or differ from what was written. */
export async function countLost({ db }: Context, acknowledged: WrittenPrayer[]): Promise<number> {
  let missing = 0
  for (let start = 0; start < acknowledged.length; start += BATCH) {
    const some = acknowledged.slice(start, start + BATCH)
    const ids = some.map(({ id }) => id)
    const rows = await db.selectFrom('prayers').select(['id', 'content']).where('id', 'in', ids).execute()
    const found = new Map(rows.map(({ id, content }) => [id, content]))
    missing += some.filter(({ id, content }) => found.get(id) !== content).length
  }
  return missing
}
