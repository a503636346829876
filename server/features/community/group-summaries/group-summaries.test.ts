import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { now } from '../../../context.ts'
import { signSummaryYesLink } from '../../../mail/notice-links.ts'
import { type TestApp, startTestApp } from '../../../test/app.ts'
import { type ReceivedMail, type Smtp, startSmtp } from '../../../test/mail.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'
import { type PersonName, people } from '../../../test/people.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const READER = 'old.friend@example.org'

describe('summaries of groups by email', () => {
  let smtp: Smtp
  /** Addresses that the mail server refuses for good. */
  const refused = new Set<string>()
  let app: TestApp
  let hannah: string
  let tomas: string
  let group_id: string
  beforeAll(async () => {
    smtp = await startSmtp({
      onRcptTo: ({ address }, _session, done) =>
        refused.has(address) ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })) : done(),
    })
    app = await startTestApp({
      environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org', PUBLIC_URL: 'https://pray.example.org' },
    })
    ;[hannah, tomas] = await Promise.all([app.person('hannah'), app.person('tomas')])
    await app.person('grace')
    await app.ctx.db
      .updateTable('users')
      .set({ email_verified_at: now(app.ctx) })
      .execute()
    // Noon, which is no quiet hour.
    app.advance(DAY - (app.ctx.clock().getTime() % DAY) + 12 * HOUR)
  })
  afterAll(async () => {
    await app.stop()
    await smtp.stop()
  })
  beforeEach(async () => {
    smtp.received.length = 0
    refused.clear()
    for (const table of [
      'prayers',
      'sent_mails',
      'preferences',
      'jobs',
      'group_readers',
      'group_reader_asks',
      'groups',
    ] as const)
      await app.ctx.db.deleteFrom(table).execute()
    app.advance(DAY - ((app.ctx.clock().getTime() - 12 * HOUR) % DAY))
    group_id = await makeGroup(app.ctx, [hannah, tomas], 'Tuesday Evening Circle')
  })

  const as = (name: PersonName) => app.signIn(name)
  const choose = async (times: object = { rhythm: 'daily', weekday: 7, hour: 12 }, name: PersonName = 'hannah') =>
    app.ask('group_summaries.choose', { id: group_id, ...times }, { as: await as(name) })
  const share = (author = hannah, prayer: Parameters<typeof makePrayer>[2] = {}) =>
    makePrayer(app.ctx, author, { visibility: 'group', group_id, ...prayer })
  const later = async (ms = DAY) => {
    app.advance(ms)
    await app.runJobs()
  }
  const addresses = () => smtp.received.flatMap(({ envelope }) => envelope).toSorted()
  const lastMail = () => smtp.received.at(-1)?.mail as ReceivedMail
  const add = async (emails: string[], name: PersonName = 'hannah', language = 'en') =>
    app.ask('group_summaries.add_readers', { id: group_id, emails, language }, { as: await as(name) })
  const yesToken = ({ text }: ReceivedMail) => /summary-by-email#([\w-]+)/.exec(text)?.[1] ?? ''
  const stopUrl = ({ headers }: ReceivedMail) =>
    (/<(.*)>/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '').replace(/^https?:\/\/[^/]+/, '')
  const pressStop = (mail: ReceivedMail) =>
    app.fetch(stopUrl(mail), { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' })
  const states = async () =>
    (await app.ask('group_summaries.readers', { id: group_id }, { as: await as('hannah') })).data.map(
      ({ email, state }) => [email, state],
    )
  const confirm = async (email = READER) => {
    await add([email])
    await app.runJobs()
    const { status } = await app.ask('group_summaries.confirm', { token: yesToken(lastMail()) })
    expect(status).toBe(200)
    smtp.received.length = 0
  }

  describe('to members', () => {
    it('go out at the chosen hour, with the numbers of what others shared and what was answered', async () => {
      expect((await choose()).data).toMatchObject({ rhythm: 'daily', hour: 12, time_zone: 'UTC', gets_summary: true })
      await share()
      const answered = await share()
      await app.ctx.db
        .updateTable('prayers')
        .set({ status: 'answered', answered_at: now(app.ctx) })
        .where('id', '=', answered)
        .execute()
      await later()
      expect(addresses()).toEqual([people.tomas.email])
      const mail = lastMail()
      expect(mail.subject).toBe('News from Tuesday Evening Circle')
      expect(mail.text).toContain('Hello Tomás R.,')
      expect(mail.text).toContain('2 requests were shared.\n\n1 request was answered.')
      expect(mail.text).toContain(`https://pray.example.org/pray?group=${group_id}`)
      expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(mail.html).toContain('prefers-color-scheme:dark')
      await later()
      expect(smtp.received).toHaveLength(1)
    })

    it('are off at first, and never empty', async () => {
      await share()
      await later(8 * DAY)
      await app.ctx.db.deleteFrom('prayers').execute()
      await choose()
      await later(3 * DAY)
      expect(smtp.received).toEqual([])
    })

    it('come on the chosen day of the week, and name the week', async () => {
      const { dayOfWeek } = Temporal.Instant.from(now(app.ctx)).toZonedDateTimeISO('UTC')
      await choose({ rhythm: 'weekly', weekday: (dayOfWeek % 7) + 1, hour: 13 })
      await share()
      await later(22 * HOUR)
      expect(smtp.received).toEqual([])
      await later(4 * HOUR)
      expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(['This week in Tuesday Evening Circle'])
    })

    it('move with the time zone of the site', async () => {
      await share()
      await later(2 * HOUR)
      await choose({ rhythm: 'daily', weekday: 7, hour: 20 })
      await app.writeSetting('time_zone', 'Asia/Kolkata')
      await app.runJobs()
      await later(25 * 60_000)
      expect(smtp.received).toEqual([])
      // Eight in India is half past two in Greenwich.
      await later(10 * 60_000)
      expect(smtp.received).toHaveLength(1)
      await app.resetSettings()
    })

    it('name a hidden group only inside', async () => {
      await app.ctx.db.updateTable('groups').set({ is_listed: false }).execute()
      await choose()
      await share()
      await later()
      expect(lastMail().subject).toBe('News from Oremus')
      expect(lastMail().text).toContain('Here’s what happened in Tuesday Evening Circle.')
    })

    it('tell nobody of their own requests alone, nor of held, hidden and deleted ones', async () => {
      await choose()
      await share(tomas)
      const gone = await Promise.all([share(), share(), share()])
      for (const [index, publication] of (['held', 'hidden', 'deleted'] as const).entries())
        await app.ctx.db
          .updateTable('prayers')
          .set({ publication })
          .where('id', '=', gone[index] ?? '')
          .execute()
      await later()
      expect(addresses()).toEqual([people.hannah.email])
      expect(lastMail().text).toContain('1 request was shared.')
    })

    it('wait for the end of the quiet time', async () => {
      await app.ctx.db
        .insertInto('preferences')
        .values({ user_id: tomas, notify: '{}', quiet_from: 11, quiet_to: 15 })
        .execute()
      await choose()
      await share()
      await later(DAY + HOUR)
      expect(smtp.received).toEqual([])
      await later(2 * HOUR)
      expect(addresses()).toEqual([people.tomas.email])
    })

    it.each([
      ['left', () => app.ctx.db.deleteFrom('memberships').where('user_id', '=', tomas).execute()],
      ['was banned', () => setStatus('banned')],
      ['takes no emails about groups', () => off()],
      ['has no confirmed address', () => account({ email_verified_at: null })],
      ['is suspended', () => account({ status: 'suspended' })],
      ['no longer has a summary', () => choose({ rhythm: 'off', weekday: 7, hour: 12 })],
      ['has no group any more', () => app.ctx.db.deleteFrom('groups').execute()],
      ['has nothing to be told', () => app.ctx.db.updateTable('prayers').set({ publication: 'hidden' }).execute()],
    ])('do not leave once the person %s, even when they were on their way', async (_, change) => {
      await choose()
      await share()
      app.advance(DAY)
      await runKind('group_summaries.plan')
      const waiting = app.ctx.db.selectFrom('memberships').select('user_id').where('summary_mail_at', 'is not', null)
      expect(await waiting.execute()).not.toEqual([])
      await change()
      await app.runJobs()
      expect(smtp.received).toEqual([])
      await app.ctx.db
        .updateTable('users')
        .set({ status: 'active', email_verified_at: now(app.ctx) })
        .execute()
    })
    const setStatus = (status: 'banned') =>
      app.ctx.db.updateTable('memberships').set({ status }).where('user_id', '=', tomas).execute()
    const off = () =>
      app.ctx.db
        .insertInto('preferences')
        .values({ user_id: tomas, notify: '{}', notices: JSON.stringify({ groups: 'off' }) })
        .execute()
    const account = (change: object) => app.ctx.db.updateTable('users').set(change).where('id', '=', tomas).execute()
    /** Runs the due jobs of one kind; the others wait. */
    const runKind = async (kind: string) => {
      const { jobHandlers } = await import('../../../features.ts')
      await (jobHandlers(app.ctx) as Record<string, (payload: object) => Promise<void>>)[kind]?.({})
    }

    it('stop for one group with one POST of a provider, and come again when the member says so', async () => {
      await choose()
      await share()
      await later()
      const answer = await pressStop(lastMail())
      expect([answer.status, await answer.json()]).toEqual([200, { is_stopped: true }])
      expect((await pressStop(lastMail())).status).toBe(200)
      await share()
      await later()
      expect(smtp.received).toHaveLength(1)
      const mine = { id: group_id, gets_summary: true }
      expect((await app.ask('group_summaries.take', mine, { as: await as('tomas') })).data.gets_summary).toBe(true)
      await share()
      await later()
      expect(smtp.received).toHaveLength(2)
      const { data } = await app.ask('preferences.read', { id: tomas }, { as: await as('tomas') })
      expect(data.notices.groups).toBe('daily')
    })

    it('stop nothing when the link is opened, and lead to a page with a button', async () => {
      await choose()
      await share()
      await later()
      const answer = await app.fetch(stopUrl(lastMail()), { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')?.split('#')[0]]).toEqual([303, '/stop-summary'])
      await share()
      await later()
      expect(smtp.received).toHaveLength(2)
    })

    it('pause an address that is refused for good', async () => {
      refused.add(people.tomas.email)
      await choose()
      await share()
      await later()
      refused.clear()
      await share()
      await later()
      expect(smtp.received).toEqual([])
      const { data } = await app.ask('preferences.read', { id: tomas }, { as: await as('tomas') })
      expect(data.mail_state).toBe('paused')
    })

    it('are chosen by owners, managed by leaders, and seen by members', async () => {
      await app.ctx.db.updateTable('memberships').set({ role: 'leader' }).where('user_id', '=', tomas).execute()
      expect((await choose(undefined, 'tomas')).problem.code).toBe('request.forbidden')
      expect((await add([READER], 'tomas')).status).toBe(200)
      expect((await app.ask('group_summaries.read', { id: group_id }, { as: await as('tomas') })).status).toBe(200)
      expect((await app.ask('group_summaries.read', { id: group_id }, { as: await as('grace') })).status).toBe(403)
    })
  })

  describe('to people who only have email', () => {
    it('come once they said yes, in their language, and are asked who wants them', async () => {
      await choose()
      expect((await add([` ${READER.toUpperCase()} `], 'hannah', 'de')).data).toMatchObject([
        { email: READER, state: 'waiting' },
      ])
      await share()
      await later()
      expect(addresses()).toEqual([READER, people.tomas.email])
      const asked = smtp.received.find(({ envelope }) => envelope.includes(READER))?.mail as ReceivedMail
      expect(asked.text).toContain('Hannah W. fragt für die Gruppe Tuesday Evening Circle.')
      expect(asked.headers.get('content-language')).toBe('de')
      const { data } = await app.ask('group_summaries.confirm', { token: yesToken(asked) })
      expect(data).toEqual({ group_name: 'Tuesday Evening Circle' })
      expect(await states()).toEqual([[READER, 'confirmed']])
      smtp.received.length = 0
      await share()
      await later()
      expect(addresses()).toEqual([READER, people.tomas.email])
      const mail = smtp.received.find(({ envelope }) => envelope.includes(READER))?.mail as ReceivedMail
      expect(mail.text).toContain('1 Anliegen wurde geteilt.')
      expect(mail.text).not.toContain(group_id)
    })

    it('are not asked twice, whatever the group does', async () => {
      await add([READER, READER])
      await add([READER])
      await app.runJobs()
      expect(addresses()).toEqual([READER])
      const [reader] = (await app.ask('group_summaries.readers', { id: group_id }, { as: await as('hannah') })).data
      const gone = { id: group_id, readerId: reader?.id }
      expect((await app.ask('group_summaries.remove_reader', gone, { as: await as('hannah') })).status).toBe(200)
      await later(40 * DAY)
      await add([READER])
      await later(2 * DAY)
      expect(addresses()).toEqual([READER])
      // The link that they have still says yes.
      expect((await app.ask('group_summaries.confirm', { token: yesToken(lastMail()) })).status).toBe(200)
    })

    it('are asked by no other group on the same day, not even one that was made for it', async () => {
      await add([READER])
      await app.runJobs()
      await app.ctx.db.deleteFrom('groups').execute()
      group_id = await makeGroup(app.ctx, [hannah], 'Night Shift Nurses')
      await add([READER])
      await app.runJobs()
      expect(smtp.received).toHaveLength(1)
      await later(DAY + HOUR)
      expect(smtp.received).toHaveLength(2)
      expect(lastMail().text).toContain('Night Shift Nurses')
    })

    it('are not asked once the leader is none any more, or took the address back', async () => {
      await add([READER])
      await app.ctx.db.updateTable('memberships').set({ role: 'member' }).where('user_id', '=', hannah).execute()
      await app.runJobs()
      expect(smtp.received).toEqual([])
    })

    it('are not told names that would advertise', async () => {
      await app.ctx.db.updateTable('groups').set({ name: 'Win at casino.com' }).execute()
      await add([READER])
      await app.runJobs()
      expect(lastMail().text).not.toMatch(/casino|Hannah/)
    })

    it('are forgotten after a month without an answer', async () => {
      await add([READER])
      await later(29 * DAY)
      await app.ctx.addJob('group_summaries.forget', {})
      await app.runJobs()
      expect(await states()).toEqual([[READER, 'waiting']])
      const token = yesToken(lastMail())
      await app.ctx.addJob(
        'group_summaries.forget',
        {},
        { run_at: new Date(app.ctx.clock().getTime() + 2 * DAY).toISOString() },
      )
      await later(2 * DAY + HOUR)
      expect(await states()).toEqual([])
      expect((await app.ask('group_summaries.confirm', { token })).problem.code).toBe('group_summaries.dead_link')
    })

    it('get nothing more after one press, and the leader sees only that the address is gone', async () => {
      await choose()
      await confirm()
      await share()
      await later()
      const mail = smtp.received.find(({ envelope }) => envelope.includes(READER))?.mail as ReceivedMail
      expect((await pressStop(mail)).status).toBe(200)
      expect(await states()).toEqual([])
      smtp.received.length = 0
      await share()
      await later()
      expect(addresses()).toEqual([people.tomas.email])
    })

    it('get nothing when the leader removes the address while the summary is on its way', async () => {
      await choose()
      await confirm()
      await share()
      app.advance(DAY)
      await app.ctx.db.deleteFrom('group_readers').execute()
      await app.runJobs()
      expect(addresses()).toEqual([people.tomas.email])
    })

    it('are marked when their mail server refuses them, and get nothing more', async () => {
      await choose()
      await confirm()
      refused.add(READER)
      await share()
      await later()
      expect(await states()).toEqual([[READER, 'refused']])
    })

    it('are treated alike when they are members of the site, and get one summary as members of the group', async () => {
      await choose()
      const stranger = await add(['nobody@example.org'])
      const member = await add([people.grace.email, people.tomas.email])
      expect([stranger.status, member.status]).toEqual([200, 200])
      expect(new Set(member.data.map(({ state }) => state))).toEqual(new Set(['waiting']))
      await app.runJobs()
      for (const { mail } of [...smtp.received])
        expect((await app.ask('group_summaries.confirm', { token: yesToken(mail) })).status).toBe(200)
      smtp.received.length = 0
      await share()
      await later()
      expect(addresses()).toEqual([people.grace.email, 'nobody@example.org', people.tomas.email].toSorted())
    })

    it('are seen by leaders alone, and go with the group, the account and the export of their person', async () => {
      await choose()
      await confirm(people.grace.email)
      const read = await app.ask('group_summaries.read', { id: group_id }, { as: await as('tomas') })
      expect(read.data.reader_count).toBe(1)
      expect(read.text).not.toContain('grace')
      const id = await app.person('grace')
      const { data } = await app.ask('exports.make', { id }, { as: await as('grace') })
      expect(data.group_summaries).toMatchObject([{ group_name: 'Tuesday Evening Circle' }])
      const { data: log } = await app.ask('audit.list', {}, { as: await as('peter') })
      expect(JSON.stringify(log)).toContain('group_summaries.add_readers')
      expect(JSON.stringify(log)).not.toContain(people.grace.email)
      await app.ctx.db.deleteFrom('groups').execute()
      expect(await app.ctx.db.selectFrom('group_readers').select('id').execute()).toEqual([])
    })

    it('are no more than 500 to a group', async () => {
      const rows = Array.from({ length: 499 }, (_, index) => ({
        id: randomUUID(),
        group_id,
        email: `reader${index}@example.org`,
        address_hash: `hash ${index}`,
        language: 'en' as const,
        added_by: hannah,
        created_at: now(app.ctx),
        ask_at: null,
      }))
      await app.ctx.db.insertInto('group_readers').values(rows).execute()
      expect((await add(['one@example.org', 'two@example.org'])).problem.code).toBe('group_summaries.too_many')
      expect((await add(['one@example.org', 'reader1@example.org'])).status).toBe(200)
    })
  })

  it('take links for nothing else', async () => {
    await add([READER])
    await app.runJobs()
    const yes = yesToken(lastMail())
    const stop = stopUrl(lastMail()).split('/').at(-1) ?? ''
    const codes = [
      await app.ask('group_summaries.confirm', { token: stop }),
      await app.ask('group_summaries.stop', { token: yes }),
      await app.ask('notifications.stop_emails', { token: stop }),
      await app.ask('group_summaries.confirm', {
        token: signSummaryYesLink(app.ctx, {
          group_id,
          address_hash: app.ctx.secrets.hashAddress('other@example.org'),
        }),
      }),
    ].map(({ problem }) => problem.code)
    expect(codes).toEqual([
      'group_summaries.dead_link',
      'group_summaries.dead_link',
      'notifications.dead_link',
      'group_summaries.dead_link',
    ])
    expect(await states()).toEqual([[READER, 'waiting']])
  })
})

it('asks nobody where the site sends no mail', async () => {
  const app = await startTestApp()
  const id = await makeGroup(app.ctx, [await app.person('hannah')])
  const as = await app.signIn('hannah')
  const { problem } = await app.ask('group_summaries.add_readers', { id, emails: [READER], language: 'en' }, { as })
  expect(problem.code).toBe('group_summaries.no_mail')
  expect((await app.ask('group_summaries.read', { id }, { as })).data.sends_mail).toBe(false)
  await app.stop()
})

it('asks no more addresses for a group, a person and a site than a bound', async () => {
  const smtp = await startSmtp()
  const app = await startTestApp({
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org' },
    limit_scale: 1,
  })
  const hannah = await app.person('hannah')
  const as = await app.signIn('hannah')
  const addTo = async (id: string) => {
    const emails = Array.from({ length: 50 }, () => `${randomUUID()}@example.org`)
    return (await app.ask('group_summaries.add_readers', { id, emails, language: 'en' }, { as })).status
  }
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => makeGroup(app.ctx, [hannah])))
  const statuses: number[] = []
  for (const id of [first, first, first, second, second, third]) statuses.push(await addTo(id ?? ''))
  expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
  await app.stop()
  await smtp.stop()
})
