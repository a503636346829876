import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import type { Context } from '../../../context.ts'
import { depth } from '../../../test/depth.ts'
import { confirmPeople, makePrayer } from '../../../test/make.ts'
import { makeQuietWorker } from '../../../test/mail-kills.ts'
import { sharedSmtp, sharedTestApp } from '../../../test/shared-app.ts'
import { scheduleNoticeMails } from './notice-mails.commands.ts'
import { noticeMailJobs } from './notice-mails.jobs.ts'
import { notify } from './notifications.commands.ts'

describe('emails about notices that are due together', () => {
  const smtp = sharedSmtp()
  const app = sharedTestApp(() => ({ environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org' } }))

  it('go to the others when what waited for one of them is taken meanwhile', async () => {
    const people = ['hannah', 'tomas', 'grace'] as const
    for (const name of people) {
      const id = await app.person(name)
      await confirmPeople(app.ctx, id)
      await app.ctx.db.insertInto('preferences').values({ user_id: id, notify: '{}', quiet_from: null }).execute()
      const prayer_request_id = await makePrayer(app.ctx, id)
      await app.ctx.transaction((ctx) =>
        notify(ctx, [id], { kind: 'prayed', prayer_request_id, payload: { people: 1 } }),
      )
      app.advance(1000)
    }
    const second = await app.person('tomas')
    const ctx: Context = {
      ...app.ctx,
      // What another process does while the message of the first is under way.
      transaction: async (work) => {
        await app.ctx.db.deleteFrom('notifications').where('user_id', '=', second).execute()
        return await app.ctx.transaction(work)
      },
    }
    await makeQuietWorker(app.ctx, noticeMailJobs(ctx)).runDue()
    const receivers = smtp.received.flatMap(({ envelope }) => envelope)
    expect(receivers.toSorted()).toEqual(['grace@example.org', 'hannah@example.org'])
    const { db } = app.ctx
    const failed = await db.selectFrom('jobs').select('last_error').where('last_error', 'is not', null).execute()
    expect(failed).toEqual([])
  })

  it('are queued by two transactions whose people have the same hours in another order, and both are stored', async () => {
    const { ctx } = app
    const at = (hours: number): string => new Date(ctx.clock().getTime() + hours * HOUR_MS).toISOString()
    for (let round = 0; round < depth.http_rounds / 3; round += 1) {
      await ctx.db.deleteFrom('jobs').execute()
      const times = Array.from({ length: 24 }, (_, hour) => at(hour + 1))
      const queue = (some: string[]) => ctx.transaction((transaction) => scheduleNoticeMails(transaction, some))
      await Promise.all([queue(times), queue(times.toReversed())])
      const jobs = await ctx.db.selectFrom('jobs').select('run_at').orderBy('run_at').execute()
      expect(jobs.map(({ run_at }) => run_at)).toEqual(times)
    }
  })
})
