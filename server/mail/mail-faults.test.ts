import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, engine } from '../test/app.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { confirmPeople } from '../test/make.ts'
import { BrokenServer, type Fault, everyFault, sampledFaults } from '../test/broken-smtp.ts'
import { makeQuietWorker } from '../test/mail-kills.ts'
import { enqueueMail } from './queue.ts'
import { mailJobs } from './send.ts'

/** Long enough for a whole conversation on a busy machine, because only silence may wait for it. Milliseconds. */
const PATIENCE_MS = 2000

/** Runs the jobs for mails, with little patience for a server that says nothing, and the usual one for all others. */
const runMailJobs = (app: TestApp, fault?: Fault): Promise<unknown> =>
  makeQuietWorker(
    app.ctx,
    fault === 'says nothing more'
      ? mailJobs(app.ctx, { connect_ms: PATIENCE_MS, total_ms: PATIENCE_MS })
      : mailJobs(app.ctx),
  ).runDue()

// The engine does not change what a mail server does.
const cases = engine === 'sqlite' ? everyFault : sampledFaults

function bears(faults: typeof cases): void {
  const server = new BrokenServer()
  afterAll(() => server.stop())
  const app = sharedTestApp(async () => ({
    environment: { SMTP_URL: await server.start(), MAIL_FROM: 'prayer@example.org' },
  }))
  beforeAll(async () => {
    await confirmPeople(app.ctx, await app.person('hannah'))
  })
  beforeEach(async () => {
    server.taken.length = 0
    await app.ctx.db.deleteFrom('jobs').execute()
    await app.ctx.db.deleteFrom('sent_mails').execute()
  })

  it.each(faults)('%s: it %s', async (step, fault) => {
    Object.assign(server, { step, fault })
    const user_id = await app.person('hannah')
    await enqueueMail(app.ctx, { to: 'hannah@example.org', user_id, template: 'password_changed' })
    const job = () =>
      app.ctx.db.selectFrom('jobs').selectAll().where('kind', '=', 'mail.send').executeTakeFirstOrThrow()
    const { id } = (await job()).payload
    await runMailJobs(app, fault)
    const after = await job()
    expect(after.last_error ?? '').not.toContain('hannah')
    if (fault === 'answers 451' && step === 'RCPT') expect(after.last_error).toContain('451')
    // The receiver was refused for good. Any other refusal is about the site or the mail, and may be mended.
    const isRefused = fault === 'answers 550' && step === 'RCPT'
    // The mail was taken before.
    const isTaken = step === 'QUIT'
    expect({ status: after.status, taken: server.taken.length }).toEqual({
      status: isRefused || isTaken ? 'done' : 'queued',
      taken: Number(isTaken),
    })
    server.step = undefined
    app.advance(60_000)
    await runMailJobs(app)
    expect((await job()).status).toBe('done')
    expect(server.taken).toEqual(isRefused ? [] : [`<${String(id)}@localhost>`])
  })
}

describe('a mail server that fails at one step of the conversation', () => {
  bears(cases.filter(([, fault]) => fault !== 'says nothing more'))
})

// Each waits for a site of its own, all at the same time.
const silent = cases.filter(([, fault]) => fault === 'says nothing more')
describe.concurrent.each(silent)('a mail server at whose step %s it %s', (...one) => {
  bears([one])
})
