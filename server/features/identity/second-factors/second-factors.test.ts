import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeSetting } from '../../../settings/settings.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { STEP_MS, addPasskey, addTotp, codeOf, newAuthenticator } from '../../../test/authenticator.ts'
import type { Role } from '../../../../contract/users.ts'

const PASSWORD = 'a quiet evening prayer'

describe('second factors', () => {
  const app = sharedTestApp()
  let email: string
  let as: string
  let user_id: string

  beforeEach(async () => {
    email = `${crypto.randomUUID()}@example.org`
    const { data } = await app.ask('sessions.sign_up', { email, password: PASSWORD })
    as = data.token
    user_id = data.user.id
  })

  const signIn = (code?: string) =>
    app.ask('sessions.sign_in', { email, password: PASSWORD, ...(code !== undefined && { code }) })

  it('bear a name that says nothing where the device of somebody in discreet mode keeps it', async () => {
    const names = async () => {
      const { uri } = (await app.ask('second_factors.begin_totp', {}, { as })).data
      const { rp } = (await app.ask('second_factors.begin_passkey', {}, { as })).data
      return [new URL(uri).searchParams.get('issuer'), (rp as { name: string }).name]
    }
    expect(await names()).toEqual(['Oremus', 'Oremus'])
    await app.ask('preferences.write', { id: user_id, is_discreet: true }, { as })
    expect(await names()).toEqual(['Notes', 'Notes'])
  })

  describe('codes of an authenticator app', () => {
    it('asks for a code once one was given, and not before', async () => {
      const { data } = await app.ask('second_factors.begin_totp', {}, { as })
      expect(data.uri).toContain(`secret=${data.secret}`)
      expect((await signIn()).status).toBe(200)
      expect((await app.ask('second_factors.finish_totp', { code: '000000' }, { as })).problem.code).toBe(
        'second_factors.wrong_code',
      )
      const { recovery_codes } = (
        await app.ask('second_factors.finish_totp', { code: codeOf(app, data.secret) }, { as })
      ).data
      expect(new Set(recovery_codes).size).toBe(10)
      app.advance(STEP_MS)
      expect((await signIn()).problem).toMatchObject({ status: 403, code: 'sessions.second_factor_needed' })
      expect((await signIn(codeOf(app, data.secret))).status).toBe(200)
    })

    it('takes a code in the digits of other scripts', async () => {
      const { secret } = await addTotp(app, as)
      const typed = Array.from(codeOf(app, secret), (digit) => String.fromCodePoint(0x6_60 + Number(digit))).join('')
      expect((await signIn(typed)).status).toBe(200)
    })

    it('takes each code once', async () => {
      const { secret } = await addTotp(app, as)
      const code = codeOf(app, secret)
      expect((await signIn(code)).status).toBe(200)
      expect((await signIn(code)).problem.code).toBe('second_factors.wrong_code')
    })

    it('takes a code of the step before or after, for a clock that is off, and none further away', async () => {
      const { secret } = await addTotp(app, as)
      const at = (steps: number) => codeOf(app, secret, steps)
      app.advance(10 * STEP_MS)
      expect((await signIn(at(-2))).status).toBe(400)
      expect((await signIn(at(2))).status).toBe(400)
      expect((await signIn(at(-1))).status).toBe(200)
      expect((await signIn(at(1))).status).toBe(200)
      // Using a later code invalidates the earlier ones.
      expect((await signIn(at(0))).status).toBe(400)
    })

    it('does not ask for a code, and so does not tell of one, when the password is wrong', async () => {
      const { secret } = await addTotp(app, as)
      const wrong = await app.ask('sessions.sign_in', { email, password: 'wrong', code: codeOf(app, secret) })
      expect(wrong.problem.code).toBe('sessions.wrong_credentials')
    })

    it('takes each recovery code once, however it is typed', async () => {
      const { recovery_codes } = await addTotp(app, as)
      const [first = '', second = ''] = recovery_codes
      expect((await signIn(` ${first.toUpperCase().replace(/(.{4})/g, '$1-')}`)).status).toBe(200)
      expect((await signIn(first)).status).toBe(400)
      expect((await app.ask('second_factors.list', {}, { as })).data.recovery_codes_left).toBe(9)
      const renewed = await app.ask('second_factors.renew_recovery_codes', {}, { as })
      expect(renewed.data.recovery_codes).not.toContain(second)
      expect((await signIn(second)).status).toBe(400)
    })

    it('takes a recovery code, and can be set up anew, where the key of the site was made anew', async () => {
      const { secret, recovery_codes } = await addTotp(app, as)
      const secret_sealed = Buffer.alloc(60).toString('base64url')
      await app.ctx.db.updateTable('totp_secrets').set({ secret_sealed }).where('user_id', '=', user_id).execute()
      expect((await signIn(codeOf(app, secret))).problem.code).toBe('second_factors.wrong_code')
      const { data } = await signIn(recovery_codes[0])
      expect((await app.ask('second_factors.list', {}, { as: data.token })).data.totp).toBe(true)
      for (const act of ['second_factors.end_totp', 'second_factors.begin_totp'] as const)
        expect((await app.ask(act, {}, { as: data.token })).status).toBe(200)
    })

    it('stores neither the secret nor a recovery code in the clear', async () => {
      const { secret, recovery_codes } = await addTotp(app, as)
      const rows = JSON.stringify([
        await app.ctx.db.selectFrom('totp_secrets').selectAll().execute(),
        await app.ctx.db.selectFrom('recovery_codes').selectAll().execute(),
      ])
      expect(rows).not.toContain(secret)
      for (const code of recovery_codes) expect(rows).not.toContain(code)
    })

    it('lets a person take it away again, and tells them by mail of each change', async () => {
      await addTotp(app, as)
      expect((await app.ask('second_factors.end_totp', {}, { as })).status).toBe(200)
      expect((await signIn()).status).toBe(200)
      const mails = await app.ctx.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail.send').execute()
      expect(mails.filter(({ payload }) => payload['to'] === email)).toHaveLength(2)
    })
  })

  describe('passkeys', () => {
    it('signs in with one, without a password', async () => {
      const { device, passkey } = await addPasskey(app, as)
      expect(passkey).toMatchObject({ name: 'My phone', last_used_at: null })
      const { data } = await app.ask('sessions.begin_passkey')
      const answer = await app.ask('sessions.sign_in_with_passkey', { response: device.get(data.challenge) })
      expect([answer.status, answer.data.user.id]).toEqual([200, user_id])
      const { passkeys } = (await app.ask('second_factors.list', {}, { as })).data
      expect(passkeys[0]?.last_used_at).not.toBeNull()
    })

    it.each([
      [
        'an answer that was given before',
        async (device: Device, challenge: string) => {
          const response = device.get(challenge)
          await app.ask('sessions.sign_in_with_passkey', { response })
          return response
        },
      ],
      ['a challenge of nobody', (device: Device) => device.get('bm9ib2R5')],
      [
        'an answer without the device asking who holds it',
        (device: Device, challenge: string) => device.get(challenge, { verified: false }),
      ],
      [
        'a key that is not the one',
        (device: Device, challenge: string) => ({
          ...newAuthenticator(app.ctx.config.public_url).get(challenge),
          id: device.get('').id,
          rawId: device.get('').id,
        }),
      ],
      [
        'a passkey that nobody has',
        (_: Device, challenge: string) => newAuthenticator(app.ctx.config.public_url).get(challenge),
      ],
      ['another site', (_: Device, challenge: string) => newAuthenticator('https://evil.example').get(challenge)],
    ] as const)('refuses %s', async (_, answerWith) => {
      const { device } = await addPasskey(app, as)
      const { data } = await app.ask('sessions.begin_passkey')
      const response = await answerWith(device, data.challenge)
      const answer = await app.ask('sessions.sign_in_with_passkey', { response })
      expect(answer.problem).toMatchObject({ status: 400, code: 'second_factors.passkey_refused' })
    })

    it('refuses a challenge that is older than five minutes', async () => {
      const { device } = await addPasskey(app, as)
      const { data } = await app.ask('sessions.begin_passkey')
      app.advance(5 * 60_000)
      const answer = await app.ask('sessions.sign_in_with_passkey', { response: device.get(data.challenge) })
      expect(answer.problem.code).toBe('second_factors.passkey_refused')
    })

    it('does not add a passkey by a challenge that somebody else was given', async () => {
      const other = await app.signIn('tomas')
      const { data } = await app.ask('second_factors.begin_passkey', {}, { as: other })
      const response = newAuthenticator(app.ctx.config.public_url).create(data.challenge)
      const answer = await app.ask('second_factors.finish_passkey', { name: 'Mine', response }, { as })
      expect(answer.problem.code).toBe('second_factors.passkey_refused')
    })

    it('does not let somebody suspended in', async () => {
      const { device } = await addPasskey(app, as)
      await app.ctx.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user_id).execute()
      const { data } = await app.ask('sessions.begin_passkey')
      const answer = await app.ask('sessions.sign_in_with_passkey', { response: device.get(data.challenge) })
      expect(answer.problem.code).toBe('sessions.suspended')
    })

    it('removes one of one’s own, and finds none of others', async () => {
      const { passkey } = await addPasskey(app, as)
      const other = await app.signIn('tomas')
      const foreign = await app.ask('second_factors.delete_passkey', { id: passkey.id }, { as: other })
      const missing = await app.ask('second_factors.delete_passkey', { id: 'bm9uZQ' }, { as: other })
      expect(foreign.status).toBe(404)
      expect(foreign.text).toBe(missing.text)
      expect((await app.ask('second_factors.delete_passkey', { id: passkey.id }, { as })).status).toBe(200)
      expect((await app.ask('second_factors.list', {}, { as })).data.passkeys).toEqual([])
    })
  })

  describe('when staff must have one', () => {
    beforeAll(async () => {
      const admin = await app.person('peter')
      await app.ctx.transaction((ctx) => writeSetting(ctx, admin, 'staff_second_factor', true))
    })
    const become = (role: Role) => app.ctx.db.updateTable('users').set({ role }).where('id', '=', user_id).execute()

    it('withholds the role until a second step was taken, and says what to do', async () => {
      await become('admin')
      const refused = await app.ask('content.manage_list', {}, { as })
      expect(refused.problem).toMatchObject({ status: 403, code: 'sessions.second_factor_required' })
      expect((await app.ask('second_factors.list', {}, { as })).data.required).toBe(true)
      const { secret } = await addTotp(app, as)
      expect((await app.ask('content.manage_list', {}, { as })).status).toBe(200)
      const { data } = await signIn(codeOf(app, secret))
      expect((await app.ask('content.manage_list', {}, { as: data.token })).status).toBe(200)
    })

    it('does not show the team’s requests to a role that is withheld', async () => {
      await become('care')
      const author = await app.signIn('hannah')
      const { data } = await app.ask('prayers.create', { content: 'For the team', visibility: 'team' }, { as: author })
      expect((await app.ask('prayers.one', { id: data.id }, { as })).status).toBe(404)
      await addPasskey(app, as)
      expect((await app.ask('prayers.one', { id: data.id }, { as })).status).toBe(200)
    })

    it('leaves members alone', async () => {
      expect((await app.ask('content.manage_list', {}, { as })).problem.code).toBe('request.forbidden')
      expect((await app.ask('prayers.create', { content: 'Rain, please' }, { as })).status).toBe(200)
    })
  })
})

type Device = ReturnType<typeof newAuthenticator>
