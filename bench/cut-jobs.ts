import { setTimeout as sleep } from 'node:timers/promises'
import { insertJob } from '../server/jobs/queue.ts'
import { startSmtp } from '../server/test/mail.ts'
import type { TrialResult } from './disk.ts'
import { USERS, emailOf } from './fill.ts'
import { startServer } from './processes.ts'
import { type Site, makeSite } from './site.ts'

const SIZE = 5000
const FOLLOWERS = 10
/** What is queued before each start. */
const NOTICES_PER_TURN = 25
const MAILS_PER_TURN = 15
/** Maximum lifetime of a server after its first answer. Milliseconds. */
const MAX_LIFETIME_MS = 250
/** Maximum time in which no job ends. */
const TIMEOUT_MS = 60_000
const KINDS = ['notifications.tell_followers', 'passwords.forgot', 'mail.send']

/** Lets everybody's jobs run at once: those that the killed server ran, and those that wait for another try. */
const hurry = async ({ ctx }: Site): Promise<void> => {
  const run_at = ctx.clock().toISOString()
  const jobs = ctx.db.updateTable('jobs').set({ run_at, status: 'queued', locked_until: null })
  await jobs.where('kind', 'in', KINDS).where('status', 'in', ['queued', 'running']).execute()
}

/** Gives the first requests followers. Returns for each request how many are to be notified. */
async function follow({ ctx, ids, claims }: Site, count: number): Promise<Map<string, number>> {
  const chosen = ids.slice(0, count)
  const created_at = ctx.clock().toISOString()
  const due = new Map<string, number>()
  await ctx.db.deleteFrom('follows').execute()
  for (const [index, prayer_request_id] of chosen.entries()) {
    const { author_id } = await ctx.db
      .selectFrom('prayers')
      .select('author_id')
      .where('id', '=', prayer_request_id)
      .executeTakeFirstOrThrow()
    const people = Array.from({ length: FOLLOWERS }, (_, at) => claims[(index * FOLLOWERS + at) % claims.length])
    const rows = people.map((person) => ({ prayer_request_id, user_id: person?.user_id ?? '', created_at }))
    await ctx.db.insertInto('follows').values(rows).execute()
    due.set(prayer_request_id, rows.filter(({ user_id }) => user_id !== author_id).length)
  }
  return due
}

/**
 * Kills servers at random while they notify followers and mail links. A mail may come again when the server died between the mail
 * server's answer and its own note of it: no program can rule that out. It then bears the same `Message-ID`.
 */
export async function cutJobs(times: number, postgres_url: string | undefined): Promise<TrialResult> {
  const site = await makeSite(SIZE, postgres_url)
  const smtp = await startSmtp()
  const environment = { ...site.environment, SMTP_URL: smtp.url, MAIL_FROM: 'prayers@example.org' }
  const { db } = site.ctx
  try {
    await db.deleteFrom('jobs').execute()
    await db.deleteFrom('notifications').execute()
    const due = await follow(site, Math.min(times * NOTICES_PER_TURN, site.ids.length))
    const requests = [...due.keys()]
    const mails = Math.min(times * MAILS_PER_TURN, USERS)
    const perTurn = Math.ceil(requests.length / times)
    let during = 0
    for (let turn = 0; turn < times; turn += 1) {
      const at = site.ctx.clock().toISOString()
      await db.transaction().execute(async (transaction) => {
        for (const prayer_request_id of requests.slice(turn * perTurn, (turn + 1) * perTurn)) {
          await insertJob(transaction, at, 'notifications.tell_followers', { prayer_request_id, kind: 'update' })
        }
        for (let index = turn * MAILS_PER_TURN; index < Math.min((turn + 1) * MAILS_PER_TURN, mails); index += 1) {
          await insertJob(transaction, at, 'passwords.forgot', { email: emailOf(index), language: 'en' })
        }
      })
      const server = await startServer(environment)
      await sleep(Math.random() * MAX_LIFETIME_MS)
      process.kill(server.pid, 'SIGKILL')
      await server.stop()
      const running = await db.selectFrom('jobs').select('id').where('status', '=', 'running').execute()
      during += Number(running.length > 0)
      await hurry(site)
    }
    const server = await startServer(environment)
    const waiting = db
      .selectFrom('jobs')
      .select('kind')
      .where('kind', 'in', KINDS)
      .where('status', 'in', ['queued', 'running'])
    let least = Infinity
    for (let since = performance.now(); performance.now() - since < TIMEOUT_MS && least > 0; await sleep(200)) {
      const { length } = await waiting.execute()
      if (length < least) since = performance.now()
      least = Math.min(least, length)
    }
    await server.stop()
    const left = (await waiting.execute()).length
    const failed = (
      await db.selectFrom('jobs').select('id').where('kind', 'in', KINDS).where('status', '=', 'failed').execute()
    ).length

    const notices = await db
      .selectFrom('notifications')
      .select(['user_id', 'prayer_request_id'])
      // Others come from what the hourly jobs do with old requests.
      .where('kind', '=', 'update')
      .execute()
    const distinct = new Set(notices.map(({ user_id, prayer_request_id }) => `${user_id} ${prayer_request_id}`)).size
    const wanted = [...due.values()].reduce((sum, count) => sum + count, 0)
    const ids = new Map<string, Set<string>>()
    for (const { mail, envelope } of smtp.received) {
      for (const to of envelope) ids.set(to, (ids.get(to) ?? new Set()).add(mail.message_id))
    }
    const different = [...ids.values()].reduce((sum, one) => sum + one.size, 0)
    const twice = { notices: notices.length - distinct, mails: different - ids.size }
    return {
      summary: `Servers killed with -9 at random while they notified ${wanted} followers and mailed ${mails} links, ${times} times, ${during} of them with a job in hand: ${wanted - distinct} notices and ${mails - ids.size} mails lost, ${twice.notices} notices and ${twice.mails} mails made twice; ${smtp.received.length - different} mails were handed over again under the same Message-ID. ${left} jobs were left and ${failed} had failed.`,
      faults: Math.abs(wanted - distinct) + Math.abs(mails - ids.size) + twice.notices + twice.mails + left + failed,
    }
  } finally {
    await smtp.stop()
    await site.remove()
  }
}
