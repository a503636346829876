import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { now } from '../../../context.ts'
import { makeGroup, setPeople, setPrayers, prefer } from '../../../test/make.ts'
import { people } from '../../../test/people.ts'
import { READER, summarySite, stopUrl } from '../../../test/summary-site.ts'
import { planSummary } from './group-summaries.commands.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'

const { site, refused, as, choose, share, later, tell, addresses, lastMail, add, pressStop } = summarySite()

describe('summaries of groups to members', () => {
  it('go out at the chosen hour, with the numbers of what others shared and what was answered', async () => {
    expect((await choose()).data).toMatchObject({ rhythm: 'daily', hour: 12, time_zone: 'UTC', gets_summary: true })
    await share()
    const answered = await share()
    await setPrayers(site.app.ctx, { status: 'answered', answered_at: now(site.app.ctx) }, answered)
    await later()
    expect(addresses()).toEqual([people.tomas.email])
    const mail = lastMail()
    expect(mail.subject).toBe('News from Tuesday Evening Circle')
    expect(mail.text).toContain('Hello Tomás R.,')
    expect(mail.text).toContain('2 requests were shared.\n\n1 request was answered.')
    expect(mail.text).toContain(`https://pray.example.org/pray?group=${site.group_id}`)
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.html).toContain('prefers-color-scheme:dark')
    await later()
    expect(site.smtp.received).toHaveLength(1)
  })

  it('of a group that cannot be planned keep no other group waiting, and are tried again', async () => {
    const { db } = site.app.ctx
    await choose({ rhythm: 'daily', weekday: 7, hour: 13 })
    await share()
    const other = await makeGroup(site.app.ctx, [site.hannah, site.tomas], 'Thursday Choir')
    const times = { rhythm: 'daily', weekday: 7, hour: 14 }
    await site.app.ask('group_summaries.choose', { id: other, ...times }, { as: await as('hannah') })
    await share(site.hannah, { group_id: other })
    // Of the first group, which has waited longer, no two members can be told at the same time.
    const broken = sql.lit(site.group_id)
    await sql`create unique index one_only on memberships (summary_mail_at) where group_id = ${broken}`.execute(db)
    await later(3 * HOUR_MS)
    expect(site.smtp.received.map(({ mail }) => mail.subject)).toEqual(['News from Thursday Choir'])
    await sql`drop index one_only`.execute(db)
    await later(HOUR_MS)
    expect(lastMail().subject).toBe('News from Tuesday Evening Circle')
    expect(site.smtp.received).toHaveLength(2)
  })

  it('are off at first, and never empty', async () => {
    await share()
    await later(8 * DAY_MS)
    await site.app.ctx.db.deleteFrom('prayers').execute()
    await choose()
    await later(3 * DAY_MS)
    expect(site.smtp.received).toEqual([])
  })

  it('come on the chosen day of the week, and name the week', async () => {
    const { dayOfWeek } = Temporal.Instant.from(now(site.app.ctx)).toZonedDateTimeISO('UTC')
    await choose({ rhythm: 'weekly', weekday: (dayOfWeek % 7) + 1, hour: 13 })
    await share()
    await later(22 * HOUR_MS)
    expect(site.smtp.received).toEqual([])
    await later(4 * HOUR_MS)
    expect(site.smtp.received.map(({ mail }) => mail.subject)).toEqual(['This week in Tuesday Evening Circle'])
  })

  it('move with the time zone of the site', async () => {
    await share()
    await later(2 * HOUR_MS)
    await choose({ rhythm: 'daily', weekday: 7, hour: 20 })
    await site.app.writeSetting('time_zone', 'Asia/Kolkata')
    await site.app.runJobs()
    await later(25 * 60_000)
    expect(site.smtp.received).toEqual([])
    // Eight in India is half past two in Greenwich.
    await later(10 * 60_000)
    expect(site.smtp.received).toHaveLength(1)
    await site.app.resetSettings()
  })

  it('name no group whose name is a link, which would seem to be the site’s', async () => {
    await site.app.ctx.db.updateTable('groups').set({ name: 'Win at https://prizes.example' }).execute()
    await choose()
    await tell()
    expect(lastMail().subject).toBe('News from Oremus')
    expect(lastMail().text + lastMail().html).not.toContain('prizes')
    expect(lastMail().text).toContain('1 request was shared.')
  })

  it('name a hidden group only inside', async () => {
    await site.app.ctx.db.updateTable('groups').set({ is_listed: false }).execute()
    await choose()
    await tell()
    expect(lastMail().subject).toBe('News from Oremus')
    expect(lastMail().text).toContain('Here’s what happened in Tuesday Evening Circle.')
  })

  it('say to somebody in discreet mode only that there is something new', async () => {
    await prefer(site.app.ctx, site.tomas, { is_discreet: true })
    await choose()
    await tell()
    const { from_name, subject, text, html } = lastMail()
    expect([from_name, subject]).toEqual(['Notes', 'Something new for you'])
    // Only the addresses of the site may name it.
    expect([text, html].join('\n').replaceAll(/https:\/\/\S+/g, '')).not.toMatch(/oremus|pray|circle|shared|tomás/i)
    expect(text).toContain(`https://pray.example.org/groups/${site.group_id}`)
  })

  it('leave out whoever has paused everything, and come again with the next one', async () => {
    const paused_until = new Date(site.app.ctx.clock().getTime() + 2 * DAY_MS).toISOString()
    await prefer(site.app.ctx, site.tomas, { paused_until })
    await choose()
    await tell()
    await later(2 * DAY_MS)
    expect(addresses()).toEqual([])
    await tell()
    expect(addresses()).toEqual([people.tomas.email])
  })

  it('tell nobody of their own requests alone, nor of held, hidden and deleted ones', async () => {
    await choose()
    await share(site.tomas)
    const gone = await Promise.all([share(), share(), share()])
    for (const [index, publication] of (['held', 'hidden', 'deleted'] as const).entries())
      await setPrayers(site.app.ctx, { publication }, gone[index] ?? '')
    await later()
    expect(addresses()).toEqual([people.hannah.email])
    expect(lastMail().text).toContain('1 request was shared.')
  })

  it('wait for the end of the quiet time', async () => {
    await prefer(site.app.ctx, site.tomas, { quiet_from: 11, quiet_to: 15 })
    await choose()
    await share()
    await later(DAY_MS + HOUR_MS)
    expect(site.smtp.received).toEqual([])
    await later(2 * HOUR_MS)
    expect(addresses()).toEqual([people.tomas.email])
  })

  it.each([
    ['left', () => site.app.ctx.db.deleteFrom('memberships').where('user_id', '=', site.tomas).execute()],
    ['was banned', () => setStatus('banned')],
    ['takes no emails about groups', () => off()],
    ['has no confirmed address', () => account({ email_verified_at: null })],
    ['is suspended', () => account({ status: 'suspended' })],
    ['no longer has a summary', () => choose({ rhythm: 'off', weekday: 7, hour: 12 })],
    ['has no group any more', () => site.app.ctx.db.deleteFrom('groups').execute()],
    ['has nothing to be told', () => site.app.ctx.db.updateTable('prayers').set({ publication: 'hidden' }).execute()],
  ])('do not leave once the person %s, even when they were on their way', async (_, change) => {
    await choose()
    await share()
    site.app.advance(DAY_MS)
    await site.app.ctx.transaction((ctx) => planSummary(ctx, site.group_id))
    const waiting = site.app.ctx.db.selectFrom('memberships').select('user_id').where('summary_mail_at', 'is not', null)
    expect(await waiting.execute()).not.toEqual([])
    await change()
    await site.app.runJobs()
    expect(site.smtp.received).toEqual([])
    await setPeople(site.app.ctx, { status: 'active', email_verified_at: now(site.app.ctx) })
  })
  const setStatus = (status: 'banned') =>
    site.app.ctx.db.updateTable('memberships').set({ status }).where('user_id', '=', site.tomas).execute()
  const off = () => prefer(site.app.ctx, site.tomas, { notices: JSON.stringify({ groups: 'off' }) })
  const account = (change: object) =>
    site.app.ctx.db.updateTable('users').set(change).where('id', '=', site.tomas).execute()

  it('stop for one group with one POST of a provider, and come again when the member says so', async () => {
    await choose()
    await tell()
    const answer = await pressStop(lastMail())
    expect([answer.status, await answer.json()]).toEqual([200, { is_stopped: true }])
    expect((await pressStop(lastMail())).status).toBe(200)
    await tell()
    expect(site.smtp.received).toHaveLength(1)
    const mine = { id: site.group_id, gets_summary: true }
    expect((await site.app.ask('group_summaries.take', mine, { as: await as('tomas') })).data.gets_summary).toBe(true)
    await tell()
    expect(site.smtp.received).toHaveLength(2)
    const { data } = await site.app.ask('preferences.read', { id: site.tomas }, { as: await as('tomas') })
    expect(data.notices.groups).toBe('daily')
  })

  it('stop nothing when the link is opened, and lead to a page with a button', async () => {
    await choose()
    await tell()
    const answer = await site.app.fetch(stopUrl(lastMail()), { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')?.split('#')[0]]).toEqual([303, '/stop-summary'])
    await tell()
    expect(site.smtp.received).toHaveLength(2)
  })

  it('pause an address that is refused for good', async () => {
    refused.add(people.tomas.email)
    await choose()
    await tell()
    refused.clear()
    await tell()
    expect(site.smtp.received).toEqual([])
    const { data } = await site.app.ask('preferences.read', { id: site.tomas }, { as: await as('tomas') })
    expect(data.mail_state).toBe('paused')
  })

  it('are managed by leaders, too', async () => {
    await site.app.ctx.db.updateTable('memberships').set({ role: 'leader' }).where('user_id', '=', site.tomas).execute()
    expect((await add([READER], 'tomas')).status).toBe(200)
  })
})
