import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'
import { sharedSmtp, sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, setPeople } from '../../../test/make.ts'
import { type PersonName, people } from '../../../test/people.ts'
import { deletePerson, planDeletion } from '../../site/personal-data/deletions.commands.ts'

const smtp = sharedSmtp()
const app = sharedTestApp(() => ({
  environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org', PUBLIC_URL: 'https://pray.example.org' },
}))
const user = {} as Record<PersonName, string>
let id: string
let name: string

const as = async (who: PersonName) => ({ as: await app.signIn(who) })

beforeAll(async () => {
  for (const who of ['hannah', 'grace', 'tomas', 'marcos', 'miriam', 'silas', 'peter'] as const)
    user[who] = await app.person(who)
  await app.ctx.db.updateTable('users').set({ email_verified_at: '2026-01-01T00:00:00.000Z' }).execute()
})
beforeEach(async () => {
  smtp.received.length = 0
  for (const table of ['notifications', 'sent_mails', 'preferences', 'jobs', 'events'] as const)
    await app.ctx.db.deleteFrom(table).execute()
  // Noon, which is no quiet hour.
  app.advance(DAY_MS - ((app.ctx.clock().getTime() - 12 * HOUR_MS) % DAY_MS))
  // Hannah is its owner, Grace a leader, Tomás a member. One asks to join it.
  name = `Circle ${randomUUID()}`
  id = await makeGroup(app.ctx, [user.hannah, user.grace, user.tomas], name)
  expect((await edit('grace', { role: 'leader' })).status).toBe(200)
  await app.ctx.db.deleteFrom('events').execute()
})

const edit = async (who: PersonName, change: object) =>
  app.ask('groups.edit_member', { id, userId: user[who], ...change }, await as('hannah'))
const join = async (who: PersonName) => {
  expect((await app.ask('groups.join', { id }, await as(who))).data.my_status).toBe('pending')
  await app.runJobs()
}
const later = async (ms: number) => {
  app.advance(ms)
  await app.runJobs()
}
const news = async (who: PersonName) => (await app.ask('notifications.list', {}, await as(who))).data
const choose = async (who: PersonName, change: object) => {
  const answer = await app.ask('preferences.write', { id: user[who], ...change }, await as(who))
  expect(answer.status).toBe(200)
  await app.runJobs()
}
const mailsTo = (who: PersonName) => smtp.received.filter(({ envelope }) => envelope.includes(people[who].email))

it('tells whoever leads the group where one decides, and nobody else', async () => {
  await join('marcos')
  for (const who of ['hannah', 'grace'] as const) {
    const { items, unread } = await news(who)
    expect([items.length, unread]).toEqual([1, 1])
    expect(items[0]).toMatchObject({ kind: 'asked_to_join', group_id: id, group_name: name, prayer_request_id: null })
    expect(JSON.stringify(items)).not.toContain(user.marcos)
  }
  for (const who of ['tomas', 'marcos', 'peter'] as const)
    expect(await news(who)).toMatchObject({ items: [], unread: 0 })
})

it.each<[string, () => Promise<unknown>]>([
  ['another leader let them in', () => edit('marcos', { status: 'active' })],
  [
    'another leader refused them',
    async () => app.ask('groups.delete_member', { id, userId: user.marcos, status: 'pending' }, await as('hannah')),
  ],
  ['another leader banned them', () => edit('marcos', { status: 'banned' })],
  ['they took it back', async () => app.ask('groups.leave', { id }, await as('marcos'))],
  ['they are suspended', () => setPeople(app.ctx, { status: 'suspended' }, user.marcos)],
  ['the reader leads the group no longer', () => edit('grace', { role: 'member' })],
  ['the reader left the group', async () => app.ask('groups.leave', { id }, await as('grace'))],
  ['the group is gone', async () => app.ask('groups.delete', { id }, await as('hannah'))],
])('is gone, and no email comes, when %s', async (_, change) => {
  await join('marcos')
  const [notice] = (await news('grace')).items
  expect(notice?.kind).toBe('asked_to_join')
  await change()
  expect(await news('grace')).toMatchObject({ items: [], unread: 0 })
  const read = await app.ask('notifications.edit', { id: notice?.id, is_read: true }, await as('grace'))
  expect(read.status).toBe(404)
  await later(2 * DAY_MS)
  expect(mailsTo('grace')).toEqual([])
  await app.ctx.db.updateTable('users').set({ status: 'active' }).execute()
})

it('says nothing when it was decided before anybody was told', async () => {
  await app.ask('groups.join', { id }, await as('marcos'))
  await app.ask('groups.leave', { id }, await as('marcos'))
  await app.runJobs()
  expect(await app.ctx.db.selectFrom('notifications').select('id').execute()).toEqual([])
})

it('is one for all who ask, new again with each of them, and one email a day, without a name', async () => {
  await join('marcos')
  await later(HOUR_MS)
  await join('miriam')
  expect(await news('hannah')).toMatchObject({ items: [{ is_read: false }], unread: 1 })
  await app.ask('notifications.read_all', {}, await as('hannah'))
  await join('silas')
  const { items, unread } = await news('hannah')
  expect([items.length, unread]).toEqual([1, 1])
  // It stays while one of them waits.
  for (const userId of [user.marcos, user.silas])
    await app.ask('groups.edit_member', { id, userId, status: 'active' }, await as('grace'))
  expect((await news('hannah')).items).toHaveLength(1)
  await later(DAY_MS)
  for (const who of ['hannah', 'grace'] as const) {
    expect(mailsTo(who).map(({ mail }) => mail.subject)).toEqual(['Someone asked to join your group'])
    const { text = '', html = '' } = mailsTo(who)[0]?.mail ?? {}
    expect(text).toContain(`https://pray.example.org/groups/${id}?tab=members`)
    expect(text + html).not.toMatch(new RegExp(`${name}|Marcos|Miriam|Silas`))
  }
  expect(smtp.received).toHaveLength(2)
})

it('comes at once to whoever wants that, and of others on that day the next morning', async () => {
  await choose('hannah', { notices: { groups: 'at_once' } })
  await join('marcos')
  expect(mailsTo('hannah')).toHaveLength(1)
  await later(HOUR_MS)
  await join('miriam')
  await later(HOUR_MS)
  await join('silas')
  expect(mailsTo('hannah')).toHaveLength(1)
  await later(DAY_MS)
  expect(mailsTo('hannah')).toHaveLength(2)
})

it('keeps the time of an email that waits for the end of the quiet hours', async () => {
  const quiet = { quiet_from: 11, quiet_to: 14, notice_hour: 20, time_zone: 'UTC' }
  await choose('hannah', { notices: { groups: 'at_once' }, ...quiet })
  await join('marcos')
  await join('miriam')
  expect(mailsTo('hannah')).toEqual([])
  await later(3 * HOUR_MS)
  expect(mailsTo('hannah')).toHaveLength(1)
})

it('stays away from whoever wants no news of groups', async () => {
  await choose('hannah', { notify: { groups: false } })
  await join('marcos')
  expect([(await news('hannah')).items.length, (await news('grace')).items.length]).toEqual([0, 1])
})

it('reaches open pages of leaders, as does the decision, and none of members', async () => {
  const since = Math.floor(app.ctx.clock().getTime() / 1000)
  const heard = async (who: PersonName) => (await app.ask('live.stream', { since, once: true }, await as(who))).text
  await app.ask('groups.join', { id }, await as('marcos'))
  expect(await heard('grace')).toContain(`{"kind":"groups","group_id":"${id}"}`)
  await app.ctx.db.deleteFrom('events').execute()
  await app.runJobs()
  expect(await heard('grace')).toContain('{"kind":"notices"}')
  await app.ctx.db.deleteFrom('events').execute()
  const refuse = { id, userId: user.marcos, status: 'pending' }
  expect((await app.ask('groups.delete_member', refuse, await as('hannah'))).status).toBe(200)
  for (const kind of ['"kind":"groups"', '"kind":"notices"']) expect(await heard('grace')).toContain(kind)
  expect(await heard('tomas')).not.toContain('data:')
})

it('is found by whoever comes to lead the group while somebody waits, and told to nobody else again', async () => {
  await join('marcos')
  await app.ask('notifications.read_all', {}, await as('hannah'))
  const lead = { id, userId: user.tomas, role: 'leader' }
  expect((await app.ask('groups.edit_member', lead, await as('hannah'))).status).toBe(200)
  await app.runJobs()
  expect(await news('tomas')).toMatchObject({ items: [{ kind: 'asked_to_join', group_id: id }], unread: 1 })
  expect(await news('hannah')).toMatchObject({ items: [{ is_read: true }], unread: 0 })
  // Who leads already does not lead anew.
  await app.ask('notifications.read_all', {}, await as('tomas'))
  expect((await app.ask('groups.edit_member', { ...lead, role: 'owner' }, await as('hannah'))).status).toBe(200)
  await app.runJobs()
  expect((await news('tomas')).unread).toBe(0)
})

// The last here: Silas is gone then.
it('is found by the member to whom a group falls', async () => {
  const group_id = await makeGroup(app.ctx, [user.silas, user.tomas])
  expect((await app.ask('groups.join', { id: group_id }, await as('marcos'))).data.my_status).toBe('pending')
  await app.runJobs()
  expect((await news('tomas')).items).toEqual([])
  await app.ctx.transaction((ctx) => planDeletion(ctx, user.silas, { by: user.silas, deletes_prayers: true }))
  app.advance(31 * DAY_MS)
  await app.ctx.transaction((ctx) => deletePerson(ctx, user.silas))
  await app.runJobs()
  const kinds = (await news('tomas')).items.map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['asked_to_join', 'group'])
})
