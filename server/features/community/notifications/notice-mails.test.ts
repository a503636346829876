import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewPrayer } from '../../../../contract/prayers.ts'
import { now } from '../../../context.ts'
import { sharedSmtp, sharedTestApp } from '../../../test/shared-app.ts'
import { confirmPeople, makeGroup, makePrayer, makeUpdate, setMember, setPrayers } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'
import { notify } from './notifications.commands.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'

describe('emails about notices', () => {
  const smtp = sharedSmtp()
  const app = sharedTestApp(() => ({
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org', PUBLIC_URL: 'https://pray.example.org' },
  }))
  beforeAll(async () => {
    for (const name of ['hannah', 'tomas', 'grace', 'ines', 'peter'] as const) await confirm(name)
  })
  beforeEach(async () => {
    smtp.received.length = 0
    for (const table of ['notifications', 'sent_mails', 'preferences', 'jobs', 'follows', 'prayers'] as const)
      await app.ctx.db.deleteFrom(table).execute()
    // Noon, which is no quiet hour.
    app.advance(DAY_MS - ((app.ctx.clock().getTime() - 12 * HOUR_MS) % DAY_MS))
  })

  const confirm = async (name: PersonName) => confirmPeople(app.ctx, await app.person(name))
  const choose = async (name: PersonName, change: object) => {
    const answer = await app.ask(
      'preferences.write',
      { id: await app.person(name), ...change },
      { as: await app.signIn(name) },
    )
    expect(answer.status).toBe(200)
    await app.runJobs()
  }
  /** Hannah's request gets an update, and these people follow it. */
  const tell = async (followers: PersonName[], prayer: Partial<NewPrayer> = {}, answer = false) => {
    const hannah = await app.person('hannah')
    const id = await makePrayer(app.ctx, hannah, { content: 'Please pray for my father.', ...prayer })
    for (const name of followers) {
      await app.ctx.db
        .insertInto('follows')
        .values({ user_id: await app.person(name), prayer_request_id: id, created_at: now(app.ctx) })
        .execute()
    }
    const status = answer ? ('answered' as const) : null
    const update_id = await makeUpdate(app.ctx, hannah, id, { content: 'He is at home again.', status })
    await app.ctx.addJob('notifications.tell_followers', {
      prayer_request_id: id,
      kind: answer ? 'answered' : 'update',
      update_id,
    })
    await app.runJobs()
    return id
  }
  const notePrayed = async (id: string) =>
    app.ctx.transaction(async (ctx) =>
      notify(ctx, [await app.person('hannah')], { kind: 'prayed', prayer_request_id: id, payload: { people: 3 } }),
    )
  const tellPrayed = async (id: string) => notePrayed(id).then(() => app.runJobs())
  const later = async (ms: number) => {
    app.advance(ms)
    await app.runJobs()
  }
  const subjects = () => smtp.received.map(({ mail, envelope }) => [...envelope, mail.subject])

  it('say to somebody in discreet mode only that there is something new, under another name', async () => {
    await choose('hannah', { is_discreet: true })
    await tellPrayed(await makePrayer(app.ctx, await app.person('hannah'), { content: 'Please pray for my father.' }))
    expect(subjects()).toEqual([['hannah@example.org', 'Something new for you']])
    const { mail } = smtp.received[0] ?? {}
    const words = [mail?.from_name, mail?.subject, mail?.text, mail?.html].join('\n')
    expect(mail?.from_name).toBe('Notes')
    // Only the addresses of the site may name it.
    expect(words.replaceAll(/https:\/\/\S+|prayer@example\.org/g, '')).not.toMatch(/oremus|pray|father|hannah/i)
    expect(mail?.text).toContain('https://pray.example.org/notifications')
  })

  const pauseFor = (ms: number) =>
    choose('tomas', { paused_until: new Date(app.ctx.clock().getTime() + ms).toISOString() })

  it('rest while everything is paused, and nothing of it comes afterwards', async () => {
    await choose('tomas', { notices: { updates: 'at_once', reminders: 'daily' } })
    await choose('grace', { notices: { updates: 'at_once' } })
    const remind = async () =>
      app.ctx.transaction(async (ctx) => notify(ctx, [await app.person('tomas')], { kind: 'reminder' }))
    // Waits for the morning when the pause begins.
    await remind()
    await pauseFor(2 * DAY_MS)
    await tell(['tomas', 'grace'])
    await remind()
    await later(DAY_MS)
    expect(smtp.received.map(({ envelope }) => envelope)).toEqual([['grace@example.org']])
    await later(9 * DAY_MS)
    expect(smtp.received).toHaveLength(1)
    const { data } = await app.ask('notifications.list', {}, { as: await app.signIn('tomas') })
    expect(data.items.filter(({ kind }) => kind !== 'quiet').map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['reminder', 'reminder', 'update']),
    )
    await tell(['tomas'])
    expect(smtp.received.at(-1)?.envelope).toEqual(['tomas@example.org'])
  })

  it('come again as soon as the pause is ended', async () => {
    await choose('tomas', { notices: { updates: 'at_once' } })
    await pauseFor(2 * DAY_MS)
    await tell(['tomas'])
    await choose('tomas', { paused_until: null })
    expect(smtp.received).toEqual([])
    await tell(['tomas'])
    expect(smtp.received).toHaveLength(1)
  })

  it('do not leave when the pause begins between', async () => {
    await choose('tomas', {})
    await tell(['tomas'])
    await app.ctx.db
      .updateTable('preferences')
      .set({ paused_until: new Date(app.ctx.clock().getTime() + 2 * DAY_MS).toISOString() })
      .execute()
    await later(DAY_MS)
    await later(3 * DAY_MS)
    expect(smtp.received).toEqual([])
  })

  it('about how the account is kept come in a pause as well', async () => {
    await pauseFor(2 * DAY_MS)
    await app.ask('passwords.forgot', { email: 'tomas@example.org' })
    await app.runJobs()
    expect(smtp.received).toHaveLength(1)
  })

  it('bear the same name when they are about the account, whatever name the operator gave the sender', async () => {
    await choose('hannah', { is_discreet: true })
    const { config } = app.ctx
    const { mail_from } = config
    Object.assign(config, { mail_from: 'Prayer House <prayer@example.org>' })
    await app.ask('passwords.forgot', { email: 'hannah@example.org' })
    await app.runJobs()
    Object.assign(config, { mail_from })
    const { mail } = smtp.received[0] ?? {}
    expect([mail?.from, mail?.from_name]).toEqual(['prayer@example.org', 'Notes'])
    expect(mail?.subject).toBe('Reset your password for Notes')
  })

  it('tell of one’s own request at once, as a message that a machine wrote and that can be stopped', async () => {
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await tellPrayed(id)
    expect(subjects()).toEqual([['hannah@example.org', '3 people prayed for your request']])
    const { mail } = smtp.received[0] ?? {}
    expect(mail?.to).toEqual(['hannah@example.org'])
    expect(mail?.text).toContain('Hello Hannah W.,')
    expect(mail?.text).toContain(`https://pray.example.org/prayers/${id}`)
    expect(mail?.text).not.toContain('my father')
    expect(mail?.html).toContain('prefers-color-scheme:dark')
    expect(mail?.message_id).toMatch(/^<[0-9a-f]{32}@pray\.example\.org>$/)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(Date.parse(mail?.headers.get('date') ?? '')).toBeGreaterThan(0)
    expect(mail?.headers.get('list-unsubscribe')).toMatch(/^<https:\/\/pray\.example\.org\/api\/mail\/stop\/[\w-]+>$/)
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    await later(2 * DAY_MS)
    expect(smtp.received).toHaveLength(1)
  })

  it('tell of all else the next morning, in one message, and not when there is nothing', async () => {
    await tell(['tomas'])
    await tell(['tomas'], { content: 'My sister has an exam.' })
    await tell(['tomas'], { title: 'My brother' }, true)
    expect(smtp.received).toEqual([])
    await later(18 * HOUR_MS)
    expect(smtp.received).toEqual([])
    await later(HOUR_MS)
    expect(subjects()).toEqual([['tomas@example.org', 'News from Oremus']])
    const { text = '', html = '' } = smtp.received[0]?.mail ?? {}
    expect(text.match(/He is at home again/g)).toHaveLength(3)
    expect(text).toContain('Hannah W.')
    expect(text.indexOf('A request you follow was answered')).toBeGreaterThan(text.indexOf('has an update'))
    expect(html).toContain('class="answer"')
    expect(text.match(/I prayed: https:\/\/pray\.example\.org\/i-prayed#/g)).toHaveLength(2)
    await later(DAY_MS)
    expect(smtp.received).toHaveLength(1)
  })

  it('tell of a line with how many prayed for the same request, and of no other with it', async () => {
    await choose('hannah', { notices: { prayed: 'daily' } })
    const hannah = await app.person('hannah')
    const [id, other] = [await makePrayer(app.ctx, hannah), await makePrayer(app.ctx, hannah)]
    const asTomas = await app.signIn('tomas')
    for (const as of [asTomas, await app.signIn('grace')]) await app.ask('prayers.pray', { id }, { as })
    await app.ask('prayers.leave_line', { id, content: 'We think of you all at eight.' }, { as: asTomas })
    await app.ask('prayers.pray', { id: other }, { as: asTomas })
    await later(HOUR_MS)
    await later(18 * HOUR_MS)
    expect(smtp.received).toHaveLength(1)
    const { text = '' } = smtp.received[0]?.mail ?? {}
    const items = text.split('\n').filter((row) => /prayed/.test(row))
    expect(items.toSorted()).toEqual([
      '1 person prayed for your request',
      '2 people prayed for your request, and there’s a line for you',
    ])
    expect(text.match(/We think of you all at eight/g)).toHaveLength(1)
    expect(text).not.toContain('Tomás')
    expect(text.match(new RegExp(`prayers/${id}`, 'g'))).toHaveLength(1)
  })

  it('keep the words of a second line, and say no words of a request with extra privacy', async () => {
    await choose('hannah', { notices: { prayed: 'daily' } })
    const hannah = await app.person('hannah')
    const [id, guarded] = [await makePrayer(app.ctx, hannah), await makePrayer(app.ctx, hannah, { is_guarded: true })]
    for (const [name, content] of [
      ['tomas', 'We think of you.'],
      ['grace', 'I know how this is.'],
    ] as const) {
      const as = await app.signIn(name)
      await app.ask('prayers.pray', { id }, { as })
      await app.ask('prayers.leave_line', { id, content }, { as })
    }
    const as = await app.signIn('tomas')
    await app.ask('prayers.pray', { id: guarded }, { as })
    await app.ask('prayers.leave_line', { id: guarded, content: 'Words that stay.' }, { as })
    await later(HOUR_MS)
    await later(18 * HOUR_MS)
    const { text = '' } = smtp.received[0]?.mail ?? {}
    expect(text).toContain('2 people prayed for your request, and there’s a line for you')
    expect(text).toContain('1 person prayed for your request, and there’s a line for you')
    for (const words of ['We think of you.', 'I know how this is.']) expect(text).toContain(words)
    expect(text).not.toContain('Words that stay')
    expect(text).not.toContain(guarded)
  })

  it('tell of no answer that its author has taken back', async () => {
    const id = await tell(['tomas'], {}, true)
    await setPrayers(app.ctx, { status: 'open', answered_at: null }, id)
    await later(19 * HOUR_MS)
    expect(smtp.received).toEqual([])
  })

  it('show three requests and one answer at most, and say that more waits', async () => {
    for (let index = 0; index < 5; index += 1) await tell(['tomas'])
    for (let index = 0; index < 2; index += 1) await tell(['tomas'], {}, true)
    await later(19 * HOUR_MS)
    const { text = '' } = smtp.received[0]?.mail ?? {}
    expect(text.match(/has an update/g)).toHaveLength(3)
    expect(text.match(/was answered/g)).toHaveLength(1)
    expect(text).toContain('There’s more for you under News.')
  })

  it('come by the hour, the time zone and the rhythm of each person, also after these were changed', async () => {
    await choose('tomas', { notices: { updates: 'weekly' }, time_zone: 'America/Bogota', notice_hour: 9 })
    await choose('grace', { notices: { updates: 'at_once' } })
    await choose('ines', { notices: { updates: 'off' } })
    await tell(['tomas', 'grace', 'ines', 'peter'])
    expect(subjects()).toEqual([['grace@example.org', 'A request you follow has an update']])
    await choose('peter', { notice_hour: 6 })
    await later(18 * HOUR_MS)
    // His quiet time ends at seven.
    expect(smtp.received).toHaveLength(1)
    await later(HOUR_MS)
    expect(subjects().slice(1)).toEqual([['peter@example.org', 'A request you follow has an update']])
    await choose('tomas', { notices: { updates: 'daily' } })
    await later(7 * HOUR_MS)
    expect(subjects().slice(2)).toEqual([['tomas@example.org', 'A request you follow has an update']])
    await later(8 * DAY_MS)
    expect(smtp.received).toHaveLength(3)
  })

  it('say what a week brought', async () => {
    await choose('tomas', { notices: { updates: 'weekly' } })
    await tell(['tomas'])
    await tell(['tomas'])
    await later(7 * DAY_MS)
    expect(subjects()).toEqual([['tomas@example.org', 'This week at Oremus']])
  })

  it.each([
    ['are of the night', 11, 0],
    ['could not leave by day', 0, 11],
  ])('that %s come in the morning', async (_, until, after) => {
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    app.advance(until * HOUR_MS)
    await notePrayed(id)
    await later(after * HOUR_MS)
    expect(smtp.received).toEqual([])
    await later(8 * HOUR_MS)
    expect(smtp.received).toHaveLength(1)
  })

  it('do not tell what was read meanwhile', async () => {
    await tell(['tomas'])
    await app.ask('notifications.read_all', {}, { as: await app.signIn('tomas') })
    await later(2 * DAY_MS)
    expect(smtp.received).toEqual([])
  })

  it('are written in the reader’s language, from right to left where that is read so', async () => {
    await choose('hannah', { preferred_language: 'ar' })
    await tellPrayed(await makePrayer(app.ctx, await app.person('hannah')))
    const { html = '', headers } = smtp.received[0]?.mail ?? {}
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(headers?.get('content-language')).toBe('ar')
  })

  it.each(['fr', null] as const)('are in that of the sign-up, else of the site: %s', async (mail_language) => {
    await app.ctx.db.updateTable('users').set({ mail_language }).execute()
    await app.writeSetting('default_language', 'de')
    await tellPrayed(await makePrayer(app.ctx, await app.person('hannah')))
    await app.resetSettings()
    expect(smtp.received[0]?.mail.headers.get('content-language')).toBe(mail_language ?? 'de')
  })

  it('go to nobody whose address is not confirmed, or whose account is not active', async () => {
    const users = app.ctx.db.updateTable('users').where('id', '=', await app.person('tomas'))
    await tell(['tomas'])
    await users.set({ email_verified_at: null }).execute()
    await later(DAY_MS)
    await users.set({ email_verified_at: now(app.ctx), status: 'suspended' }).execute()
    await tell(['tomas'])
    await later(DAY_MS)
    await users.set({ status: 'active' }).execute()
    await later(2 * DAY_MS)
    expect(smtp.received).toEqual([])
  })

  it('hold neither words nor a name with a link in them, which would seem to be the site’s', async () => {
    await tell(['tomas'], { content: 'Look at https://evil.example/ and help' })
    await later(DAY_MS)
    const hannah = app.ctx.db.updateTable('users').where('email', '=', 'hannah@example.org')
    await hannah.set({ display_name: 'www.evil.example' }).execute()
    await tell(['tomas'])
    await later(DAY_MS)
    await hannah.set({ display_name: 'Hannah W.' }).execute()
    const [first, second] = smtp.received.map(({ mail }) => mail.text)
    expect([first, second]).toEqual([expect.not.stringMatching(/evil|again/), expect.not.stringContaining('evil')])
    expect(second).toContain('He is at home again.')
  })

  it('do not tell the minute of an anonymous author', async () => {
    await choose('tomas', { notices: { updates: 'at_once' } })
    app.advance(20 * 60_000)
    await tell(['tomas'], { is_anonymous: true })
    expect(smtp.received).toEqual([])
    await later(HOUR_MS)
    const { text = '' } = smtp.received[0]?.mail ?? {}
    expect(text).toContain('He is at home again.')
    expect(text).not.toContain('Hannah')
  })

  it('say nothing of what their reader lost between the notice and the message', async () => {
    const group_id = await makeGroup(app.ctx, [await app.person('hannah'), await app.person('tomas')])
    await tell(['tomas'], { visibility: 'group', group_id })
    await setMember(app.ctx, group_id, await app.person('tomas'), { status: 'banned' })
    await later(2 * DAY_MS)
    expect(smtp.received).toEqual([])
  })

  it('say in the morning that one’s day is there, and nothing of whom it is for', async () => {
    await makePrayer(app.ctx, await app.person('hannah'), { content: 'Please pray for my father.' })
    const as = await app.signIn('tomas')
    const remind_at = new Date(app.ctx.clock().getTime() + HOUR_MS).toISOString()
    await app.ask('prayer_lists.remind', { is_today: true, remind_at, repeats: 'once' }, { as })
    await later(2 * HOUR_MS)
    expect(subjects()).toEqual([['tomas@example.org', 'Your prayers for today are ready']])
    expect(smtp.received[0]?.mail.text).toContain('https://pray.example.org/today')
    expect(smtp.received[0]?.mail.text).not.toMatch(/father|hannah/i)
  })

  it('have a quota of their own, beside that for links to sign in with', async () => {
    const hannah = await app.person('hannah')
    for (let index = 0; index < 7; index += 1) await tellPrayed(await makePrayer(app.ctx, hannah))
    expect(smtp.received).toHaveLength(5)
    await app.ask('passwords.forgot', { email: 'hannah@example.org' })
    await app.runJobs()
    expect(smtp.received).toHaveLength(6)
    await later(31 * 60_000)
    // All that waited comes in one message.
    expect(smtp.received).toHaveLength(7)
    expect(smtp.received[6]?.mail.subject).toBe('News from Oremus')
  })

  it('leave out what staff wrote about them', async () => {
    const reason = 'Your prayer was unkind.'
    const id = await app.person('grace')
    const as = await app.signIn('ruth')
    for (const is_discreet of [false, true]) {
      await choose('grace', { is_discreet })
      await app.ask('accounts.suspend', { id, reason }, { as })
      await app.runJobs()
      const { mail } = smtp.received.at(-1) ?? {}
      expect(mail?.to).toEqual(['grace@example.org'])
      expect([mail?.text.includes(reason), mail?.html.includes(reason)]).toEqual([!is_discreet, !is_discreet])
      await app.ask('accounts.unsuspend', { id }, { as })
    }
  })
})
