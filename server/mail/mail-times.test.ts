import { afterAll, beforeAll, expect, it } from 'vitest'
import { DANGER, type AlarmSite, startAlarmSite } from '../test/alarm-site.ts'
import { makeGroup, makePrayer } from '../test/make.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.values.ts'
import { enqueueMail } from './queue.ts'

let site: AlarmSite
beforeAll(async () => {
  site = await startAlarmSite()
  await site.reset()
  await site.confirm('hannah', 'tomas')
  await site.app.writeSetting('time_zone', 'Europe/Berlin')
  for (const name of ['hannah', 'ines'] as const) {
    const choice = { id: site.id[name], time_zone: 'Asia/Seoul', quiet_from: null, quiet_to: null }
    expect((await site.app.ask('preferences.write', choice, { as: site.as[name] })).status).toBe(200)
  }
})
afterAll(() => site.stop())

const mailTo = (name: string) =>
  site.smtp.received.find(({ envelope }) => envelope.includes(`${name}@example.org`))?.mail.text

it('a deadline has its hour, in the time zone of its reader, else in that of the site', async () => {
  for (const name of ['hannah', 'tomas'] as const) {
    const values = { deletes_at: '2026-03-25T17:30:00.000Z' }
    const to = { to: `${name}@example.org`, user_id: site.id[name] }
    await enqueueMail(site.app.ctx, { ...to, template: 'deletion_planned', values })
  }
  await site.app.runJobs()
  expect(mailTo('hannah')).toContain('on 26 March 2026 at 02:30.')
  expect(mailTo('tomas')).toContain('on 25 March 2026 at 18:30.')
})

it('an alarm says when it began in the time zone of whoever is told', async () => {
  site.smtp.received.length = 0
  await site.share(DANGER)
  const began = site.app.ctx.clock()
  await site.wait(0)
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Seoul' })
  const near = [0, MINUTE_MS].map((ms) => `at ${clock.format(new Date(began.getTime() - ms))},`)
  expect(near.some((time) => mailTo('ines')?.includes(time))).toBe(true)
})

it('a request in a summary has the day on which it was shared where its reader lives', async () => {
  const { app, as, id } = site
  const group_id = await makeGroup(app.ctx, [id.tomas, id.hannah])
  await app.ask(
    'group_summaries.choose',
    { id: group_id, rhythm: 'daily', weekday: 7, hour: 12, has_words: true },
    { as: as.tomas },
  )
  // Half past six in the evening in Berlin is the next day in Seoul.
  app.advance(DAY_MS - ((app.ctx.clock().getTime() - 17.5 * HOUR_MS) % DAY_MS))
  site.as.tomas = await app.signIn('tomas')
  const shared = app.ctx.clock().getTime()
  const body = { id: group_id, content: 'For my mother.', visibility: 'group', group_id, in_summary: true }
  expect((await app.ask('prayers.create', { ...body, id: undefined }, { as: site.as.tomas })).status).toBe(200)
  site.smtp.received.length = 0
  app.advance(DAY_MS)
  await app.runJobs()
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  expect(mailTo('hannah')).toContain(`· ${day.format(new Date(shared + DAY_MS))}`)
})

it('a reminder comes at its hour where its person lives, not when the night of the site is over', async () => {
  const { app, id } = site
  await makePrayer(app.ctx, id.hannah)
  const at = app.ctx.clock().getTime()
  // The quiet hours of Berlin have begun; in New York the evening has.
  const remind_at = new Date(at + DAY_MS - (at % DAY_MS) + 22 * HOUR_MS).toISOString()
  const answer = await app.ask(
    'prayer_lists.remind',
    { is_today: true, remind_at, repeats: 'daily', time_zone: 'America/New_York' },
    { as: await app.signIn('tomas') },
  )
  expect(answer.status).toBe(200)
  site.smtp.received.length = 0
  app.advance(Date.parse(remind_at) - at + MINUTE_MS)
  await app.runJobs()
  expect(site.smtp.received.map(({ mail }) => mail.subject)).toContain('Your prayers for today are ready')
})
