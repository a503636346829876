import { describe, expect, it } from 'vitest'
import { readTelephone } from '../../../../contract/alarms.values.ts'
import { visibilities } from '../../../../contract/prayers.values.ts'
import { jobKinds } from '../../../jobs/kinds.ts'
import { Worker } from '../../../jobs/worker.ts'
import { DANGER, alarmSite } from '../../../test/alarm-site.ts'
import { makeGroup, makePrayer, prefer, setPeople } from '../../../test/make.ts'
import { people } from '../../../test/people.ts'
import { tellUnheard } from './alarms.commands.ts'
import { alarmJobs } from './alarms.jobs.ts'
import { MINUTE_MS } from '../../../../contract/time.values.ts'

const site = alarmSite()
const { app } = site

describe('danger that is found', () => {
  it('reaches those on call at once by email, each once, and waits for no other work', async () => {
    await site.setRole('miriam', 'care')
    await app.writeSetting('care_on_call', [site.id.ines])
    await site.share(DANGER)
    await app.app.alarmWorker.runDue()
    expect(site.smtp.received.map(({ envelope }) => envelope)).toEqual([[people.ines.email]])
    expect(site.smtp.received[0]?.mail.subject).toBe('Someone needs you')
    site.takeTold()
    await site.wait(1)
    expect(site.takeTold()).toEqual([])
  })

  it('reaches the whole care team where nobody is on call today, and moderators where there is no team', async () => {
    await site.setRole('miriam', 'care')
    await site.share(DANGER)
    await app.app.alarmWorker.runDue()
    expect(site.takeTold()).toEqual(['ines', 'miriam'])
    await site.setRole('miriam', 'member')
    await site.setRole('ines', 'member')
    await site.share(DANGER)
    await app.app.alarmWorker.runDue()
    expect(site.takeTold()).toEqual(['peter', 'ruth'])
  })

  it('reaches them by a report too, and never the author of the request', async () => {
    await site.setRole('miriam', 'care')
    const made = await makePrayer(app.ctx, site.id.ines)
    await app.ask('reports.create', { id: made, report_type: 'danger_to_self' }, { as: site.as.tomas })
    await app.app.alarmWorker.runDue()
    expect(site.takeTold()).toEqual(['miriam'])
    const countNews = async (who: 'ines' | 'miriam') => {
      const { data } = await app.ask('notifications.list', {}, { as: await app.signIn(who) })
      return data.items.filter(({ prayer_request_id }) => prayer_request_id === made).length
    }
    expect([await countNews('ines'), await countNews('miriam')]).toEqual([0, 1])
  })

  it('waits where only its author could be told, says that once, to administrators too, and reaches whoever comes later', async () => {
    await app.ask('prayers.create', { content: DANGER }, { as: site.as.ines })
    await site.wait(0)
    await site.wait(61)
    const countFailures = async () =>
      (await app.ctx.db.selectFrom('audit_log').select('action').where('action', '=', 'alarms.fail').execute()).length
    const failed = await countFailures()
    const tell = async () => {
      await app.ctx.transaction(tellUnheard)
      await site.wait(0)
      return site.takeTold()
    }
    for (let hour = 0; hour < 2; hour += 1) expect(await tell()).toEqual([])
    expect(await countFailures()).toBe(failed)
    const countNews = async (who: 'ines' | 'peter' | 'ruth') => {
      const { data } = await app.ask('notifications.list', {}, { as: await app.signIn(who) })
      return data.items.filter((one) => one.kind === 'care_news' && one.prayer_request_id === null).length
    }
    expect([await countNews('peter'), await countNews('ruth'), await countNews('ines')]).toEqual([1, 0, 0])
    await site.setRole('miriam', 'care')
    expect(await tell()).toEqual(['miriam'])
  })

  it('tells nobody of what is written for oneself', async () => {
    await site.share(DANGER, { visibility: 'private' })
    await app.app.alarmWorker.runDue()
    expect(site.takeTold()).toEqual([])
  })

  it('tells the next on call after 15 minutes, and everybody after 60, in whatever order jobs run', async () => {
    await site.setRole('miriam', 'care')
    // Only one of them today.
    const today = Temporal.Instant.fromEpochMilliseconds(app.ctx.clock().getTime()).toZonedDateTimeISO('UTC').dayOfWeek
    await app.writeSetting('care_on_call', [`${site.id.ines} ${today}`, `${site.id.ruth} ${(today % 7) + 1}`])
    await site.share(DANGER)
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines'])
    await site.wait(14)
    expect(site.takeTold()).toEqual([])
    await site.wait(2)
    expect(site.takeTold()).toEqual(['ruth'])
    await site.wait(43)
    expect(site.takeTold()).toEqual([])
    await site.wait(2)
    expect(site.takeTold()).toEqual(['ines', 'miriam', 'ruth'])
    await site.wait(600)
    expect(site.takeTold()).toEqual([])
  })

  it('passes nobody over whose day begins while it goes on', async () => {
    await site.setRole('miriam', 'care')
    const start = Temporal.Instant.fromEpochMilliseconds(app.ctx.clock().getTime()).toZonedDateTimeISO('UTC')
    const midnight = start.add({ days: 2 }).startOfDay()
    const dayOf = (days: number) => midnight.add({ days }).dayOfWeek
    const plan = [`${site.id.ines} ${dayOf(-1)}`, `${site.id.ruth} ${dayOf(0)}`, `${site.id.miriam} ${dayOf(1)}`]
    await app.writeSetting('care_on_call', plan)
    app.advance(midnight.epochMilliseconds - start.epochMilliseconds - 5 * MINUTE_MS)
    await site.share(DANGER)
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines'])
    await site.wait(16)
    expect(site.takeTold()).toEqual(['ruth'])
  })

  it.each([
    [
      'somebody takes it on and writes to its author',
      (one: string) => app.ask('cases.write', { id: one, content: 'Are you safe?' }, { as: site.as.ines }),
    ],
    ['it is published', (one: string) => app.ask('review.publish', { id: one }, { as: site.as.ines })],
    ['it is kept', (one: string) => app.ask('review.keep', { id: one, reason: 'A reason.' }, { as: site.as.ines })],
    ['its author deletes it', (one: string) => app.ask('prayers.delete', { id: one }, { as: site.as.hannah })],
    ['it is closed', (one: string) => app.ask('cases.close', { id: one, outcome: 'other' }, { as: site.as.ines })],
  ])('is told no further once %s', async (_, act) => {
    const made = await site.share(DANGER)
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines'])
    expect((await act(made)).status).toBe(200)
    await site.wait(16)
    await site.wait(60)
    expect(site.takeTold()).toEqual([])
  })

  it('is told further whatever its author does but delete it', async () => {
    const made = await site.share(DANGER)
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines'])
    await app.ask('prayers.edit', { id: made, visibility: 'private' }, { as: site.as.hannah })
    await site.wait(60)
    expect(site.takeTold()).toContain('ines')
  })

  it('stays with whoever kept the request, also when that is taken back', async () => {
    const made = await site.share(DANGER)
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines'])
    const kept = await app.ask('review.keep', { id: made, reason: 'A reason.' }, { as: site.as.ines })
    await site.wait(1)
    const undone = await app.ask('decisions.undo', { ids: [kept.data.decision_id] }, { as: site.as.ines })
    expect(undone.status).toBe(200)
    await site.wait(60)
    expect(site.takeTold()).toEqual([])
  })

  it.each([
    ['the role', () => site.setRole('miriam', 'member')],
    ['the account', () => setPeople(app.ctx, { status: 'suspended' }, site.id.miriam)],
    ['the address', () => setPeople(app.ctx, { email_verified_at: null }, site.id.miriam)],
  ])('is not told to somebody who lost %s after the message was queued', async (_, lose) => {
    await site.setRole('miriam', 'care')
    await site.share(DANGER)
    const { 'alarms.send': _send, ...handlers } = alarmJobs(app.ctx)
    const { database, clock, log } = app.ctx
    await new Worker({ database, clock, log, kinds: jobKinds, handlers }).runDue()
    expect(await app.ctx.db.selectFrom('jobs').select('id').where('kind', '=', 'alarms.send').execute()).toHaveLength(2)
    await lose()
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines'])
    await app.ctx.db.updateTable('users').set({ status: 'active' }).where('id', '=', site.id.miriam).execute()
  })
})

describe('the email of an alarm', () => {
  const kinds = visibilities
    .filter((visibility) => visibility !== 'private')
    .flatMap((visibility) => [false, true].map((is_anonymous) => ({ visibility, is_anonymous })))
  const neverSaid = (made: string) => [made, /canary|pills|Hannah|hannah/]

  it.each(kinds)('holds nothing of the request, its author or its address: %o', async (kind) => {
    const part = {
      ...kind,
      ...(kind.visibility === 'group' && { group_id: await makeGroup(app.ctx, [site.id.hannah, site.id.tomas]) }),
    }
    const held = await site.share(`${DANGER} canary-held`, { ...part, title: 'canary-title' })
    const reported = await makePrayer(app.ctx, site.id.hannah, {
      ...part,
      content: 'canary-reported',
      title: 'canary-other',
    })
    if (kind.visibility !== 'team')
      await app.ask(
        'reports.create',
        { id: reported, report_type: 'danger_to_self', reason: 'canary-reason' },
        { as: site.as.tomas },
      )
    await site.wait(0)
    expect(site.smtp.received.length).toBe(kind.visibility === 'team' ? 1 : 2)
    for (const { mail } of site.smtp.received) {
      const whole = [mail.subject, mail.text, mail.html, ...mail.headers.values()].join('\n')
      const words = whole.replaceAll(
        /[\w-]{60,}/g,
        (token) => `${token} ${Buffer.from(token, 'base64url').toString('latin1')}`,
      )
      for (const word of [...neverSaid(held), ...neverSaid(reported)]) expect(words).not.toMatch(word)
    }
  })

  it('says to somebody in discreet mode only that somebody needs them, under another name', async () => {
    await app.ask('preferences.write', { id: site.id.ines, is_discreet: true }, { as: site.as.ines })
    await site.share(DANGER)
    await site.wait(0)
    const { from_name, subject, text, html } = site.smtp.received[0]?.mail ?? {}
    expect([from_name, subject]).toEqual(['Notes', 'Someone needs you'])
    expect(text).toContain('/on-it#')
    expect(`${text}${html}`.replaceAll(/https?:\/\/\S+/g, '')).not.toMatch(/oremus|pray|danger|request/i)
  })

  it('reaches in the language of their sign-up who has chosen none', async () => {
    const users = app.ctx.db.updateTable('users').where('id', '=', site.id.ines)
    await users.set({ mail_language: 'de' }).execute()
    await app.writeSetting('care_on_call', [site.id.ines])
    await site.share(DANGER)
    await app.app.alarmWorker.runDue()
    await users.set({ mail_language: null }).execute()
    expect(site.smtp.received.map(({ mail }) => mail.subject)).toEqual(['Jemand braucht dich'])
  })

  it('says the hour of the site and who is next, in the language of its reader', async () => {
    await site.setRole('miriam', 'care')
    await app.writeSetting('care_on_call', [site.id.ines])
    await app.writeSetting('time_zone', 'Asia/Kolkata')
    await prefer(site.app.ctx, site.id.ines, { preferred_language: 'de' })
    await site.share(DANGER)
    await site.wait(0)
    const { subject, text, html } = site.smtp.received[0]?.mail ?? { subject: '', text: '', html: '' }
    expect(subject).toBe('Jemand braucht dich')
    const job = await app.ctx.db
      .selectFrom('jobs')
      .select('run_at')
      .where('unique_key', 'like', 'alarms.step % 1')
      .executeTakeFirstOrThrow()
    const at = (ms: number) =>
      new Date(Date.parse(job.run_at) + ms).toLocaleTimeString('de', { timeStyle: 'short', timeZone: 'Asia/Kolkata' })
    for (const part of [text, html]) {
      expect(part).toContain(`Um ${at(-15 * MINUTE_MS)} wurde ein Anliegen zurückgehalten`)
      expect(part).toContain(`Um ${at(0)} sagen wir noch jemandem Bescheid`)
    }
  })
})

describe('a number to ring', () => {
  const leave = async (who: 'ines' | 'miriam', number: string | null) =>
    await site.app.ask('alarms.set_number', { number }, { as: await site.app.signIn(who) })

  it('of somebody of the care team is read by all staff, whoever is on call now first, and by nobody else', async () => {
    await site.setRole('miriam', 'care')
    expect((await leave('ines', '030 1234')).data).toMatchObject({ own_number: '030 1234', may_leave_number: true })
    await leave('miriam', '+44 20 7946 0018')
    await site.app.writeSetting('care_on_call', [site.id.miriam])
    for (const who of ['ruth', 'peter'] as const) {
      expect(await site.stateOf(who)).toMatchObject({
        may_leave_number: false,
        own_number: null,
        ring: [
          { id: site.id.miriam, number: '+44 20 7946 0018' },
          { id: site.id.ines, number: '030 1234' },
        ],
      })
    }
    expect((await leave('ines', null)).data.ring.map(({ id }: { id: string }) => id)).toEqual([site.id.miriam])
    const own = await site.app.ask('exports.make', { id: site.id.miriam }, { as: await site.app.signIn('miriam') })
    expect(own.text).toContain('+44 20 7946 0018')
  })

  it('is forgotten when its owner leaves the team', async () => {
    const kept = async () => (await site.stateOf('ruth')).ring.length
    await site.app.writeSetting('care_on_call', [site.id.miriam, site.id.ines])
    await site.app.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', site.id.miriam).execute()
    await leave('miriam', '030 1234')
    await leave('ines', '030 1234')
    expect(await kept()).toBe(2)
    const as = await site.app.signIn('peter')
    await site.app.ask('settings.write', { name: 'care_on_call', value: [site.id.ines] }, { as })
    await site.app.writeSetting('care_on_call', [site.id.miriam, site.id.ines])
    expect(await kept()).toBe(1)
    await site.app.ask('accounts.set_role', { id: site.id.ines, role: 'moderator', reason: 'A break.' }, { as })
    expect(await kept()).toBe(0)
  })

  it.each([
    ['٠٣٠ ١٢٣٤', '030 1234'],
    ['０３－１２３４', '03-1234'],
    [' (030) 12.34/5 ', '(030) 12.34/5'],
    ['१२३', '123'],
    ['ring Anna', undefined],
    ['12', undefined],
    ['+49 30 <b>1</b>', undefined],
    ['tel:123', undefined],
  ])('%s is kept as %s', (typed, number) => expect(readTelephone(typed)).toBe(number))
})
