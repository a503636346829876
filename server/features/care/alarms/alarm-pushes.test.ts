import { beforeEach, describe, expect, it } from 'vitest'
import { DANGER, alarmSite } from '../../../test/alarm-site.ts'
import type { TestApp } from '../../../test/app.ts'
import { confirmPeople } from '../../../test/make.ts'
import { newTestApp, sharedPushService } from '../../../test/shared-app.ts'

const service = sharedPushService()

const switchOn = async (app: TestApp, as: string, part: object = {}) => {
  const { endpoint, keys } = service.newBrowser()
  expect((await app.ask('push_devices.add', { endpoint, keys, ...part }, { as })).status).toBe(200)
}

describe('an alarm on devices', () => {
  const site = alarmSite(() => ({ push_origins: [service.origin] }))
  const { app } = site
  beforeEach(() => app.ctx.db.deleteFrom('push_devices').execute())

  const toldIn = async (id: string) => (await app.ask('alarms.own', { id }, { as: site.as.hannah })).data.is_told

  it('reaches those on call beside the email, by night too, without a word of the request', async () => {
    await app.ask('preferences.write', { id: site.id.ines, quiet_from: 0, quiet_to: 23 }, { as: site.as.ines })
    await switchOn(app, site.as.ines)
    await switchOn(app, site.as.miriam)
    const made = await site.share(DANGER)
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines'])
    const [received, ...others] = service.take()
    expect(others).toEqual([])
    const { message, headers } = received ?? {}
    expect(message?.title).toBe('Someone needs you')
    expect(message?.body).toMatch(/^A request was held back at .*because someone may be in danger/)
    expect(JSON.stringify(message)).not.toMatch(new RegExp(`pills|anymore|hannah|${made}`, 'i'))
    expect(headers?.['urgency']).toBe('high')
    // One told person of this step, by whichever way.
    const log = app.ctx.db.selectFrom('audit_log').select('target_id').where('action', '=', 'alarms.tell')
    expect(await log.execute()).toHaveLength(1)
    const token = message?.path.replace('/on-it#', '')
    expect((await app.ask('alarms.take', { token })).data).toEqual({ is_drill: false, is_yours: true })
    await site.wait(16)
    expect(service.take()).toEqual([])
  })

  it('counts as told when a push service took it, though no mail can go', async () => {
    await app.ctx.db.updateTable('users').set({ email_verified_at: null }).execute()
    const made = await site.share(DANGER)
    await site.wait(0)
    expect(await toldIn(made)).toBe(false)
    await switchOn(app, site.as.ines)
    const second = await site.share(DANGER)
    await site.wait(0)
    expect(service.take()).toHaveLength(1)
    expect(site.takeTold()).toEqual([])
    expect(await toldIn(second)).toBe(true)
    expect((await site.stateOf('peter')).reach).toBe('reachable')
  })

  it.each([410, 400])('that no push service takes tells nobody, and goes to the next at once: %s', async (answer) => {
    await site.setRole('miriam', 'care')
    await app.ctx.db.updateTable('users').set({ email_verified_at: null }).execute()
    await site.confirm('miriam')
    const today = Temporal.Instant.fromEpochMilliseconds(app.ctx.clock().getTime()).toZonedDateTimeISO('UTC').dayOfWeek
    await app.writeSetting('care_on_call', [`${site.id.ines} ${today}`])
    await switchOn(app, site.as.ines)
    service.answer = answer
    const made = await site.share(DANGER)
    await site.wait(0)
    expect(await toldIn(made)).toBe(true)
    expect(site.takeTold()).toEqual(['miriam'])
  })

  it('reaches the other devices of a person when nothing can be encrypted for one', async () => {
    await app.ctx.db.updateTable('users').set({ email_verified_at: null }).execute()
    await switchOn(app, site.as.ines)
    await app.ctx.db.updateTable('push_devices').set({ p256dh: 'no key' }).execute()
    await switchOn(app, await app.signIn('ines'))
    const made = await site.share(DANGER)
    await site.wait(0)
    expect(service.take()).toHaveLength(1)
    expect(await toldIn(made)).toBe(true)
    await site.wait(1)
    expect(service.take()).toEqual([])
  })

  it('is tried again while the push service takes nothing', async () => {
    await app.ctx.db.updateTable('users').set({ email_verified_at: null }).execute()
    await switchOn(app, site.as.ines)
    service.answer = 503
    const made = await site.share(DANGER)
    await site.wait(0)
    expect(await toldIn(made)).toBe(false)
    expect((await site.stateOf('peter')).reach).toBe('alarm_failed')
    service.answer = 201
    await site.wait(1)
    expect(service.take()).toHaveLength(1)
    expect(await toldIn(made)).toBe(true)
  })

  it('says nothing of danger on a discreet device', async () => {
    await switchOn(app, site.as.ines, { is_discreet: true })
    await site.share(DANGER)
    await site.wait(0)
    expect(service.take()[0]?.message).toMatchObject({ title: 'Oremus', body: 'Someone needs you' })
  })

  it('does not name the site to somebody in discreet mode', async () => {
    await switchOn(app, site.as.ines)
    await app.ask('preferences.write', { id: site.id.ines, is_discreet: true }, { as: site.as.ines })
    await site.share(DANGER)
    await site.wait(0)
    expect(service.take()[0]?.message).toMatchObject({ title: 'Notes', body: 'Someone needs you', is_plain: true })
  })

  it('of a drill says that it is one', async () => {
    await switchOn(app, site.as.ines)
    expect((await app.ask('alarms.drill', {}, { as: site.as.peter })).status).toBe(200)
    await site.wait(0)
    expect(service.take()[0]?.message).toMatchObject({ title: 'Drill: someone needs you' })
    expect((await site.stateOf('peter')).last_drill?.told.map(({ id }) => id)).toEqual([site.id.ines])
  })

  it('never reaches its own author, or whoever left the team', async () => {
    await switchOn(app, site.as.ines)
    await app.ask('prayers.create', { content: DANGER }, { as: site.as.ines })
    await site.wait(0)
    expect(service.take()).toEqual([])
    await site.share(DANGER)
    await app.app.worker.runDue()
    await site.setRole('ines', 'member')
    await site.wait(0)
    expect(service.take()).toEqual([])
  })
})

it('without a mail server an alarm reaches those who have a device, and says so', async () => {
  const app = await newTestApp({ push_origins: [service.origin] })
  const [hannah, ines, peter] = [await app.signIn('hannah'), await app.signIn('ines'), await app.signIn('peter')]
  await confirmPeople(app.ctx)
  await switchOn(app, ines)
  const { id } = (await app.ask('prayers.create', { content: DANGER }, { as: hannah })).data
  await app.runJobs()
  expect(service.take()).toHaveLength(1)
  expect((await app.ask('alarms.own', { id }, { as: hannah })).data).toMatchObject({ is_told: true })
  expect((await app.ask('alarms.state', {}, { as: peter })).data.reach).toBe('reachable')
  expect((await app.ask('audit.list', { action: 'alarms.fail' }, { as: peter })).data.items).toEqual([])
})
