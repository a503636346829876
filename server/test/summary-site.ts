import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { now } from '../context.ts'
import { type TestApp, startTestApp } from './app.ts'
import { type ReceivedMail, type Smtp, startSmtp } from './mail.ts'
import { makeGroup, makePrayer, setPeople } from './make.ts'
import type { PersonName } from './people.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time.values.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** An address without an account. */
export const READER = 'old.friend@example.org'

/** The token of the link that says yes. */
export const yesToken = ({ text }: ReceivedMail) => /summary-by-email#([\w-]+)/.exec(text)?.[1] ?? ''
/** The path that stops the summary with one POST. */
export const stopUrl = ({ headers }: ReceivedMail) =>
  (/<(.*)>/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '').replace(/^https?:\/\/[^/]+/, '')

/** Holds what a test of summaries needs: a site at noon with one group, of Hannah, its owner, and Tomás. */
interface SummarySite {
  app: TestApp
  smtp: Smtp
  hannah: string
  tomas: string
  group_id: string
}

/** A site that sends mail, for the tests of one file, and what they do with it. Each test begins with a new group. */
export function summarySite() {
  const site = {} as SummarySite
  /** Addresses that the mail server refuses for good. */
  const refused = new Set<string>()
  /** `act` happens while the mail server, which is slow, thinks about a receiver. */
  const meanwhile: { act?: () => Promise<unknown> } = {}
  beforeAll(async () => {
    const smtp = await startSmtp({
      onRcptTo: ({ address }, _session, done) => {
        const answer = (): void =>
          refused.has(address) ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })) : done()
        void (meanwhile.act?.() ?? Promise.resolve()).then(answer, done)
      },
    })
    const app = await startTestApp({
      environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org', PUBLIC_URL: 'https://pray.example.org' },
    })
    const [hannah, tomas] = await Promise.all([app.person('hannah'), app.person('tomas'), app.person('grace')])
    await setPeople(app.ctx, { email_verified_at: now(app.ctx), created_at: '2025-01-01T00:00:00.000Z' })
    // Noon, which is no quiet hour.
    app.advance(DAY_MS - (app.ctx.clock().getTime() % DAY_MS) + 12 * HOUR_MS)
    Object.assign(site, { app, smtp, hannah, tomas })
  })
  afterAll(async () => {
    await site.app.stop()
    await site.smtp.stop()
  })
  beforeEach(async () => {
    const { app, smtp, hannah, tomas } = site
    smtp.received.length = 0
    refused.clear()
    delete meanwhile.act
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
    app.advance(DAY_MS - ((app.ctx.clock().getTime() - 12 * HOUR_MS) % DAY_MS))
    site.group_id = await makeGroup(app.ctx, [hannah, tomas], 'Tuesday Evening Circle')
  })

  const as = (name: PersonName) => site.app.signIn(name)
  const choose = async (times: object = { rhythm: 'daily', weekday: 7, hour: 12 }, name: PersonName = 'hannah') =>
    site.app.ask('group_summaries.choose', { id: site.group_id, ...times }, { as: await as(name) })
  const share = (author = site.hannah, prayer: Parameters<typeof makePrayer>[2] = {}) =>
    makePrayer(site.app.ctx, author, { visibility: 'group', group_id: site.group_id, ...prayer })
  const later = async (ms = DAY_MS) => {
    site.app.advance(ms)
    await site.app.runJobs()
  }
  /** Something is shared, and the next summary comes. */
  const tell = async () => {
    await share()
    await later()
  }
  const addresses = () => site.smtp.received.flatMap(({ envelope }) => envelope).toSorted()
  const lastMail = () => site.smtp.received.at(-1)?.mail as ReceivedMail
  const add = async (emails: string[], name: PersonName = 'hannah', language = 'en') =>
    site.app.ask('group_summaries.add_readers', { id: site.group_id, emails, language }, { as: await as(name) })
  const pressStop = (mail: ReceivedMail) =>
    site.app.fetch(stopUrl(mail), { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' })
  const states = async () =>
    (await site.app.ask('group_summaries.readers', { id: site.group_id }, { as: await as('hannah') })).data.map(
      ({ email, state }) => [email, state],
    )
  const confirm = async (email = READER) => {
    await add([email])
    await site.app.runJobs()
    const { status } = await site.app.ask('group_summaries.confirm', { token: yesToken(lastMail()) })
    expect(status).toBe(200)
    site.smtp.received.length = 0
  }
  return {
    site,
    refused,
    meanwhile,
    as,
    choose,
    share,
    later,
    tell,
    addresses,
    lastMail,
    add,
    pressStop,
    states,
    confirm,
  }
}
