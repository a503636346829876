import { expect, it } from 'vitest'
import type { EndpointName } from '../../contract/endpoints.ts'
import { newAuthenticator } from '../test/authenticator.ts'
import { sharedTestApp } from '../test/shared-app.ts'

const app = sharedTestApp()

it.each<[EndpointName, Record<string, unknown>]>([
  ['sessions.sign_in', { email: 'hannah\0@example.org', password: 'wrong' }],
  ['content.one', { slug: 'imprint\0' }],
  ['content.manage_list', { search: 'imprint\0' }],
  ['groups.list', { search: 'choir\0' }],
  ['accounts.list', { search: 'hannah\0' }],
  ['audit.list', { target_id: 'log\0' }],
  ['audit.list', { since: '0000-01-01T00:00:00.000Z' }],
])('%s finds nothing by what PostgreSQL has not, or refuses it', async (name, input) => {
  const { status } = await app.ask(name, input, { as: await app.signIn('peter') })
  expect(status).toBeLessThan(500)
})

it('a passkey signs in whose device has counted further than the column', async () => {
  const as = await app.signIn('hannah')
  const device = newAuthenticator(app.ctx.config.public_url, { counted: 2 ** 32 - 10 })
  const { data } = await app.ask('second_factors.begin_passkey', {}, { as })
  const added = await app.ask(
    'second_factors.finish_passkey',
    { name: 'My key', response: device.create(data.challenge) },
    { as },
  )
  expect(added.status).toBe(200)
  for (const _ of [1, 2]) {
    const begun = await app.ask('sessions.begin_passkey')
    const { status } = await app.ask('sessions.sign_in_with_passkey', { response: device.get(begun.data.challenge) })
    expect(status).toBe(200)
  }
})

it.each([
  ['U+0000', 'in\0ternal'],
  ['half of a surrogate pair', 'internal\ud83d'],
])('a passkey is refused whose transport has %s', async (_what, transport) => {
  const as = await app.signIn('hannah')
  const { data } = await app.ask('second_factors.begin_passkey', {}, { as })
  const created = newAuthenticator(app.ctx.config.public_url).create(data.challenge)
  const response = { ...created, response: { ...created.response, transports: [transport] } }
  const { problem } = await app.ask('second_factors.finish_passkey', { name: 'My key', response }, { as })
  expect(problem.code).toBe('request.invalid')
})
