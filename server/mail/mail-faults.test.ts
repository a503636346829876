import { type AddressInfo, type Socket, createServer } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { now } from '../context.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { Worker } from '../jobs/worker.ts'
import { type TestApp, startTestApp } from '../test/app.ts'
import { enqueueMail } from './queue.ts'
import { mailJobs } from './send.ts'

/** Steps of a conversation with a mail server, with its answer when all is well. */
const STEPS = { greeting: 220, EHLO: 250, MAIL: 250, RCPT: 250, DATA: 354, end: 250, QUIT: 221 } as const
type Step = keyof typeof STEPS

/** What a server may do instead of answering. */
const FAULTS = {
  'answers 451': (socket: Socket) => void socket.write('451 hannah@example.org: try again later\r\n'),
  'answers 552': (socket: Socket) => void socket.write('552 hannah@example.org: no\r\n'),
  'answers 999': (socket: Socket) => void socket.write('999 what?\r\n'),
  'answers nonsense': (socket: Socket) => void socket.write('<html>hannah@example.org</html>\r\n'),
  'hangs up': (socket: Socket) => void socket.end(),
  'breaks off': (socket: Socket) => void socket.resetAndDestroy(),
  'says nothing more': () => {},
}
type Fault = keyof typeof FAULTS

/** A mail server that fails at one step, when it is told to. */
class BrokenServer {
  step: Step | undefined
  fault: Fault = 'hangs up'
  /** The Message-IDs of the mails that it took. */
  readonly taken: string[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#converse(socket))

  async start(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve))
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(socket: Socket, step: Step): void {
    if (this.step === step) FAULTS[this.fault](socket)
    else socket.write(`${STEPS[step]} fine\r\n`)
  }

  #converse(socket: Socket): void {
    this.#sockets.add(socket)
    let buffer = ''
    let isMail = false
    socket.on('error', () => {}).setEncoding('latin1')
    socket.on('data', (part: string) => {
      buffer += part
      for (;;) {
        const ending = isMail ? '\r\n.\r\n' : '\r\n'
        const at = buffer.indexOf(ending)
        if (at < 0) return
        const text = buffer.slice(0, at)
        buffer = buffer.slice(at + ending.length)
        const step = isMail ? 'end' : (text.slice(0, 4).trim().toUpperCase() as Step)
        if (step === 'end' && this.step !== 'end') this.taken.push(/^Message-ID: (.*)$/im.exec(text)?.[1] ?? '')
        isMail = step === 'DATA' && this.step !== 'DATA'
        this.#answer(socket, step)
      }
    })
    this.#answer(socket, 'greeting')
  }
}

/** Long enough for a whole conversation on a busy machine, because only silence may wait for it. Milliseconds. */
const PATIENCE_MS = 2000

/** Runs the jobs for mails, with little patience for a server that says nothing, and the usual one for all others. */
const runMailJobs = (app: TestApp, fault?: Fault): Promise<unknown> =>
  new Worker({
    database: app.ctx.database,
    clock: app.ctx.clock,
    log: pino({ level: 'silent' }),
    kinds: jobKinds,
    handlers:
      fault === 'says nothing more'
        ? mailJobs(app.ctx, { connect_ms: PATIENCE_MS, total_ms: PATIENCE_MS })
        : mailJobs(app.ctx),
  }).runDue()

const steps = Object.keys(STEPS) as Step[]
const cases = steps.flatMap((step) => (Object.keys(FAULTS) as Fault[]).map((fault): [Step, Fault] => [step, fault]))

describe('a mail server that fails at one step of the conversation', () => {
  const server = new BrokenServer()
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ environment: { SMTP_URL: await server.start(), MAIL_FROM: 'prayer@example.org' } })
    const verified = { email_verified_at: now(app.ctx) }
    await app.ctx.db
      .updateTable('users')
      .set(verified)
      .where('id', '=', await app.person('hannah'))
      .execute()
  })
  afterAll(async () => {
    await app.stop()
    await server.stop()
  })
  beforeEach(async () => {
    server.taken.length = 0
    await app.ctx.db.deleteFrom('jobs').execute()
    await app.ctx.db.deleteFrom('sent_mails').execute()
  })

  it.each(cases)('%s: it %s', async (step, fault) => {
    Object.assign(server, { step, fault })
    const user_id = await app.person('hannah')
    await enqueueMail(app.ctx, { to: 'hannah@example.org', user_id, template: 'password_changed' })
    const job = () =>
      app.ctx.db.selectFrom('jobs').selectAll().where('kind', '=', 'mail.send').executeTakeFirstOrThrow()
    const { id } = (await job()).payload
    await runMailJobs(app, fault)
    const after = await job()
    expect(after.last_error ?? '').not.toContain('hannah')
    // The receiver or the mail itself was refused for good. Any other refusal is about the site, and may be mended.
    const isRefused = fault === 'answers 552' && ['MAIL', 'RCPT', 'DATA', 'end'].includes(step)
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
})
