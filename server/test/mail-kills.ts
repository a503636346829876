import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { Context } from '../context.ts'
import { type JobHandlers, jobKinds } from '../jobs/kinds.ts'
import { Worker } from '../jobs/worker.ts'
import { type TestApp, engine, startTestApp, withSignals } from './app.ts'
import { startSmtp } from './mail.ts'
import { newSiteUrl } from './new-site.ts'
import { cleanEnvironment } from './programs.ts'
import { BEGAN_AT } from './time.ts'

/** A worker for some kinds of jobs, which logs nothing. */
export const makeQuietWorker = (
  { database, clock }: Context,
  handlers: Partial<JobHandlers>,
): Worker<typeof jobKinds> => new Worker({ database, clock, log: pino({ level: 'silent' }), kinds: jobKinds, handlers })

/** A process is killed at one of these moments while it hands a mail in. */
export const KILL_MOMENTS = ['receiver named', 'mail taken', 'answer sent'] as const
export type KillMoment = (typeof KILL_MOMENTS)[number]

interface Plan {
  /** Writes what is to be sent; resolves with the number of mails. */
  prepare: (app: TestApp) => Promise<number>
  /** True when the process is to be killed now. `kills`: how often it has been. */
  isDue: (moment: KillMoment, kills: number) => boolean
  /** Maximum number of processes, one after the other. */
  starts: number
  /** How far the clock of a process runs ahead. `start`: from 0. Milliseconds. */
  aheadMs: (start: number) => number
}

/**
 * Sends the mails of a site from processes that are killed with SIGKILL, until the mail server has all. Resolves with the
 * addresses that it has taken mails for, and how often a process was killed.
 */
export async function sendUnderKills({ prepare, isDue, starts, aheadMs }: Plan) {
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-killed-'))
  let child: ChildProcess | undefined
  const taken: string[] = []
  let kills = 0
  const strike = (moment: KillMoment): boolean => {
    if (!isDue(moment, kills)) return false
    kills += 1
    return child?.kill('SIGKILL') ?? false
  }
  const smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => {
      if (!strike('receiver named')) done()
    },
    onData: (stream, session, done) => {
      stream.resume().on('end', () => {
        taken.push(...session.envelope.rcptTo.map(({ address }) => address))
        if (strike('mail taken')) return
        done()
        strike('answer sent')
      })
    },
  })
  const DATABASE_URL = engine === 'postgres' ? await newSiteUrl() : ''
  const app = await startTestApp({ folder, ...(DATABASE_URL !== '' && { environment: { DATABASE_URL } }) })
  const count = await prepare(app)
  await app.stop()
  for (let start = 0; taken.length < count && start < starts; start += 1) {
    child = fork(path.join(import.meta.dirname, 'child.ts'), {
      env: {
        ...cleanEnvironment,
        TEST_BEGAN_AT: String(BEGAN_AT),
        DATA_DIR: folder,
        BACKUPS: 'off',
        SMTP_URL: smtp.url,
        MAIL_FROM: 'prayer@example.org',
        ...(DATABASE_URL !== '' && withSignals(DATABASE_URL)),
      },
    })
    const ended = once(child, 'exit')
    await Promise.race([once(child, 'message'), ended])
    child.send({ advance_ms: aheadMs(start) })
    child.send({ work: true })
    const running = child
    const all = setInterval(() => {
      if (taken.length >= count) running.kill('SIGTERM')
    }, 50)
    await ended
    clearInterval(all)
  }
  await smtp.stop()
  rmSync(folder, { recursive: true, force: true })
  return { taken, kills }
}
