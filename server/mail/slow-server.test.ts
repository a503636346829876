import { expect, it } from 'vitest'
import { newSmtp, newTestApp } from '../test/shared-app.ts'
import { confirmPeople } from '../test/make.ts'
import { makeQuietWorker } from '../test/mail-kills.ts'
import { enqueueMail } from './queue.ts'
import { mailJobs } from './send.ts'

/** Milliseconds for a mail until its end. */
const TOTAL_MS = 1500

it('a mail server that looks through a mail for long before it takes it gets it once', async () => {
  let taken = 0
  const smtp = await newSmtp({
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => {
        taken += 1
        setTimeout(done, 2 * TOTAL_MS)
      })
    },
  })
  const app = await newTestApp({ environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org' } })
  const user_id = await app.person('hannah')
  await confirmPeople(app.ctx)
  await enqueueMail(app.ctx, { to: 'hannah@example.org', user_id, template: 'password_changed' })
  const limits = { connect_ms: TOTAL_MS, total_ms: TOTAL_MS, answer_ms: 40 * TOTAL_MS }
  for (let round = 0; round < 2; round += 1) {
    await makeQuietWorker(app.ctx, mailJobs(app.ctx, limits)).runDue()
    app.advance(60_000)
  }
  const job = app.ctx.db.selectFrom('jobs').select(['status', 'attempts']).where('kind', '=', 'mail.send')
  expect({ taken, ...(await job.executeTakeFirstOrThrow()) }).toEqual({ taken: 1, status: 'done', attempts: 1 })
})
