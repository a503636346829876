import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrialResult } from './disk.ts'
import { startServer } from './processes.ts'
import type { Site } from './site.ts'
import { requestAtRate } from './steadily.ts'
import { WRITERS, countLost, startWriting } from './writing.ts'
import { HOUR_MS } from '../contract/time.values.ts'

/** Offsets of the clock from the true time, step by step. Milliseconds. */
const STEPS = [HOUR_MS, 0, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS, 0]
const SECONDS_EACH = 3
const READS_PER_S = 20
/** Maximum time that jobs queued under another clock may take under the true one. Milliseconds. */
const RECOVERY_MS = 60_000

/** Moves the server's clock forward and back, by an hour and by a day, while people write and read. */
export async function movedClock(site: Site): Promise<TrialResult> {
  await site.ctx.db.deleteFrom('jobs').execute()
  const server = await startServer({
    ...site.environment,
    CLOCK_STEPS: STEPS.join(','),
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'moved-clock.ts')}`,
  })
  let moved = 0
  const clock = (): Date => new Date(Date.now() + moved)
  const { stop } = startWriting(site, server, 500, { clock })
  const reading = requestAtRate(READS_PER_S, SECONDS_EACH * (STEPS.length + 1), async (read) => {
    const response = await fetch(`${server.url}/api/prayers?pageSize=${1 + (read % 20)}`)
    await response.arrayBuffer()
    return response.status
  })
  for (const step of STEPS) {
    await sleep(SECONDS_EACH * 1000)
    process.kill(server.pid, 'SIGCONT')
    moved = step
  }
  const reads = await reading
  const { acknowledged, refused, unanswered } = await stop()
  const countUnclassified = async (): Promise<number> => {
    const jobs = site.ctx.db.selectFrom('jobs').select('id').where('kind', '=', 'prayers.classify')
    return (await jobs.where('status', 'in', ['queued', 'running']).execute()).length
  }
  const began = performance.now()
  while ((await countUnclassified()) > 0 && performance.now() - began < RECOVERY_MS) await sleep(500)
  const recovered_ms = performance.now() - began
  const left = await countUnclassified()
  await server.stop()
  const missing = await countLost(site.ctx, acknowledged)
  const unread = reads.filter(({ status }) => status !== 200).length
  // A ten-minute token expires when the clock moves forward; a browser refreshes it.
  const { 401: over = 0, ...others } = refused
  const failed = Object.values(others).reduce((sum, count) => sum + count, 0) + unanswered
  const leaps = STEPS.filter((step, index) => step > (STEPS[index - 1] ?? 0)).length
  return {
    summary: `Clock put to ${STEPS.map((step) => `${step > 0 ? '+' : ''}${step / HOUR_MS} h`).join(', ')} of the true time while ${WRITERS} people wrote: ${acknowledged.length} requests acknowledged, ${missing} lost; ${over} with a token that was over, ${failed} failed${failed > 0 ? ` (${JSON.stringify(others)})` : ''}; ${unread} of ${reads.length} reads failed; ${(recovered_ms / 1000).toFixed(1)} s after the end ${left} were not yet sorted.`,
    faults: missing + failed + unread + left + Math.max(0, over - WRITERS * leaps),
  }
}
