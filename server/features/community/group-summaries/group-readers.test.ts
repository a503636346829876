import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { now } from '../../../context.ts'
import { signSummaryYesLink } from '../../../mail/notice-links.ts'
import type { ReceivedMail } from '../../../test/mail.ts'
import { makeGroup, setMember } from '../../../test/make.ts'
import { people } from '../../../test/people.ts'
import { newSmtp, newTestApp } from '../../../test/shared-app.ts'
import { READER, summarySite, yesToken, stopUrl } from '../../../test/summary-site.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'

const circle = summarySite()
const { site, refused, as, choose, share, later, tell, addresses, lastMail, add, pressStop, states, confirm } = circle

describe('summaries of groups to people who only have email', () => {
  it('come once they said yes, in their language, and are asked who wants them', async () => {
    await choose()
    expect((await add([` ${READER.toUpperCase()} `], 'hannah', 'de')).data).toMatchObject([
      { email: READER, state: 'waiting' },
    ])
    await tell()
    expect(addresses()).toEqual([READER, people.tomas.email])
    const asked = site.smtp.received.find(({ envelope }) => envelope.includes(READER))?.mail as ReceivedMail
    expect(asked.text).toContain('Hannah W. fragt für die Gruppe Tuesday Evening Circle.')
    expect(asked.headers.get('content-language')).toBe('de')
    const { data } = await site.app.ask('group_summaries.confirm', { token: yesToken(asked) })
    expect(data).toEqual({ group_name: 'Tuesday Evening Circle' })
    expect(await states()).toEqual([[READER, 'confirmed']])
    site.smtp.received.length = 0
    await tell()
    expect(addresses()).toEqual([READER, people.tomas.email])
    const mail = site.smtp.received.find(({ envelope }) => envelope.includes(READER))?.mail as ReceivedMail
    expect(mail.text).toContain('1 Anliegen wurde geteilt.')
    expect(mail.text).not.toContain(site.group_id)
  })

  it('are not asked twice, whatever the group does', async () => {
    await add([READER, READER])
    await add([READER])
    await site.app.runJobs()
    expect(addresses()).toEqual([READER])
    const [reader] = (await site.app.ask('group_summaries.readers', { id: site.group_id }, { as: await as('hannah') }))
      .data
    const gone = { id: site.group_id, readerId: reader?.id }
    expect((await site.app.ask('group_summaries.remove_reader', gone, { as: await as('hannah') })).status).toBe(200)
    await later(40 * DAY_MS)
    await add([READER])
    await later(2 * DAY_MS)
    expect(addresses()).toEqual([READER])
    // The link that they have still says yes.
    expect((await site.app.ask('group_summaries.confirm', { token: yesToken(lastMail()) })).status).toBe(200)
  })

  it('are asked by no other group on the same day, not even one that was made for it', async () => {
    await add([READER])
    await site.app.runJobs()
    await site.app.ctx.db.deleteFrom('groups').execute()
    site.group_id = await makeGroup(site.app.ctx, [site.hannah], 'Night Shift Nurses')
    await add([READER])
    await site.app.runJobs()
    expect(site.smtp.received).toHaveLength(1)
    await later(DAY_MS + HOUR_MS)
    expect(site.smtp.received).toHaveLength(2)
    expect(lastMail().text).toContain('Night Shift Nurses')
  })

  it('are asked where they were taken off the list and added again before the question left', async () => {
    await add([READER])
    await site.app.runJobs()
    site.group_id = await makeGroup(site.app.ctx, [site.hannah], 'Night Shift Nurses')
    const { data } = await add([READER])
    const gone = { id: site.group_id, readerId: data[0]?.id }
    expect((await site.app.ask('group_summaries.remove_reader', gone, { as: await as('hannah') })).status).toBe(200)
    await add([READER])
    await later(DAY_MS + HOUR_MS)
    expect(site.smtp.received).toHaveLength(2)
    expect(lastMail().text).toContain('Night Shift Nurses')
  })

  it('are not asked once the leader is none any more, or took the address back', async () => {
    await add([READER])
    await setMember(site.app.ctx, site.group_id, site.hannah, { role: 'member' })
    await site.app.runJobs()
    expect(site.smtp.received).toEqual([])
  })

  it('are not told names that would advertise', async () => {
    await site.app.ctx.db.updateTable('groups').set({ name: 'Win at casino.com' }).execute()
    await add([READER])
    await site.app.runJobs()
    expect(lastMail().text).not.toMatch(/casino|Hannah/)
  })

  it('are asked once in one mailbox, however the address is spelled, by whatever group', async () => {
    await add(['s.tranger@example.org', 'stranger+1@example.org', 'stranger+2@example.org', 'stranger@example.org'])
    await site.app.runJobs()
    expect(addresses()).toEqual(['s.tranger@example.org'])
    site.group_id = await makeGroup(site.app.ctx, [site.hannah], 'Night Shift Nurses')
    await add(['stra.nger@example.org'])
    await later(HOUR_MS)
    expect(addresses()).toHaveLength(1)
  })

  it.each([
    ['is young', { created_at: '' }, false],
    ['has an address that nobody has confirmed', { email_verified_at: null }, false],
    ['is young and of staff', { created_at: '', role: 'moderator' as const }, true],
  ])('are told no word of an account that %s', async (_, account, told) => {
    const users = site.app.ctx.db.updateTable('users').where('id', '=', site.hannah)
    const before = await site.app.ctx.db
      .selectFrom('users')
      .select(['created_at', 'email_verified_at', 'role'])
      .where('id', '=', site.hannah)
      .executeTakeFirstOrThrow()
    await users.set({ ...account, ...('created_at' in account && { created_at: now(site.app.ctx) }) }).execute()
    await add([READER])
    await site.app.runJobs()
    await users.set(before).execute()
    expect(/Hannah|Tuesday/.test(lastMail().text)).toBe(told)
    expect(lastMail().text).not.toMatch(/[{}]/)
  })

  it('are forgotten after a month without an answer', async () => {
    await add([READER])
    await later(29 * DAY_MS)
    await site.app.ctx.addJob('group_summaries.forget', {})
    await site.app.runJobs()
    expect(await states()).toEqual([[READER, 'waiting']])
    const token = yesToken(lastMail())
    await site.app.ctx.addJob(
      'group_summaries.forget',
      {},
      { run_at: new Date(site.app.ctx.clock().getTime() + 2 * DAY_MS).toISOString() },
    )
    await later(2 * DAY_MS + HOUR_MS)
    expect(await states()).toEqual([])
    expect((await site.app.ask('group_summaries.confirm', { token })).problem.code).toBe('group_summaries.dead_link')
  })

  it('get nothing more after one press, and the leader sees only that the address is gone', async () => {
    await choose()
    await confirm()
    await tell()
    const mail = site.smtp.received.find(({ envelope }) => envelope.includes(READER))?.mail as ReceivedMail
    expect((await pressStop(mail)).status).toBe(200)
    expect(await states()).toEqual([])
    site.smtp.received.length = 0
    await tell()
    expect(addresses()).toEqual([people.tomas.email])
  })

  it('get nothing when the leader removes the address while the summary is on its way', async () => {
    await choose()
    await confirm()
    await share()
    site.app.advance(DAY_MS)
    await site.app.ctx.db.deleteFrom('group_readers').execute()
    await site.app.runJobs()
    expect(addresses()).toEqual([people.tomas.email])
  })

  it('are marked when their mail server refuses them, and get nothing more', async () => {
    await choose()
    await confirm()
    refused.add(READER)
    await tell()
    expect(await states()).toEqual([[READER, 'refused']])
  })

  it('are treated alike when they are members of the site, and get one summary as members of the group', async () => {
    await choose()
    const stranger = await add(['nobody@example.org'])
    const member = await add([people.grace.email, people.tomas.email])
    expect([stranger.status, member.status]).toEqual([200, 200])
    expect(new Set(member.data.map(({ state }) => state))).toEqual(new Set(['waiting']))
    await site.app.runJobs()
    for (const { mail } of site.smtp.received)
      expect((await site.app.ask('group_summaries.confirm', { token: yesToken(mail) })).status).toBe(200)
    site.smtp.received.length = 0
    await tell()
    expect(addresses()).toEqual([people.grace.email, 'nobody@example.org', people.tomas.email].toSorted())
  })

  it('get nothing more once a leader removes them from the members, which does not tell whose address it is', async () => {
    await choose()
    await confirm(people.tomas.email)
    const gone = { id: site.group_id, userId: site.tomas }
    expect((await site.app.ask('groups.delete_member', gone, { as: await as('hannah') })).status).toBe(200)
    await tell()
    expect(addresses()).toEqual([])
    expect(await states()).toEqual([[people.tomas.email, 'confirmed']])
  })

  it('get nothing at an address either that somebody leaves who was removed', async () => {
    await choose()
    await confirm(people.tomas.email)
    const gone = { id: site.group_id, userId: site.tomas }
    expect((await site.app.ask('groups.delete_member', gone, { as: await as('hannah') })).status).toBe(200)
    const moved = { id: site.tomas, email: 'moved@example.org' }
    expect((await site.app.ask('emails.change', moved, { as: await as('peter') })).status).toBe(200)
    await site.app.runJobs()
    site.smtp.received.length = 0
    await tell()
    const told = addresses()
    const back = { email: people.tomas.email, email_verified_at: now(site.app.ctx) }
    await site.app.ctx.db.updateTable('users').set(back).where('id', '=', site.tomas).execute()
    expect(told).not.toContain(people.tomas.email)
  })

  it('are seen by leaders alone, and go with the group, the account and the export of their person', async () => {
    await choose()
    await confirm(people.grace.email)
    const read = await site.app.ask('group_summaries.read', { id: site.group_id }, { as: await as('tomas') })
    expect(read.data.reader_count).toBe(1)
    expect(read.text).not.toContain('grace')
    const id = await site.app.person('grace')
    const { data } = await site.app.ask('exports.make', { id }, { as: await as('grace') })
    expect(data.group_summaries).toMatchObject([{ group_name: 'Tuesday Evening Circle' }])
    const { data: log } = await site.app.ask('audit.list', {}, { as: await as('peter') })
    expect(JSON.stringify(log)).toContain('group_summaries.add_readers')
    expect(JSON.stringify(log)).not.toContain(people.grace.email)
    await site.app.ctx.db.deleteFrom('groups').execute()
    expect(await site.app.ctx.db.selectFrom('group_readers').select('id').execute()).toEqual([])
  })

  it('are no more than 500 to a group', async () => {
    const rows = Array.from({ length: 499 }, (_, index) => ({
      id: randomUUID(),
      group_id: site.group_id,
      email: `reader${index}@example.org`,
      address_hash: `hash ${index}`,
      language: 'en' as const,
      added_by: site.hannah,
      created_at: now(site.app.ctx),
      ask_at: null,
    }))
    await site.app.ctx.db.insertInto('group_readers').values(rows).execute()
    expect((await add(['one@example.org', 'two@example.org'])).problem.code).toBe('group_summaries.too_many')
    expect((await add(['one@example.org', 'reader1@example.org'])).status).toBe(200)
  })
})

it('links of summaries work for nothing else', async () => {
  await add([READER])
  await site.app.runJobs()
  const yes = yesToken(lastMail())
  const stop = stopUrl(lastMail()).split('/').at(-1) ?? ''
  const codes = [
    await site.app.ask('group_summaries.confirm', { token: stop }),
    await site.app.ask('group_summaries.stop', { token: yes }),
    await site.app.ask('notifications.stop_emails', { token: stop }),
    await site.app.ask('group_summaries.confirm', {
      token: signSummaryYesLink(site.app.ctx, {
        group_id: site.group_id,
        address_hash: site.app.ctx.secrets.hashAddress('other@example.org'),
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

it('asks nobody where the site sends no mail', async () => {
  const app = await newTestApp()
  const id = await makeGroup(app.ctx, [await app.person('hannah')])
  const token = await app.signIn('hannah')
  const { problem } = await app.ask(
    'group_summaries.add_readers',
    { id, emails: [READER], language: 'en' },
    { as: token },
  )
  expect(problem.code).toBe('group_summaries.no_mail')
  expect((await app.ask('group_summaries.read', { id }, { as: token })).data.sends_mail).toBe(false)
})

it.each([
  ['ten of a young account', ['hannah'] as const, [10, 11], (n: number) => `${n}-${randomUUID()}@a${n}.example`],
  [
    'fifty at one domain of all of them, which keeps no other from asking there',
    ['hannah', 'tomas', 'grace', 'miriam', 'yusuf'] as const,
    [10, 11],
    () => `${randomUUID()}@example.org`,
  ],
])('asks no more than %s', async (_, names, [most = 0, more = 0], address) => {
  const smtp = await newSmtp()
  const app = await newTestApp({
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org' },
    limit_scale: 1,
  })
  const ask = async (name: (typeof names)[number] | 'ruth', size: number) => {
    const id = await makeGroup(app.ctx, [await app.person(name)])
    const emails = Array.from({ length: size }, (__, n) => address(n))
    const token = await app.signIn(name)
    return (await app.ask('group_summaries.add_readers', { id, emails, language: 'en' }, { as: token })).status
  }
  for (const name of names) expect(await ask(name, most)).toBe(200)
  expect(await ask('hannah', more - most)).toBe(429)
  // Ruth is a moderator.
  expect(await ask('ruth', 30)).toBe(200)
})

it('asks no more addresses for a group and a person than a bound', async () => {
  const smtp = await newSmtp()
  const app = await newTestApp({
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org' },
    limit_scale: 1,
  })
  // A moderator is not new, whatever the age of the account.
  const hannah = await app.person('ruth')
  const token = await app.signIn('ruth')
  const addTo = async (id: string) => {
    const emails = Array.from({ length: 50 }, () => `${randomUUID()}@example.org`)
    return (await app.ask('group_summaries.add_readers', { id, emails, language: 'en' }, { as: token })).status
  }
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => makeGroup(app.ctx, [hannah])))
  const statuses: number[] = []
  for (const id of [first, first, first, second, second, third]) statuses.push(await addTo(id ?? ''))
  expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
})
