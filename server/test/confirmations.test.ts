import { describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { CONFIRMATION_TTL_MS } from '../http/session.ts'
import type { PersonName } from './people.ts'
import { sharedTestApp } from './shared-app.ts'

describe('the password of the last five minutes', () => {
  const app = sharedTestApp()

  /** Returns a token whose person gave their password too long ago. */
  const signInLongAgo = async (who: PersonName): Promise<string> => {
    const as = await app.signIn(who)
    app.advance(CONFIRMATION_TTL_MS + 1000)
    return as
  }

  it.each<[EndpointName, PersonName, Record<string, unknown>]>([
    ['accounts.set_role', 'peter', { role: 'care' }],
    ['audit.export', 'peter', { action: 'accounts.suspend' }],
    ['emails.change', 'hannah', { email: 'later@example.org' }],
    ['exports.make', 'hannah', {}],
    ['mail_server.write', 'peter', { host: '127.0.0.1', port: 1, from: 'prayer@example.org', password: 'x' }],
    ['mail_server.remove', 'peter', {}],
    ['second_factors.begin_totp', 'hannah', {}],
    ['second_factors.finish_totp', 'hannah', { code: '123456' }],
    ['second_factors.end_totp', 'hannah', {}],
    ['second_factors.renew_recovery_codes', 'hannah', {}],
    ['second_factors.begin_passkey', 'hannah', {}],
    ['second_factors.delete_passkey', 'hannah', { id: 'abc' }],
    ['settings.write', 'peter', { name: 'sign_up_mode', value: 'invite' }],
    ['settings.write', 'peter', { name: 'require_verified_email', value: true }],
    ['settings.write', 'peter', { name: 'staff_second_factor', value: true }],
  ])('is needed for %s by %s with %j', async (name, who, input) => {
    const id = await app.person('hannah')
    const whole = { ...(endpoints[name].path.includes('{id}') && { id }), ...input }
    const { problem } = await app.ask(name, whole, { as: await signInLongAgo(who) })
    expect(problem).toMatchObject({ status: 403, code: 'sessions.confirmation_needed' })
  })

  it('is not needed for a setting that lets nobody in', async () => {
    const as = await signInLongAgo('peter')
    expect((await app.ask('settings.write', { name: 'moderation_mode', value: 'all_held' }, { as })).status).toBe(200)
  })
})
