import { expect, it } from 'vitest'
import { addTotp } from '../test/authenticator.ts'
import { callCommand, runProgram } from '../test/programs.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { admin as command } from './admin.ts'

const newPassword = 'a quiet evening prayer'

const app = sharedTestApp()

function settings(): Record<string, string> {
  const { data_dir, database_url = '', database_listen_url = '' } = app.ctx.config
  return {
    DATA_DIR: data_dir,
    DATABASE_URL: database_url,
    DATABASE_LISTEN_URL: database_listen_url,
    PUBLIC_URL: 'https://pray.example.org',
  }
}
/** Runs the command while the server runs, on the same data. */
const admin = (...words: string[]) => callCommand(command, words, settings())
const secretIn = (output: string): string =>
  /https:\/\/pray\.example\.org\/reset-password#([\w-]{43})\./.exec(output)?.[1] ?? ''

it('makes an administrator while the server runs, with a link to choose a password', async () => {
  const { code, output } = await runProgram(['server/cli/admin.ts', 'create', 'Peter@Example.org'], settings())
  expect(code).toBe(0)
  const token = secretIn(output)
  expect((await app.ask('passwords.reset', { token, newPassword })).status).toBe(200)
  const { data } = await app.ask('sessions.sign_in', { email: 'peter@example.org', password: newPassword })
  expect(data.user.role).toBe('admin')
  const again = await app.ask('passwords.reset', { token, newPassword: 'another evening prayer' })
  expect(again.status).toBe(400)
  expect((await admin('list')).output).toContain('peter@example.org')
  expect((await admin('create', 'peter@example.org')).output).toContain('already')
  const log = await app.ctx.db.selectFrom('audit_log').selectAll().execute()
  expect(log).toMatchObject([{ action: 'admin.create', target_id: data.user.id, actor_id: null }])
})

it('lets somebody in again who is locked out', async () => {
  const { output } = await admin('reset', 'peter@example.org')
  const reset = await app.ask('passwords.reset', { token: secretIn(output), newPassword: 'another evening prayer' })
  expect(reset.status).toBe(200)
})

it('lets the only administrator in who lost the authenticator app and the recovery codes, when told to', async () => {
  const email = 'peter@example.org'
  const password = 'a third evening prayer'
  await app.ask('passwords.reset', {
    token: secretIn((await admin('reset', email)).output),
    newPassword: password,
  })
  const { data } = await app.ask('sessions.sign_in', { email, password })
  await addTotp(app, data.token)

  const signIn = async () => (await app.ask('sessions.sign_in', { email, password })).status
  expect((await admin('reset', email)).output).toContain('add --without-code')
  expect(await signIn()).toBe(403)
  const { output } = await admin('reset', email, '--without-code')
  expect(output).not.toContain('--without-code')
  expect(await signIn()).toBe(200)
  const mails = await app.ctx.db.selectFrom('jobs').select('payload').where('kind', 'like', 'mail.%').execute()
  expect(JSON.stringify(mails)).toContain('second_factor_changed')
})

it('makes an administrator of somebody who has an account', async () => {
  const { data } = await app.ask('sessions.sign_up', { email: 'hannah@example.org', password: newPassword })
  const confirmed = { email_verified_at: app.ctx.clock().toISOString() }
  await app.ctx.db.updateTable('users').set(confirmed).where('id', '=', data.user.id).execute()
  expect((await admin('create', 'hannah@example.org')).code).toBe(0)
  expect((await app.ask('sessions.current', {}, { as: data.token })).status).toBe(401)
  const again = await app.ask('sessions.sign_in', { email: 'hannah@example.org', password: newPassword })
  expect(again.data.user.role).toBe('admin')
})

it('gives nobody the site who has signed up with an address that is not theirs', async () => {
  const email = 'ruth@example.org'
  await app.ask('sessions.sign_up', { email, password: newPassword })
  const { output } = await admin('create', email)
  expect((await app.ask('sessions.sign_in', { email, password: newPassword })).status).toBe(400)
  const password = 'a fourth evening prayer'
  expect((await app.ask('passwords.reset', { token: secretIn(output), newPassword: password })).status).toBe(200)
  const { data } = await app.ask('sessions.sign_in', { email, password })
  expect(data.user.role).toBe('admin')
})

it.each([
  [['create', 'not an address'], '"not an address" isn’t an email address'],
  [['create'], 'npm run admin -- create'],
  [['reset', 'nobody@example.org'], 'No account uses nobody@example.org.'],
  [['create', 'hannah@example.org', '--without-code'], 'npm run admin -- create'],
  [['reset', 'hannah@example.org', '--without'], 'npm run admin -- create'],
  [['promote', 'hannah@example.org'], 'npm run admin -- create'],
])('refuses %j with a sentence', async (words, sentence) => {
  const { code, output, complaint } = await admin(...words)
  expect([code, output]).toEqual([1, ''])
  expect(complaint).toContain(sentence)
  expect(complaint).not.toContain('    at ')
})
