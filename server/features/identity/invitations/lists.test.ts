import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_ATTEMPTS } from '../../../mail/queue.ts'
import { sharedSmtp, sharedTestApp } from '../../../test/shared-app.ts'
import { setPeople } from '../../../test/make.ts'
import { people } from '../../../test/people.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

const password = 'correct horse battery'
let made = 0
const newEmail = (): string => `guest-${(made += 1)}@example.org`
const secretOf = (link: string | null): string => link?.split('#')[1] ?? ''

describe('a list of people', () => {
  const app = sharedTestApp({ limit_scale: 1 })
  let peter: string
  beforeAll(async () => {
    await app.person('hannah')
    peter = await app.signIn('peter')
  })

  const inviteAll = async (all: { email: string; name?: string }[], more: Record<string, unknown> = {}) =>
    (await app.ask('invitations.create_list', { list_id: randomUUID(), people: all, ...more }, { as: peter })).data
  const stateOfAddress = async (email: string) =>
    (await app.ask('invitations.check', { emails: [email] }, { as: peter })).data.items[0]?.state

  it('is looked through before anybody is invited', async () => {
    const [fresh, invited] = [newEmail(), newEmail()]
    await inviteAll([{ email: invited }])
    const emails = [fresh.toUpperCase(), people.hannah.email, invited]
    const { items } = (await app.ask('invitations.check', { emails }, { as: peter })).data
    expect(items).toEqual([
      { email: fresh, state: 'new' },
      { email: people.hannah.email, state: 'member' },
      { email: invited, state: 'invited' },
    ])
  })

  it('is invited once, however often it is sent', async () => {
    const list = [{ email: newEmail(), name: 'Aoife Byrne' }, { email: newEmail() }, { email: people.hannah.email }]
    const first = await inviteAll([...list, list[0] ?? { email: '' }])
    expect(first.items.map(({ email, name }) => ({ email, name }))).toEqual([
      list[0],
      { email: list[1]?.email, name: '' },
    ])
    expect(first.left_out).toBe(2)
    expect((await inviteAll(list)).items).toEqual([])
    const { items } = (await app.ask('invitations.list', {}, { as: peter })).data
    expect(items.filter(({ email }) => email === list[0]?.email)).toMatchObject([
      { state: 'open', name: 'Aoife Byrne' },
    ])
  })

  it('is not taken to be here by a sign-up that nobody has confirmed where that is needed', async () => {
    await app.writeSetting('require_verified_email', true)
    const email = newEmail()
    await app.ask('sessions.sign_up', { email, password })
    expect(await stateOfAddress(email)).toBe('new')
    const { items } = await inviteAll([{ email }])
    const invitation = secretOf(items[0]?.link ?? null)
    const { data } = await app.ask('sessions.sign_up', { email, password, invitation })
    await app.resetSettings()
    expect(data).toEqual({ pending: 'verify_email' })
    expect(await stateOfAddress(email)).toBe('member')
  })

  it('comes with its group and role, and waits for nobody, also after a sign-up that nobody confirmed', async () => {
    const group = { name: `Choir ${randomUUID()}`, joining: 'invite', is_listed: false }
    const { id: group_id } = (await app.ask('groups.create', group, { as: peter })).data
    await app.writeSetting('require_verified_email', true)
    await app.writeSetting('sign_up_mode', 'approval')
    const email = newEmail()
    await app.ask('sessions.sign_up', { email, password })
    const { items } = await inviteAll([{ email }], { group_id, role: 'limited' })
    await app.ask('sessions.sign_up', { email, password, invitation: secretOf(items[0]?.link ?? null) })
    await app.runJobs()
    await app.resetSettings()
    const accounts = app.ctx.db.selectFrom('users').where('email', '=', email)
    expect(await accounts.select(['role', 'status', 'awaits_approval']).execute()).toEqual([
      { role: 'limited', status: 'pending', awaits_approval: false },
    ])
    const places = app.ctx.db.selectFrom('memberships').innerJoin('users', 'users.id', 'memberships.user_id')
    const place = places.where('group_id', '=', group_id).where('email', '=', email)
    expect(await place.select(['memberships.role', 'memberships.status']).execute()).toEqual([
      { role: 'member', status: 'active' },
    ])
  })

  it('is searched by a part of a name or an address', async () => {
    const [email, other] = [newEmail(), newEmail()]
    await inviteAll([{ email, name: 'Saoirse Ní Dhuibhne' }, { email: other }])
    const find = async (search: string, as = peter) =>
      (await app.ask('invitations.list', { search }, { as })).data.items.map((item) => item.email)
    expect(await find('dhuibhne')).toEqual([email])
    expect(await find(other.toUpperCase())).toEqual([other])
    // Neither by a sign that stands for others, nor by who is not shown those of lists.
    for (const sign of ['%', 'gue_t']) expect(await find(sign)).toEqual([])
    for (const known of ['dhuibhne', email]) expect(await find(known, await app.signIn('ruth'))).toEqual([])
  })

  it('is read page by page, each of its people once', async () => {
    const emails = Array.from({ length: 120 }, () => newEmail())
    await inviteAll(emails.map((email) => ({ email })))
    // All in one moment, as on a fast machine.
    const created_at = app.ctx.clock().toISOString()
    await app.ctx.db.updateTable('invitations').set({ created_at }).where('email', 'in', emails).execute()
    const read: (string | null)[] = []
    for (const page of [0, 1, 2])
      read.push(...(await app.ask('invitations.list', { page }, { as: peter })).data.items.map(({ email }) => email))
    expect(read.slice(0, emails.length)).toEqual(emails.toReversed())
  })

  it('is seen by administrators alone', async () => {
    const email = newEmail()
    await inviteAll([{ email }])
    const seenBy = async (as: string) =>
      (await app.ask('invitations.list', {}, { as })).data.items.some((item) => item.email === email)
    expect([await seenBy(peter), await seenBy(await app.signIn('ruth'))]).toEqual([true, false])
  })

  it('comes with the group and the role that were chosen, each by a link of their own', async () => {
    const group = { name: `Choir ${randomUUID()}`, joining: 'invite', is_listed: false }
    const { id: group_id } = (await app.ask('groups.create', group, { as: peter })).data
    const email = newEmail()
    const { items } = await inviteAll([{ email, name: 'Emeka Obi' }], { group_id, role: 'limited' })
    const invitation = secretOf(items[0]?.link ?? null)
    expect((await app.ask('invitations.open', { invitation })).data).toEqual({
      email,
      name: 'Emeka Obi',
      lets_in: true,
    })
    expect(await stateOfAddress(email)).toBe('invited')
    const { data } = await app.ask('sessions.sign_up', { email, password, displayName: 'Emeka Obi', invitation })
    if (!('user' in data)) throw new Error('not signed in')
    expect(data.user.role).toBe('limited')
    await app.runJobs()
    const row = app.ctx.db.selectFrom('memberships').select(['role', 'status']).where('user_id', '=', data.user.id)
    expect(await row.where('group_id', '=', group_id).execute()).toEqual([{ role: 'member', status: 'active' }])
    expect(await stateOfAddress(email)).toBe('member')
    expect((await app.ask('invitations.open', { invitation })).problem?.code).toBe('invitations.link_expired')
  })

  it('does not come into a group whose leader no longer leads it', async () => {
    const group = { name: `Choir ${randomUUID()}`, joining: 'invite', is_listed: false }
    const { id: group_id } = (await app.ask('groups.create', group, { as: peter })).data
    const { items } = await inviteAll([{ email: newEmail() }], { group_id })
    await app.ctx.db.updateTable('memberships').set({ role: 'member' }).where('group_id', '=', group_id).execute()
    const invitation = secretOf(items[0]?.link ?? null)
    expect((await app.ask('sessions.sign_up', { email: items[0]?.email, password, invitation })).status).toBe(200)
    await app.runJobs()
    expect(
      await app.ctx.db.selectFrom('memberships').select('role').where('group_id', '=', group_id).execute(),
    ).toEqual([{ role: 'member' }])
  })

  it('is taken back, but for those who have come', async () => {
    const list_id = randomUUID()
    const list = [{ email: newEmail() }, { email: newEmail() }]
    const { items } = await inviteAll(list, { list_id })
    const [first, second] = items.map(({ link }) => secretOf(link))
    await app.ask('sessions.sign_up', { email: list[0]?.email, password, invitation: first })
    expect((await app.ask('invitations.take_back_list', { list_id }, { as: peter })).data).toEqual({
      count: 1,
      sent: 0,
    })
    expect((await app.ask('invitations.open', { invitation: second })).status).toBe(400)
    expect((await app.ask('invitations.take_back_list', { list_id }, { as: peter })).status).toBe(404)
  })

  it('comes in from one parish hall, more than may sign up there otherwise', async () => {
    const all = Array.from({ length: 22 }, () => ({ email: newEmail() }))
    const { items } = await inviteAll(all)
    const answers = await Promise.all(
      items.map(({ email, link }) => app.ask('sessions.sign_up', { email, password, invitation: secretOf(link) })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('is forgotten some time after its links have ended', async () => {
    const email = newEmail()
    await inviteAll([{ email }])
    const days = (count: number) => new Date(app.ctx.clock().getTime() - count * DAY_MS).toISOString()
    const rows = () => app.ctx.db.selectFrom('invitations').select('id').where('email', '=', email).execute()
    const end = (expires_at: string) =>
      app.ctx.db.updateTable('invitations').set({ expires_at }).where('email', '=', email).execute()
    for (const [count, kept] of [
      [89, 1],
      [91, 0],
    ] as const) {
      await end(days(count))
      await app.ctx.addJob('mail.forget', {})
      await app.runJobs()
      expect(await rows()).toHaveLength(kept)
    }
  })

  it('refuses a group that is not there, and invites nobody', async () => {
    const email = newEmail()
    const input = { list_id: randomUUID(), people: [{ email }], group_id: randomUUID() }
    expect((await app.ask('invitations.create_list', input, { as: peter })).problem?.code).toBe('groups.not_found')
    expect(await stateOfAddress(email)).toBe('new')
  })

  it('is invited again for as many days as the first time, however often', async () => {
    const { id } = (await app.ask('invitations.create', { email: newEmail(), days: 3 }, { as: peter })).data
    for (const time of [1, 2]) {
      app.advance(DAY_MS)
      peter = await app.signIn('peter')
      await app.ask('invitations.send_again', { id }, { as: peter })
      const { items } = (await app.ask('invitations.list', {}, { as: peter })).data
      const left = Date.parse(items.find((item) => item.id === id)?.expires_at ?? '') - app.ctx.clock().getTime()
      expect([time, Math.round(left / DAY_MS)]).toEqual([time, 3])
    }
  })

  it('is invited anew where whoever invited is no longer staff, since their links open nothing', async () => {
    const ruth = await app.signIn('ruth')
    const email = newEmail()
    await app.ask('invitations.create', { email }, { as: ruth })
    const set = async (role: 'member' | 'moderator') => setPeople(app.ctx, { role }, await app.person('ruth'))
    await set('member')
    expect(await stateOfAddress(email)).toBe('new')
    const { items } = await inviteAll([{ email }])
    await set('moderator')
    const invitation = secretOf(items[0]?.link ?? null)
    expect((await app.ask('invitations.open', { invitation })).status).toBe(200)
  })

  it('is invited again by somebody else, where whoever invited is no longer staff', async () => {
    const ruth = await app.signIn('ruth')
    const { id } = (await app.ask('invitations.create', { email: newEmail() }, { as: ruth })).data
    const set = async (role: 'member' | 'moderator') => setPeople(app.ctx, { role }, await app.person('ruth'))
    await set('member')
    const { link } = (await app.ask('invitations.send_again', { id }, { as: peter })).data
    expect((await app.ask('invitations.open', { invitation: secretOf(link) })).status).toBe(200)
    await set('moderator')
  })
})

describe('a list of people, where the site sends mail', () => {
  let peter: string
  const refused = 'nobody@refused.example'
  const smtp = sharedSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(
        address === refused
          ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
          : address.endsWith('@later.example')
            ? Object.assign(new Error('try again later'), { responseCode: 451 })
            : null,
      ),
  })
  const app = sharedTestApp(() => ({ environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org' } }))
  beforeAll(async () => {
    peter = await app.signIn('peter')
  })
  beforeEach(async () => {
    await app.runJobs()
    smtp.received.splice(0)
  })

  const states = async (emails: string[]) => {
    const { items } = (await app.ask('invitations.list', {}, { as: peter })).data
    return emails.map((email) => items.find((item) => item.email === email)?.state)
  }
  const pass = async (ms: number) => {
    app.advance(ms)
    await app.runJobs()
  }

  it('reads in its own language that somebody writes who has given no name', async () => {
    const own = app.ctx.db.updateTable('users').where('id', '=', await app.person('peter'))
    await own.set({ display_name: 'Ein Mitglied' }).execute()
    const input = { list_id: randomUUID(), people: [{ email: newEmail() }], language: 'es', words: 'Ven, por favor.' }
    await app.ask('invitations.create_list', input, { as: peter })
    await app.runJobs()
    await own.set({ display_name: people.peter.display_name }).execute()
    expect(smtp.received[0]?.mail.text).toContain('Miembro te escribe: «Ven, por favor.»')
  })

  it('is written to at half of the pace, with a word of who invites, and who comes is let in at once', async () => {
    await app.writeSetting('require_verified_email', true)
    const list = [{ email: newEmail(), name: 'Aoife Byrne' }, { email: newEmail() }, { email: refused }]
    const emails = list.map(({ email }) => email)
    const input = { list_id: randomUUID(), people: list, language: 'de', words: 'Ich freue mich, wenn du kommst.' }
    const { data } = await app.ask('invitations.create_list', input, { as: peter })
    expect(data.items.map(({ link }) => link)).toEqual([null, null, null])
    await app.runJobs()
    expect(await states(emails)).toEqual(['sent', 'waiting', 'waiting'])
    await pass(MINUTE_MS)
    expect(await states(emails)).toEqual(['sent', 'sent', 'refused'])
    const [mail] = smtp.received.map((one) => one.mail)
    expect(mail?.to).toEqual([list[0]?.email])
    expect(mail?.text).toContain('Hallo Aoife Byrne,')
    expect(mail?.text).toContain('„Ich freue mich, wenn du kommst.“')
    const invitation = mail?.link.secret
    await app.ask('invitations.open', { invitation })
    expect(await states(emails)).toEqual(['opened', 'sent', 'refused'])
    const answer = await app.ask('sessions.sign_up', { email: list[0]?.email, password, invitation })
    expect(answer.data).toMatchObject({ user: { email_verified: true } })
    smtp.received.splice(0)
    await app.runJobs()
    expect(smtp.received).toEqual([])
    expect(await states(emails)).toEqual(['here', 'sent', 'refused'])
    await app.resetSettings()
  })

  it('is refused once its mail is given up, and delays no list after it', async () => {
    const email = 'busy@later.example'
    await app.ask('invitations.create_list', { list_id: randomUUID(), people: [{ email }] }, { as: peter })
    await pass(HOUR_MS)
    await app.ctx.db
      .updateTable('jobs')
      .set({ attempts: MAX_ATTEMPTS - 1 })
      .where('kind', '=', 'mail.send')
      .where('status', '=', 'queued')
      .execute()
    peter = await app.signIn('peter')
    expect(await states([email])).toEqual(['waiting'])
    await pass(HOUR_MS)
    peter = await app.signIn('peter')
    expect(await states([email])).toEqual(['refused'])
    const next = newEmail()
    await app.ask('invitations.create_list', { list_id: randomUUID(), people: [{ email: next }] }, { as: peter })
    await app.runJobs()
    expect(await states([next])).toEqual(['sent'])
  })

  it('proves no address but its own', async () => {
    await app.writeSetting('require_verified_email', true)
    await app.ask('invitations.create_list', { list_id: randomUUID(), people: [{ email: newEmail() }] }, { as: peter })
    await app.runJobs()
    const invitation = smtp.received[0]?.mail.link.secret
    const answer = await app.ask('sessions.sign_up', { email: newEmail(), password, invitation })
    expect(answer.data).toEqual({ pending: 'verify_email' })
    await app.resetSettings()
  })

  it('is written to again in the language of the first mail', async () => {
    const headers = { 'accept-language': 'fr' }
    const { id } = (await app.ask('invitations.create', { email: newEmail() }, { as: peter, headers })).data
    await app.ask('invitations.send_again', { id }, { as: peter })
    await app.runJobs()
    expect(smtp.received.at(-1)?.mail.headers.get('content-language')).toBe('fr')
  })

  it('is written to again, by another link, and mails that wait are not sent once taken back', async () => {
    const list = [{ email: newEmail() }, { email: newEmail() }]
    const list_id = randomUUID()
    await app.ask('invitations.create_list', { list_id, people: list }, { as: peter })
    await app.runJobs()
    const first = smtp.received[0]?.mail.link.secret
    expect((await app.ask('invitations.take_back_list', { list_id }, { as: peter })).data).toEqual({
      count: 2,
      sent: 1,
    })
    await pass(MINUTE_MS)
    expect(smtp.received).toHaveLength(1)
    const { items } = (await app.ask('invitations.list', {}, { as: peter })).data
    const one = items.find(({ email }) => email === list[0]?.email)
    expect(one?.state).toBe('taken_back')
    const again = await app.ask('invitations.send_again', { id: one?.id }, { as: peter })
    expect(again.data).toEqual({ id: one?.id, link: null })
    await app.runJobs()
    expect(await states([list[0]?.email ?? ''])).toEqual(['sent'])
    const second = smtp.received[1]?.mail.link.secret
    expect((await app.ask('invitations.open', { invitation: first })).status).toBe(400)
    expect((await app.ask('invitations.open', { invitation: second })).status).toBe(200)
  })

  it('comes to everybody of a house with one mailbox, to some of them later', async () => {
    peter = await app.signIn('peter')
    const house = Array.from({ length: 8 }, (_, room) => ({ email: `house+${room}@example.org` }))
    await app.ask('invitations.create_list', { list_id: randomUUID(), people: house }, { as: peter })
    const arrived = () => smtp.received.flatMap(({ envelope }) => envelope).filter((to) => to.startsWith('house+'))
    await pass(10 * MINUTE_MS)
    expect(arrived()).toHaveLength(5)
    await pass(31 * MINUTE_MS)
    expect(arrived().toSorted()).toEqual(house.map(({ email }) => email))
  })
})
