import { describe, expect, it } from 'vitest'
import { now } from '../../../context.ts'
import { signAlarmLink } from '../../../mail/notice-links.ts'
import { DANGER, alarmSite } from '../../../test/alarm-site.ts'
import { confirmPeople, makePrayer } from '../../../test/make.ts'
import { people } from '../../../test/people.ts'
import { newTestApp } from '../../../test/shared-app.ts'
import { MINUTE_MS } from '../../../../contract/time.values.ts'

const site = alarmSite()
const { app } = site

const take = (token: string) => app.ask('alarms.take', { token })

describe('“I’m on it” from the email', () => {
  it('takes the case on by a press, not by opening the page, and stops the alarm', async () => {
    await site.setRole('miriam', 'care')
    const made = await site.share(DANGER)
    await site.wait(0)
    const [ines, miriam] = [site.tokenOf('ines'), site.tokenOf('miriam')]
    site.takeTold()
    // Programs that check mails open every link.
    for (const method of ['GET', 'HEAD'])
      expect((await app.fetch(`/api/mail/alarm?token=${ines}`, { method })).status).toBe(405)
    await site.wait(16)
    expect(site.takeTold()).not.toEqual([])
    expect((await take(ines)).data).toEqual({ is_drill: false, is_yours: true })
    await site.wait(29)
    expect(site.takeTold()).toEqual([])
    const [alert] = (await app.ask('review.alerts', {}, { as: await app.signIn('ines') })).data
    expect(alert).toMatchObject({ id: made, acknowledged_by: { display_name: people.ines.display_name } })
    // A second press, and one by somebody else.
    expect((await take(ines)).data).toEqual({ is_drill: false, is_yours: true })
    expect((await take(miriam)).data).toEqual({ is_drill: false, is_yours: false })
  })

  it('does nothing by the link of somebody who lost the role or the account, by an old one, or by one that is none', async () => {
    await site.share(DANGER)
    await site.wait(0)
    const token = site.tokenOf('ines')
    const refused = async (one: string) =>
      expect((await take(one)).problem).toMatchObject({ status: 404, code: 'alarms.dead_link' })
    for (const one of ['A'.repeat(60), token.slice(1), `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`])
      await refused(one)
    await app.writeSetting('care_on_call', [site.id.miriam])
    await site.setRole('ines', 'member')
    await refused(token)
    await site.setRole('ines', 'care')
    await app.ctx.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', site.id.ines).execute()
    await refused(token)
    await app.ctx.db.updateTable('users').set({ status: 'active' }).where('id', '=', site.id.ines).execute()
    app.advance(8 * 24 * 60 * MINUTE_MS)
    await refused(token)
    expect((await site.stateOf('ines')).waiting).toBe(1)
  })

  it('does nothing about one’s own request', async () => {
    const made = await makePrayer(app.ctx, site.id.ines)
    await app.ask('reports.create', { id: made, report_type: 'danger_to_self' }, { as: site.as.tomas })
    const sent_at = now(app.ctx)
    const { problem } = await take(
      signAlarmLink(app.ctx, { user_id: site.id.ines, case_id: made, is_drill: false, sent_at }),
    )
    expect(problem.code).toBe('alarms.dead_link')
  })
})

describe('what staff see of alarms', () => {
  it('is number and age alone, also in the activity log, for whoever is not of the care team', async () => {
    const made = await site.share(`${DANGER} canary-state`)
    await site.wait(0)
    for (const name of ['ruth', 'peter'] as const) {
      const state = await site.stateOf(name)
      expect(state).toMatchObject({ waiting: 1, reach: 'reachable', last_drill: null, may_drill: name === 'peter' })
      // To the hour, so that it shows no anonymous author once the request is published.
      expect(state.oldest_at).toMatch(/:00:00\.000Z$/)
      for (const list of ['review.alerts', 'review.list', 'notifications.list', 'alarms.state'] as const) {
        const { text } = await app.ask(list, {}, { as: site.as[name] })
        expect(text).not.toContain(made)
      }
    }
    // The minute of its alarm would show them, too.
    const log = async () => (await app.ask('audit.list', { pageSize: 100 }, { as: site.as.peter })).text
    expect(await log()).not.toContain('alarms.tell')
    expect((await app.ask('audit.list', { action: 'alarms.tell' }, { as: site.as.peter })).data.items).toEqual([])
    // Without a care team it is theirs.
    const team = app.ctx.db.updateTable('users').where('email', 'in', [people.ines.email, people.miriam.email])
    await team.set({ role: 'member' }).execute()
    expect(await log()).toContain('alarms.tell')
    expect(await log()).not.toContain(made)
    await team.set({ role: 'care' }).execute()
    expect((await site.stateOf('ines')).waiting).toBe(1)
  })

  it('counts a request once, and neither one’s own nor what somebody has', async () => {
    const made = await makePrayer(app.ctx, site.id.ruth)
    for (const who of ['tomas', 'miriam'] as const)
      await app.ask('reports.create', { id: made, report_type: 'danger_to_self' }, { as: site.as[who] })
    expect([(await site.stateOf('peter')).waiting, (await site.stateOf('ruth')).waiting]).toEqual([1, 0])
    await app.ask('review.acknowledge', { id: made }, { as: site.as.ines })
    expect(await site.stateOf('peter')).toMatchObject({ waiting: 0, oldest_at: null })
  })

  it('says to the author that the team was told only once somebody was, and to nobody else', async () => {
    await app.ctx.db.updateTable('users').set({ email_verified_at: null }).execute()
    const made = await site.share(DANGER)
    const isTold = async () =>
      (await app.ask('alarms.own', { id: made }, { as: await app.signIn('hannah') })).data.is_told
    await site.wait(0)
    expect(await isTold()).toBe(false)
    // Who has taken it on knows of it, mail or not.
    const found = await site.share(DANGER)
    await app.ask('review.acknowledge', { id: found }, { as: site.as.ines })
    const { data } = await app.ask('alarms.own', { id: found }, { as: await app.signIn('hannah') })
    expect(data.is_told).toBe(true)
    await site.confirm('ines')
    await site.wait(16)
    expect(site.takeTold()).toEqual(['ines'])
    expect(await isTold()).toBe(true)
    // Of what was looked into and closed, and is written again, nobody knows yet.
    const ines = await app.signIn('ines')
    await app.ask('review.acknowledge', { id: made }, { as: ines })
    const closed = await app.ask('cases.close', { id: made, outcome: 'with_them' }, { as: ines })
    expect(closed.status, closed.text).toBe(200)
    await app.ask('updates.create', { id: made, content: DANGER }, { as: await app.signIn('hannah') })
    expect(await isTold()).toBe(false)
    for (const name of ['tomas', 'ines', 'peter'] as const)
      expect((await app.ask('alarms.own', { id: made }, { as: await app.signIn(name) })).status).toBe(404)
    const published = await site.share('Please pray for rain.')
    expect((await app.ask('alarms.own', { id: published }, { as: await app.signIn('hannah') })).status).toBe(404)
  })

  it('says of a request that is private now whether anybody was ever told', async () => {
    const hannah = await app.signIn('hannah')
    const own = async (id: string) => (await app.ask('alarms.own', { id }, { as: hannah })).data
    const alone = await site.share(DANGER, { visibility: 'private' })
    const shared = await site.share(DANGER)
    await site.wait(0)
    expect(await own(alone)).toEqual({ is_told: false, is_read: false })
    // Those who know of it still do when its case was opened again and nobody was told anew.
    await app.ask('cases.close', { id: shared, outcome: 'with_them' }, { as: site.as.ines })
    app.advance(MINUTE_MS)
    await app.ask('updates.create', { id: shared, content: DANGER }, { as: hannah })
    expect(await own(shared)).toEqual({ is_told: false, is_read: false })
    expect((await app.ask('prayers.edit', { id: shared, visibility: 'private' }, { as: hannah })).status).toBe(200)
    expect(await own(shared)).toEqual({ is_told: true, is_read: false })
  })

  it.each<[string, (id: string) => Promise<{ status: number; text: string }>]>([
    ['the case was closed', (id) => app.ask('cases.close', { id, outcome: 'with_them' }, { as: site.as.ines })],
    ['it was kept on hold', (id) => app.ask('review.keep', { id, reason: 'We talk to her.' }, { as: site.as.ines })],
  ])('says to the author that the team has read it once %s, until its words are new', async (_, decide) => {
    const hannah = await app.signIn('hannah')
    const id = await site.share(DANGER)
    const own = async () => (await app.ask('alarms.own', { id }, { as: hannah })).data
    expect(await own()).toEqual({ is_told: false, is_read: false })
    const decided = await decide(id)
    expect(decided.status, decided.text).toBe(200)
    expect(await own()).toEqual({ is_told: true, is_read: true })
    await app.ask('prayers.edit', { id, content: 'I am so tired. Pray for me.' }, { as: hannah })
    expect((await own()).is_read).toBe(false)
  })

  it('says when the team was told, to the team', async () => {
    await site.share(DANGER)
    const told = async () =>
      (await app.ask('review.alerts', {}, { as: site.as.ines })).data.map(({ told_at }) => told_at !== null)
    expect(await told()).toEqual([false])
    await site.wait(0)
    expect(await told()).toEqual([true])
  })
})

describe('a drill', () => {
  it('sends the same email, marked, says who was reached and who answered, and ends then', async () => {
    await site.setRole('miriam', 'care')
    await app.writeSetting('care_on_call', [site.id.miriam])
    expect((await app.ask('alarms.drill', {}, { as: site.as.peter })).status).toBe(200)
    // Before its messages have left.
    expect((await site.stateOf('ruth')).last_drill).toMatchObject({ told: [], answered_by: null })
    await site.wait(0)
    const [mail] = site.smtp.received
    expect(mail?.mail.subject).toBe('Drill: someone needs you')
    expect(mail?.mail.text).toContain('Nobody is in danger')
    const token = site.tokenOf('miriam')
    expect(site.takeTold()).toEqual(['miriam'])
    expect((await site.stateOf('ruth')).last_drill).toMatchObject({
      told: [{ id: site.id.miriam, display_name: people.miriam.display_name }],
      answered_by: null,
    })
    await site.wait(16)
    expect(site.takeTold()).toEqual(['ines'])
    // Not by a link for somebody who is not of the team.
    const case_id =
      (
        await app.ctx.db
          .selectFrom('audit_log')
          .select('target_id')
          .where('action', '=', 'alarms.drill')
          .executeTakeFirstOrThrow()
      ).target_id ?? ''
    const forRuth = { user_id: site.id.ruth, case_id, is_drill: true, sent_at: now(app.ctx) }
    expect((await take(signAlarmLink(app.ctx, forRuth))).status).toBe(404)
    expect((await take(token)).data).toEqual({ is_drill: true, is_yours: true })
    await site.wait(60)
    expect(site.takeTold()).toEqual([])
    expect((await site.stateOf('peter')).last_drill?.answered_by).toMatchObject({
      display_name: people.miriam.display_name,
    })
    expect((await take(token)).data).toEqual({ is_drill: true, is_yours: true })
    // Nobody waits, and nobody has news of it.
    expect((await site.stateOf('peter')).waiting).toBe(0)
    expect(await app.ctx.db.selectFrom('notifications').select('id').where('kind', '=', 'care').execute()).toEqual([])
  })
})

describe('the health check of the alarm', () => {
  const check = async () => (await app.ask('checks.run', { name: 'alarm' }, { as: await app.signIn('peter') })).data

  it('is red while nobody has a confirmed address, and says so to whoever reports danger', async () => {
    await app.ctx.db.updateTable('users').set({ email_verified_at: null }).execute()
    expect(await check()).toMatchObject({ is_well: false, outcome: 'nobody_on_call' })
    const made = await makePrayer(app.ctx, site.id.hannah)
    const report = () => app.ask('reports.create', { id: made, report_type: 'danger_to_self' }, { as: site.as.tomas })
    expect((await report()).data.reaches_care).toBe(false)
    await site.wait(0)
    expect(site.takeTold()).toEqual([])
    await site.confirm('ines')
    // The last alarm reached nobody: a drill shows that it works again.
    expect(await check()).toMatchObject({ is_well: false, outcome: 'alarm_failed' })
    await app.ask('alarms.drill', {}, { as: site.as.ines })
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines'])
    expect(await check()).toMatchObject({ is_well: true, outcome: 'reachable' })
    expect((await report()).data.reaches_care).toBe(true)
    const other = await app.ask('reports.create', { id: made, report_type: 'other' }, { as: site.as.miriam })
    expect(other.data).not.toHaveProperty('reaches_care')
  })
})

it('without a mail server an alarm tells nobody, and nothing says that it did', async () => {
  const silent = await newTestApp()
  const [hannah, ines, peter] = [
    await silent.signIn('hannah'),
    await silent.signIn('ines'),
    await silent.signIn('peter'),
  ]
  await confirmPeople(silent.ctx)
  await silent.ask('prayers.create', { content: DANGER }, { as: hannah })
  await silent.runJobs()
  expect((await silent.ask('review.alerts', {}, { as: ines })).data.map(({ told_at }) => told_at)).toEqual([null])
  expect((await silent.ask('alarms.state', {}, { as: peter })).data.reach).toBe('no_mail')
  const checked = await silent.ask('checks.run', { name: 'alarm' }, { as: peter })
  expect(checked.data).toMatchObject({ is_well: false, outcome: 'no_mail' })
})
