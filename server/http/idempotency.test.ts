import { expect, it } from 'vitest'
import type { EndpointName } from '../../contract/endpoints.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { startTestApp } from '../test/app.ts'

it('a stored answer is given again, and is no secret for whoever has a copy of the database', async () => {
  const app = await startTestApp()
  const as = await app.signIn('hannah')
  const make = (key: string) => app.ask('calendar_feeds.make', {}, { as, headers: { 'idempotency-key': key } })
  const { data } = await make('the-first-key')
  expect((await make('the-first-key')).data).toEqual(data)
  expect((await make('another-key')).data).not.toEqual(data)
  const rows = await app.ctx.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(data.path.split('/').at(-1))
  await app.stop()
})

it('what begins with slow work is done once too, and answers a repeat as it did', async () => {
  const app = await startTestApp()
  const as = await app.signIn('peter')
  const currentPassword = 'a lamp for my feet'
  await app.ctx.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(currentPassword) })
    .where('id', '=', await app.person('peter'))
    .execute()
  const ask = (endpoint: EndpointName, input: Record<string, unknown>, key: string) =>
    app.ask(endpoint, input, { as, headers: { 'idempotency-key': key } })
  const countRows = async () => {
    const of = async (table: 'invitations' | 'users' | 'jobs') =>
      (await app.ctx.db.selectFrom(table).select('id').execute()).length
    return { invitations: await of('invitations'), users: await of('users'), jobs: await of('jobs') }
  }
  const made = await app.ask('invitations.create', { email: 'lea@example.org' }, { as })
  const writes: [EndpointName, Record<string, unknown>][] = [
    ['invitations.create', { email: 'noah@example.org' }],
    ['invitations.send_again', { id: made.data.id }],
    ['invitations.create_list', { list_id: crypto.randomUUID(), people: [{ email: 'jonas@example.org' }] }],
    ['invitations.create_account', { email: 'mia@example.org', reason: 'She asked' }],
    ['emails.change', { id: await app.person('tomas'), email: 'tomas@example.com', reason: 'He asked' }],
    ['passwords.change', { currentPassword, newPassword: 'a lamp for many feet' }],
  ]
  for (const [endpoint, input] of writes) {
    const first = await ask(endpoint, input, `key-of-${endpoint}`)
    expect([endpoint, first.status, first.text]).toEqual([endpoint, 200, expect.any(String)])
    const before = await countRows()
    const again = await ask(endpoint, input, `key-of-${endpoint}`)
    expect([endpoint, again.status, again.text]).toEqual([endpoint, 200, first.text])
    expect([endpoint, await countRows()]).toEqual([endpoint, before])
  }
  const other = await ask('invitations.create', { email: 'ida@example.org' }, 'key-of-invitations.create')
  expect(other.problem.code).toBe('request.key_reused')
  const malformed = await ask('invitations.create', { email: 'ida@example.org' }, 'short')
  expect(malformed.problem.code).toBe('request.malformed')
  await app.stop()
})
