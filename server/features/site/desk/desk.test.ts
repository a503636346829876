import { beforeEach, describe, expect, it } from 'vitest'
import { eachTestApp, newTestApp } from '../../../test/shared-app.ts'
import { holdForDanger, makeGroup, makePrayer, makeReport } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'

describe('what waits at the desk', () => {
  const app = eachTestApp({ environment: { PUBLIC_URL: 'https://pray.example' } })
  const read = async (name: PersonName) => (await app.ask('desk.today', {}, { as: await app.signIn(name) })).data
  const hold = async (id: string, held_reason: 'crisis' | 'moderator') => {
    if (held_reason === 'crisis') return await holdForDanger(app.ctx, id)
    const held_at = app.ctx.clock().toISOString()
    const held = { publication: 'held', held_reason, held_at } as const
    return await app.ctx.db.updateTable('prayers').set(held).where('id', '=', id).execute()
  }
  const report = async (id: string, report_type: string, by: PersonName = 'tomas') =>
    (await app.ask('reports.create', { id, report_type }, { as: await app.signIn(by) })).data
  beforeEach(async () => {
    for (const name of ['ines', 'ruth', 'peter', 'hannah'] as const) await app.person(name)
  })

  it('is nothing on a new site', async () => {
    const { midnight: _, health, ...today } = await read('peter')
    const none = { count: 0, oldest_at: null }
    expect(today).toEqual({
      danger: { waiting: 0, oldest_at: null, is_yours: false, cases: [], taken: [], look_again: [] },
      cleared: null,
      quiet_alerts: null,
      more_quiet_alerts: 0,
      reports: { urgent: [], others: { ...none, types: [] } },
      held: none,
      appeals: none,
      joining: { ...none, people: [] },
      sorting: { count: 0 },
      drafts: { count: 0, title: '' },
      opening: null,
      has_people: true,
      done_today: 0,
    })
    expect(health).toMatchObject({ worst: { fault: 'no_mail' }, others: 0, is_checked: false })
  })

  it('gives each role what is theirs to do, and no number of the rest', async () => {
    const care = await read('ines')
    expect([care.reports, care.held, care.joining, care.sorting, care.drafts, care.health]).toEqual(
      Array.from({ length: 6 }, () => null),
    )
    expect(care.quiet_alerts).toEqual([])
    expect(care.cleared).toEqual({ count: 0, oldest_at: null })
    const moderator = await read('ruth')
    expect(moderator.quiet_alerts).toBe(null)
    expect([moderator.drafts, moderator.health, moderator.opening, moderator.has_people]).toEqual(
      Array.from({ length: 4 }, () => null),
    )
    expect([moderator.reports, moderator.held, moderator.joining, moderator.sorting]).not.toContain(null)
  })

  it('shows a person in danger to the care team as a case, to others as number and age', async () => {
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await hold(id, 'crisis')
    const care = await app.ask('desk.today', {}, { as: await app.signIn('ines') })
    expect(care.data.danger).toMatchObject({
      waiting: 1,
      is_yours: true,
      cases: [{ id, is_reported: false }],
      taken: [],
    })
    for (const name of ['ruth', 'peter'] as const) {
      const answer = await app.ask('desk.today', {}, { as: await app.signIn(name) })
      expect(answer.data.danger).toMatchObject({ waiting: 1, is_yours: false, cases: [], taken: [] })
      expect(answer.data.danger.oldest_at).toMatch(/:00:00\.000Z$/)
      expect(answer.text).not.toContain(id)
    }

    await app.ask('review.acknowledge', { id }, { as: await app.signIn('ines') })
    expect((await read('ines')).danger).toMatchObject({ waiting: 0, cases: [], taken: [{ id }] })
    expect((await read('ines')).done_today).toBe(1)
    expect((await read('ruth')).danger).toMatchObject({ waiting: 0, oldest_at: null })
  })

  it('counts a report of danger once: among people in danger, as long as the case is open', async () => {
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await report(id, 'danger_to_self')
    const before = await read('ruth')
    expect([before.danger.waiting, before.reports?.urgent, before.reports?.others.count]).toEqual([1, [], 0])
    await app.ask('review.acknowledge', { id }, { as: await app.signIn('ines') })
    const after = await read('ruth')
    expect([after.danger.waiting, after.reports?.others.count]).toEqual([0, 0])
  })

  it('tells reports that cannot wait from the others, several about one request as one', async () => {
    const [hannah, miriam] = [await app.person('hannah'), await app.person('miriam')]
    const crime = await makePrayer(app.ctx, hannah, { content: 'Please pray that nobody sees where I keep it.' })
    await report(crime, 'illegal')
    await report(crime, 'other', 'grace')
    await report(await makePrayer(app.ctx, miriam), 'spam_or_money')
    const { reports } = await read('ruth')
    expect(reports?.urgent).toMatchObject([
      {
        report_type: 'illegal',
        reports: 2,
        excerpt: 'Please pray that nobody sees where I keep it.',
        is_readable: true,
      },
    ])
    expect(reports?.others).toMatchObject({ count: 1, types: ['spam_or_money'] })
    app.advance(25 * 3_600_000)
    expect((await read('ruth')).reports?.urgent.map(({ report_type }) => report_type)).toEqual([
      'illegal',
      'spam_or_money',
    ])
  })

  it('counts people in danger and reports beyond the end of its lists', async () => {
    const [hannah, tomas] = [await app.person('hannah'), await app.person('tomas')]
    const ids: string[] = []
    for (let made = 0; made < 201; made += 1) ids.push(await makePrayer(app.ctx, hannah))
    const at = app.ctx.clock().toISOString()
    const late = { report_type: 'spam_or_money', created_at: at, updated_at: at }
    for (const id of ids) await makeReport(app.ctx, tomas, id, late)
    expect((await read('ruth')).reports?.others.count).toBe(201)
    app.advance(25 * 3_600_000)
    await report(await makePrayer(app.ctx, hannah), 'illegal', 'grace')
    expect((await read('ruth')).reports).toMatchObject({
      urgent: [{ report_type: 'illegal' }, ...Array.from({ length: 4 }, () => ({ report_type: 'spam_or_money' }))],
      others: { count: 197, oldest_at: at },
    })
    for (const id of ids) await holdForDanger(app.ctx, id)
    expect((await read('ines')).danger.waiting).toBe(201)
  })

  it('leaves out what they may not read or decide: their own, those of groups, private ones', async () => {
    const [hannah, ruth] = [await app.person('hannah'), await app.person('ruth')]
    const group_id = await makeGroup(app.ctx, [hannah])
    await hold(await makePrayer(app.ctx, hannah, { visibility: 'private' }), 'crisis')
    await hold(await makePrayer(app.ctx, hannah, { visibility: 'group', group_id }), 'moderator')
    await hold(await makePrayer(app.ctx, ruth), 'moderator')
    await report(await makePrayer(app.ctx, ruth), 'hate')
    const today = await read('ruth')
    expect([today.danger.waiting, today.held?.count, today.reports?.others.count]).toEqual([0, 0, 0])
    expect((await read('ines')).danger.waiting).toBe(0)

    await hold(await makePrayer(app.ctx, hannah), 'moderator')
    expect((await read('ruth')).held).toMatchObject({ count: 1 })
    expect((await read('peter')).held).toMatchObject({ count: 2 })
  })

  it('names those who ask to join, pages that are not published, and the own acts of the day', async () => {
    await app.writeSetting('sign_up_mode', 'approval')
    const joining = { email: 'martha@example.org', password: 'an evening by the lake', displayName: 'Martha' }
    await app.ask('sessions.sign_up', joining)
    const as = await app.signIn('peter')
    const page = { title: 'A', content: 'B', content_type: 'guide', slug: 'unfinished', status: 'draft' }
    await app.ask('content.create', page, { as })
    const today = await read('peter')
    expect(today.joining).toMatchObject({
      count: 1,
      people: [{ display_name: 'Martha', email: 'martha@example.org', email_verified: false }],
    })
    // The address says who it is of somebody who has given no name, in whatever language.
    await app.ask('sessions.sign_up', { ...joining, email: 'jan@example.org', displayName: 'Ein Mitglied' })
    expect((await read('ruth')).joining).toMatchObject({
      count: 2,
      people: [
        { display_name: 'Martha', email: null },
        { display_name: 'Ein Mitglied', email: 'jan@example.org' },
      ],
    })
    expect((await read('ines')).joining).toBeNull()
    expect(today.drafts).toEqual({ count: 1, title: 'A' })
    // The setting and the page.
    expect(today.done_today).toBe(2)
    expect((await read('ruth')).done_today).toBe(0)
    app.advance(24 * 3_600_000)
    expect((await read('peter')).done_today).toBe(0)
  })

  it('tells an administrator of tasks that were given up', async () => {
    await app.ctx.transaction((ctx) => ctx.addJob('checks.answer', {}))
    await app.ctx.db.updateTable('jobs').set({ status: 'failed' }).where('kind', '=', 'checks.answer').execute()
    expect((await read('peter')).health).toMatchObject({ worst: { fault: 'no_mail' }, others: 1 })
  })

  it('tells an administrator whether an alarm reaches somebody now, whatever its last check said', async () => {
    const mailing = await newTestApp({
      environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'prayer@example.org' },
    })
    const as = await mailing.signIn('peter')
    const worst = async () => (await mailing.ask('desk.today', {}, { as })).data.health?.worst?.fault
    await mailing.ctx.db.updateTable('users').set({ email_verified_at: null }).execute()
    expect((await mailing.ask('checks.run', { name: 'alarm' }, { as })).data.outcome).toBe('nobody_on_call')
    expect(await worst()).toBe('alarm')
    await mailing.ctx.db.updateTable('users').set({ email_verified_at: mailing.ctx.clock().toISOString() }).execute()
    expect(await worst()).not.toBe('alarm')
    await mailing.ask('checks.run', { name: 'alarm' }, { as })
    await mailing.ctx.db.updateTable('users').set({ email_verified_at: null }).execute()
    expect(await worst()).toBe('alarm')
  })
})
