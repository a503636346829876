import { describe, expect, it } from 'vitest'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { takeDueMails } from '../../../test/mail.ts'

const password = 'correct horse battery'

describe('spellings of one address', () => {
  const app = sharedTestApp()
  const count = async () => (await app.ctx.db.selectFrom('users').select('id').execute()).length
  const mailed = async () => (await takeDueMails(app)).flatMap(({ to }) => to)

  it.each([
    ['anna@пример.рф', ['Anna@ПРИМЕР.рф', 'anna@xn--e1afmkfd.xn--p1ai', 'anna@XN--E1AFMKFD.xn--p1ai']],
    ['jürgen@münchen.example', ['ju\u0308rgen@mu\u0308nchen.example', 'JÜRGEN@xn--mnchen-3ya.example']],
    ['a&b@example.org', ['A&B@EXAMPLE.org', 'mailto:a&b@example.org']],
  ])('are one account: %s', async (email, spellings) => {
    const first = await app.ask('sessions.sign_up', { email, password })
    expect(first.status).toBe(200)
    await mailed()
    const before = await count()
    for (const spelling of spellings) {
      const again = await app.ask('sessions.sign_up', { email: spelling, password: 'a quiet evening prayer' })
      expect(again.problem.code).toBe('sessions.email_taken')
      expect((await app.ask('sessions.sign_in', { email: spelling, password })).status).toBe(200)
      await app.ask('passwords.forgot', { email: spelling })
      expect(await mailed()).toHaveLength(1)
    }
    expect(await count()).toBe(before)
  })

  it('that look alike are two accounts', async () => {
    const one = 'mary@apple.example'
    expect((await app.ask('sessions.sign_up', { email: one, password })).status).toBe(200)
    const other = await app.ask('sessions.sign_up', { email: 'mary@аpple.example', password: 'a quiet evening prayer' })
    expect(other.status).toBe(200)
    await mailed()
    await app.ask('passwords.forgot', { email: 'mary@аpple.example' })
    expect(await mailed()).toEqual(['mary@xn--pple-43d.example'])
    expect((await app.ask('sessions.sign_in', { email: one, password: 'a quiet evening prayer' })).status).toBe(400)
  })

  it('that are none are refused in words', async () => {
    const { status, problem } = await app.ask('sessions.sign_up', { email: 'anna@example.', password })
    expect([status, problem.errors]).toMatchObject([
      400,
      [{ path: 'email', code: 'not_an_address', detail: expect.stringMatching(/ending .* is missing/) as string }],
    ])
    const { problem: none } = await app.ask('sessions.sign_up', { email: ' ', password })
    expect(none.errors).toMatchObject([{ detail: 'Enter an email address, like name@example.org.' }])
  })

  it('go into an invitation alike', async () => {
    const as = await app.signIn('peter')
    const { data } = await app.ask('invitations.create', { email: 'Ida@Пример.рф' }, { as })
    expect(data.email).toBe('ida@xn--e1afmkfd.xn--p1ai')
    expect(await mailed()).toEqual(['ida@xn--e1afmkfd.xn--p1ai'])
  })
})

it('spellings of one address share the limits of wrong guesses, whatever their letters and spaces', async () => {
  const app = await newTestApp({ limit_scale: 1, environment: { TRUSTED_PROXIES: '127.0.0.1' } })
  const spellings = ['guess@пример.рф', ' GUESS@xn--e1afmkfd.xn--p1ai ']
  const statuses: number[] = []
  for (let index = 0; index < 30; index += 1) {
    const from = { headers: { 'x-forwarded-for': `198.51.100.${index}` } }
    const guess = { email: spellings[index % 2] ?? '', password: `guess ${index}` }
    statuses.push((await app.ask('sessions.sign_in', guess, from)).status)
  }
  expect(statuses.indexOf(429)).toBe(25)
})
