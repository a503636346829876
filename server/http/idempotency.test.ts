import { expect, it, vi } from 'vitest'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { schemas, takesKey } from '../../contract/schemas.ts'
import { mediaTypeOf } from '../../contract/streams.ts'
import { handlers } from '../features.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { newFolder } from '../test/folder.ts'
import { newSmtp, newTestApp } from '../test/shared-app.ts'
import { setPeople } from '../test/make.ts'

const names = Object.keys(endpoints) as EndpointName[]

it('a file is kept for no repeat', () => {
  expect(names.filter((name) => mediaTypeOf(schemas[name].output) !== undefined && takesKey(name))).toEqual([])
})

it('a stored answer is given again, and is no secret for whoever has a copy of the database', async () => {
  const app = await newTestApp()
  const as = await app.signIn('hannah')
  const make = (key: string) => app.ask('calendar_feeds.make', {}, { as, headers: { 'idempotency-key': key } })
  const { data } = await make('the-first-key')
  expect((await make('the-first-key')).data).toEqual(data)
  expect((await make('another-key')).data).not.toEqual(data)
  const rows = await app.ctx.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(data.path.split('/').at(-1))
})

it('what begins with slow work is done once too, and answers a repeat as it did', async () => {
  const smtp = await newSmtp()
  const app = await newTestApp({ environment: { BACKUPS: 'on' } })
  const as = await app.signIn('peter')
  const currentPassword = 'a lamp for my feet'
  await setPeople(app.ctx, { password_hash: await hashPassword(currentPassword) }, await app.person('peter'))
  const ask = (endpoint: EndpointName, input: Record<string, unknown>, key: string) =>
    app.ask(endpoint, input, { as, headers: { 'idempotency-key': key } })
  const countRows = async () => {
    const of = async (table: 'invitations' | 'users' | 'jobs' | 'audit_log' | 'group_readers') =>
      (await app.ctx.db.selectFrom(table).select('id').execute()).length
    return {
      invitations: await of('invitations'),
      users: await of('users'),
      jobs: await of('jobs'),
      acts: await of('audit_log'),
      readers: await of('group_readers'),
      mails: smtp.received.length,
    }
  }
  const isBackedUp = async () => {
    const { data } = await app.ask('backups.list', {}, { as })
    expect(data.is_being_made).toBe(false)
  }
  const made = await app.ask('invitations.create', { email: 'lea@example.org' }, { as })
  const group = await app.ask('groups.create', { name: 'The circle' }, { as })
  const prayer = await app.ask('prayers.create', { content: 'For my mother in hospital' }, { as })
  const { hostname: host, port } = new URL(smtp.url)
  const drive = newFolder()
  const writes: [EndpointName, Record<string, unknown>][] = [
    ['mail_server.write', { host, port: Number(port), from: 'prayers@parish.example', username: '' }],
    ['invitations.create', { email: 'noah@example.org' }],
    ['invitations.send_again', { id: made.data.id }],
    ['invitations.create_list', { list_id: crypto.randomUUID(), people: [{ email: 'jonas@example.org' }] }],
    ['invitations.create_account', { email: 'mia@example.org', reason: 'She asked' }],
    ['group_summaries.add_readers', { id: group.data.id, emails: ['ida@example.org'], language: 'en' }],
    ['checks.run', { name: 'write' }],
    ['backups.make', {}],
    ['backups.set_place', { folder: drive }],
    ['classifications.recategorize', { id: prayer.data.id }],
    ['classifications.recategorize_many', { ids: [prayer.data.id] }],
    ['emails.change', { id: await app.person('tomas'), email: 'tomas@example.com', reason: 'He asked' }],
    ['passwords.change', { currentPassword, newPassword: 'a lamp for many feet' }],
  ]
  const opening = names.filter((name) => 'opensTransaction' in handlers[name] && takesKey(name))
  expect(writes.map(([endpoint]) => endpoint).toSorted()).toEqual(opening.toSorted())
  for (const [endpoint, input] of writes) {
    const first = await ask(endpoint, input, `key-of-${endpoint}`)
    expect([endpoint, first.status, first.text]).toEqual([endpoint, 200, expect.any(String)])
    await vi.waitFor(isBackedUp, 20_000)
    const before = await countRows()
    app.advance(1000)
    const again = await ask(endpoint, input, `key-of-${endpoint}`)
    expect([endpoint, again.status, again.text]).toEqual([endpoint, 200, first.text])
    expect([endpoint, await countRows()]).toEqual([endpoint, before])
  }
  const run = () => ask('classifications.recategorize_many', {}, 'key-of-the-whole-run')
  const whole = await run()
  expect((whole.data as { results: unknown[] }).results).not.toEqual([])
  expect((await run()).text).toBe(whole.text)
  const other = await ask('invitations.create', { email: 'ida@example.org' }, 'key-of-invitations.create')
  expect(other.problem.code).toBe('request.key_reused')
  const malformed = await ask('invitations.create', { email: 'ida@example.org' }, 'short')
  expect(malformed.problem.code).toBe('request.malformed')
})
