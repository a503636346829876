import { beforeEach, describe, expect, it } from 'vitest'
import { newAuthenticator } from '../../../test/authenticator.ts'
import { takeDueMails } from '../../../test/mail.ts'
import { eachTestApp } from '../../../test/shared-app.ts'
import { confirmPeople, makeGroup, makePrayer } from '../../../test/make.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const password = 'a quiet evening prayer'
const NAME = 'Canary Deborah'
const email = 'canary-deborah@example.org'

const app = eachTestApp()
let id: string
let token: string

beforeEach(async () => {
  const { data } = await app.ask('sessions.sign_up', { email, password, displayName: NAME })
  ;({ token } = data)
  id = data.user.id
})

const plan = (prayers = 'keep_without_name') => app.ask('deletions.plan', { id, prayers }, { as: token })
const signIn = (more = {}) => app.ask('sessions.sign_in', { email, password, ...more })
async function skipGracePeriod(): Promise<void> {
  app.advance(7 * DAY_MS + 1000)
  await app.runJobs()
}

describe('planning to leave', () => {
  it('ends every session, is told by mail, and hides the profile', async () => {
    const other = (await signIn()).data.token
    const { data } = await plan()
    expect(data).toEqual({ id, deletes_at: expect.stringMatching(/Z$/) as string })
    const days = (Date.parse(data.deletes_at) - app.ctx.clock().getTime()) / DAY_MS
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)
    for (const as of [token, other]) expect((await app.ask('sessions.current', {}, { as })).status).toBe(401)
    const hannah = await app.signIn('hannah')
    expect((await app.ask('accounts.profile', { id }, { as: hannah })).status).toBe(404)
    const mail = await app.ctx.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail.send').execute()
    expect(mail[0]?.payload).toMatchObject({
      to: email,
      template: 'deletion_planned',
      values: { deletes_at: data.deletes_at },
    })
  })

  it('needs the password of the last minutes, and says how to send it', async () => {
    expect((await plan('everything')).status).toBe(400)
    app.advance(6 * 60_000)
    const { problem } = await plan()
    const hint = 'Send {"password": "…"} to POST /api/auth/confirm, then send this again within five minutes.'
    expect(problem).toMatchObject({ code: 'sessions.confirmation_needed', hint })
    const headers = { accept: 'text/plain', authorization: `Bearer ${token}` }
    const words = await app.fetch(`/api/users/${id}`, { method: 'DELETE', headers })
    expect(await words.text()).toBe(`${problem.detail} ${hint}`)
    await app.ask('sessions.confirm', { password }, { as: token })
    // The query string also carries the choice, because some proxies drop the body of DELETE.
    const answer = await app.fetch(`/api/users/${id}?prayers=delete`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
  })

  it('is asked about when the person signs in again, and taken back when they say so', async () => {
    await plan('delete')
    const wrong = await app.ask('sessions.sign_in', { email, password: 'not the password', keep_account: true })
    expect(wrong.problem.code).toBe('sessions.wrong_credentials')
    const asked = await signIn()
    expect([asked.status, asked.problem.code]).toEqual([403, 'sessions.deleting'])
    expect((await signIn({ keep_account: false })).problem.code).toBe('sessions.deleting')
    const kept = await signIn({ keep_account: true })
    expect(kept.data.user.display_name).toBe(NAME)
    await skipGracePeriod()
    expect((await signIn()).status).toBe(200)
  })

  it('is taken back with a passkey, and with a code in an email, but not without being told to', async () => {
    const device = newAuthenticator(app.ctx.config.public_url)
    const { challenge } = (await app.ask('second_factors.begin_passkey', {}, { as: token })).data
    await app.ask('second_factors.finish_passkey', { name: 'Phone', response: device.create(challenge) }, { as: token })
    const byPasskey = async (more = {}) => {
      const { data } = await app.ask('sessions.begin_passkey')
      return await app.ask('sessions.sign_in_with_passkey', { response: device.get(data.challenge), ...more })
    }
    await plan()
    expect((await byPasskey()).problem.code).toBe('sessions.deleting')
    const kept = await byPasskey({ keep_account: true })
    expect(kept.data.user.id).toBe(id)

    await confirmPeople(app.ctx)
    await app.ask('deletions.plan', { id, prayers: 'delete' }, { as: kept.data.token })
    await takeDueMails(app)
    const { ticket } = (await app.ask('sessions.send_code', { email })).data
    const mail_code = /(?<!\d)\d{6}(?!\d)/.exec((await takeDueMails(app)).at(-1)?.text ?? '')?.[0] ?? ''
    const byCode = (more = {}) => app.ask('sessions.sign_in_with_code', { email, ticket, mail_code, ...more })
    expect((await byCode()).problem.code).toBe('sessions.deleting')
    expect((await byCode({ keep_account: true })).data.user.id).toBe(id)
    await skipGracePeriod()
    expect((await signIn()).status).toBe(200)
  })

  it('can be planned anew with another choice', async () => {
    await makePrayer(app.ctx, id)
    await plan('delete')
    ;({ token } = (await signIn({ keep_account: true })).data)
    app.advance(DAY_MS)
    ;({ token } = (await signIn()).data)
    await plan('keep_without_name')
    app.advance(6.5 * DAY_MS)
    await app.runJobs()
    expect((await signIn()).problem.code).toBe('sessions.deleting')
    await skipGracePeriod()
    expect((await app.ask('prayers.list')).data.items).toMatchObject([{ author: null }])
  })
})

it('keeps requests without a name when nothing else is said, and no body is sent', async () => {
  const prayer = await makePrayer(app.ctx, id)
  const response = await app.fetch(`/api/users/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  expect(response.status).toBe(200)
  await skipGracePeriod()
  expect((await app.ask('prayers.one', { id: prayer })).data).toMatchObject({ author: null })
  expect((await signIn()).status).toBe(400)
})

describe('an administrator', () => {
  it('plans it with a reason that is kept, and takes it back; the person cannot', async () => {
    const peter = await app.signIn('peter')
    const ask = (more: object) => app.ask('deletions.plan', { id, ...more }, { as: peter })
    await confirmPeople(app.ctx)
    expect((await ask({ reason: 'They asked by letter.' })).status).toBe(200)
    expect((await ask({ reason: 'Twice' })).problem.code).toBe('users.not_active')
    const mails = (await takeDueMails(app)).filter(({ subject }) => subject.includes('will be deleted'))
    expect(mails.map(({ text }) => /They asked by letter/.test(text) && /delete it on \d+ \w+/.test(text))).toEqual([
      true,
    ])
    expect((await app.ask('sessions.current', {}, { as: token })).status).toBe(401)
    expect((await signIn({ keep_account: true })).problem.code).toBe('sessions.suspended')
    const reason = 'A mistake'
    expect((await app.ask('accounts.unsuspend', { id, reason }, { as: await app.signIn('ruth') })).status).toBe(403)
    expect((await app.ask('accounts.unsuspend', { id, reason }, { as: peter })).data.status).toBe('active')
    const back = (await takeDueMails(app)).filter(({ subject }) => subject.includes('is open again'))
    expect(back.map(({ text }) => /You can sign in again\./.test(text) && !/suspended/.test(text))).toEqual([true])
    expect((await signIn()).status).toBe(200)
    const acts = (await app.ask('audit.list', { target_id: id }, { as: peter })).data.items
    expect(acts.map(({ action, reason: why }) => [action, why])).toEqual([
      ['accounts.unsuspend', 'A mistake'],
      ['deletions.plan', 'They asked by letter.'],
    ])
  })

  it('does not take back what a person decided for themselves', async () => {
    await plan()
    const peter = await app.signIn('peter')
    const answer = await app.ask('accounts.unsuspend', { id, reason: 'Please stay' }, { as: peter })
    expect([answer.status, answer.problem.code]).toEqual([409, 'users.not_active'])
  })

  it('keeps the names of people, not their ids, out of the log when they are gone', async () => {
    const peter = await app.signIn('peter')
    await app.ask('deletions.plan', { id, reason: 'Asked for' }, { as: peter })
    await skipGracePeriod()
    const { text } = await app.ask('audit.list', { target_id: id }, { as: await app.signIn('peter') })
    expect(text).toContain(id)
    expect(text.toLowerCase()).not.toContain('canary')
  })
})

it('of somebody who keeps their requests deletes their lines, and those that others left for them', async () => {
  const hannah = await app.signIn('hannah')
  const ids = {
    theirs: await makePrayer(app.ctx, id),
    hers: await makePrayer(app.ctx, await app.person('hannah')),
  }
  const leave = async (prayer: string, as: string) => {
    await app.ask('prayers.pray', { id: prayer }, { as })
    return (await app.ask('prayers.leave_line', { id: prayer, content: 'We think of you.' }, { as })).data.id
  }
  await confirmPeople(app.ctx, id)
  const lines = [await leave(ids.theirs, hannah), await leave(ids.hers, token)]
  await plan('keep_without_name')
  await skipGracePeriod()
  const left = await app.ctx.db.selectFrom('prayers').select('id').execute()
  expect(left.map((row) => row.id).toSorted()).toEqual(Object.values(ids).toSorted())
  expect(lines.every((line) => typeof line === 'string')).toBe(true)
})

it('a group whose only owner is suspended has another after a week, who hears of it, and takes nothing from them', async () => {
  const tomas = await app.person('tomas')
  const group_id = await makeGroup(app.ctx, [id, tomas])
  const owners = async () => {
    const places = app.ctx.db.selectFrom('memberships').select('user_id').where('group_id', '=', group_id)
    const rows = await places.where('role', '=', 'owner').execute()
    return rows.map(({ user_id }) => user_id).toSorted()
  }
  const suspended = await app.ask('accounts.suspend', { id, reason: 'Spam.' }, { as: await app.signIn('peter') })
  expect(suspended.status).toBe(200)
  app.advance(6 * DAY_MS)
  await app.runJobs()
  expect(await owners()).toEqual([id])
  app.advance(DAY_MS + 1000)
  await app.runJobs()
  expect(await owners()).toEqual([id, tomas].toSorted())
  const news = (await app.ask('notifications.list', {}, { as: await app.signIn('tomas') })).data.items
  expect(news).toContainEqual(expect.objectContaining({ kind: 'group', group_id }))
})
