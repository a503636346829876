import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { newTestApp } from './test/shared-app.ts'
import { makePrayer } from './test/make.ts'
import { logOptions } from './log.ts'

const CANARY = 'canary-of-the-log-1b9e'

/** Returns everything that is logged while `work` runs, at the most verbose level. */
async function loggedWhile(work: (log: pino.Logger) => unknown): Promise<string> {
  let lines = ''
  const log = pino(logOptions({ log_level: 'trace' }), { write: (line) => (lines += line) })
  await work(log)
  return lines
}

it('leaves out what a database driver adds to its errors', async () => {
  const error = Object.assign(new Error('new row violates a check'), {
    code: '23514',
    detail: `Failing row contains (${CANARY})`,
    where: CANARY,
    parameters: [CANARY],
    query: `insert ${CANARY}`,
  })
  const lines = await loggedWhile((log) => log.error({ err: error }, 'request failed'))
  expect(lines).toContain('23514')
  expect(lines).not.toContain(CANARY)
})

it('holds no one’s words when a true database refuses a row', async () => {
  const app = await newTestApp()
  const author = await app.person('hannah')
  const lines = await loggedWhile(async (log) => {
    // The table's check refuses this visibility; the error's detail contains the row's text.
    const visibility = 'nobody' as unknown as 'public'
    await makePrayer(app.ctx, author, { content: CANARY, visibility }).catch((error: unknown) =>
      log.error({ err: error }),
    )
  })
  expect(lines).toMatch(/check|CHECK/)
  expect(lines).not.toContain(CANARY)
})

it('has no warning about an address where nothing is', async () => {
  const app = await newTestApp()
  const stream = Reflect.get(app.ctx.log, pino.symbols.streamSym) as { write: (line: string) => void }
  const written = vi.spyOn(stream, 'write')
  for (const where of ['/api/nothing', '/logo/nothing', '/.well-known/security.txt'])
    expect((await app.fetch(where)).status).toBe(404)
  await app.stop()
  const lines = written.mock.calls.map(([line]) => JSON.parse(line) as { level: number; msg: string })
  expect(lines.some(({ level }) => level < pino.levels.values['warn']!)).toBe(true)
  expect(lines.filter(({ level }) => level >= pino.levels.values['warn']!)).toEqual([])
})
