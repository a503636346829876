import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { letsIn, readCode } from './invitations.rules.ts'

const password = 'correct horse battery'
let made = 0
const newEmail = (): string => `passer-${(made += 1)}@example.org`

it.each([
  ['ABCD-EFGH', 'ABCD-EFGH'],
  ['abcd efgh', 'ABCD-EFGH'],
  ['ab cd–ef gh ', 'ABCD-EFGH'],
  ['ＡＢＣＤＥＦＧＨ', 'ABCD-EFGH'],
  ['ABCD-EFG0', undefined],
  ['ABCD-EFGI', undefined],
  ['ABCD-EFG', undefined],
  ['ABCD-EFGHJ', undefined],
  ['', undefined],
  ['x'.repeat(1000), undefined],
])('reads the code %j as %j', (typed, code) => {
  expect(readCode(typed)).toBe(code)
})

it.each([
  ['open', undefined, true],
  ['approval', undefined, false],
  ['approval', { code: null }, true],
  ['approval', { code: 'ABCD-EFGH' }, false],
  ['invite', { code: 'ABCD-EFGH' }, true],
] as const)('where the way in is %s, lets in with %j: %s', (mode, invitation, lets_in) => {
  expect(letsIn(mode, invitation)).toBe(lets_in)
})

describe('a code for everybody', () => {
  const app = sharedTestApp({ limit_scale: 1 })
  let peter: string
  beforeAll(async () => {
    peter = await app.signIn('peter')
  })
  beforeEach(async () => {
    await app.resetSettings()
    await app.writeSetting('sign_up_mode', 'invite')
    await app.writeSetting('event_hours', 24)
  })

  const make = async (days: number | null = 30) =>
    (await app.ask('invitations.make_code', { days }, { as: peter })).data
  const current = async () => (await app.ask('invitations.code', {}, { as: peter })).data.code
  const open = (invitation: string) => app.ask('invitations.open', { invitation })
  const signUp = (invitation: string) => app.ask('sessions.sign_up', { email: newEmail(), password, invitation })

  it('lets in whoever has it, as often as it is used, and counts them', async () => {
    const { code, link } = await make()
    expect(link).toBe(`http://localhost:3000/signup#${code}`)
    expect((await open(code.toLowerCase())).data).toEqual({ email: null, name: '', lets_in: true })
    expect((await signUp(code)).status).toBe(200)
    expect((await signUp(code.replace('-', ' ').toLowerCase())).status).toBe(200)
    expect(await current()).toMatchObject({ code, uses: 2 })
  })

  it('is replaced and taken back at once, and then opens nothing', async () => {
    const first = await make()
    const second = await make(null)
    expect(second.expires_at).toBeNull()
    expect((await open(first.code)).problem.code).toBe('invitations.link_expired')
    expect((await signUp(first.code)).problem.code).toBe('invitations.link_expired')
    await app.ask('invitations.revoke', { id: second.id }, { as: peter })
    expect((await open(second.code)).problem.code).toBe('invitations.link_expired')
    expect(await current()).toBeNull()
  })

  it('is one, also when two are made at once', async () => {
    await Promise.all([make(), make(90)])
    const rows = app.ctx.db.selectFrom('invitations').select('id').where('code', 'is not', null)
    expect(await rows.where('revoked_at', 'is', null).execute()).toHaveLength(1)
  })

  it('leaves the decision to staff where people are let in one by one', async () => {
    await app.writeSetting('sign_up_mode', 'approval')
    const { code } = await make()
    expect((await open(code)).data.lets_in).toBe(false)
    expect((await signUp(code)).data).toEqual({ pending: 'approval' })
    expect((await current())?.uses).toBe(1)
  })

  it('is not among the invitations that moderators see', async () => {
    const { code } = await make()
    const { data } = await app.ask('invitations.list', {}, { as: await app.signIn('ruth') })
    expect(JSON.stringify(data)).not.toContain(code)
  })

  it('opens for a whole parish in one place, which uses up nothing of what visitors may look at there', async () => {
    const { code } = await make()
    const statuses = new Set<number>()
    for (let people = 0; people < 310; people += 1) statuses.add((await open(code)).status)
    expect([...statuses]).toEqual([200])
  })

  it('cannot be guessed for long, while a link still opens', async () => {
    const { code } = await make()
    const link = (await app.ask('invitations.create', {}, { as: peter })).data.link.split('#')[1] ?? ''
    const guess = async () => {
      const answers: number[] = []
      for (let tries = 0; tries < 25; tries += 1) answers.push((await open('ZZZZ-ZZZZ')).status)
      return answers
    }
    // During an event a whole hall types it.
    expect(new Set(await guess())).toEqual(new Set([400]))
    await app.writeSetting('event_hours', 0)
    const answers = await guess()
    expect(answers.at(0)).toBe(400)
    expect(answers.at(-1)).toBe(429)
    expect((await open(code)).status).toBe(429)
    expect((await open(link)).status).toBe(200)
  })

  it('ends when its time is over', async () => {
    const { code } = await make(30)
    app.advance(30 * DAY_MS)
    peter = await app.signIn('peter')
    expect(await current()).toBeNull()
    expect((await signUp(code)).problem.code).toBe('invitations.link_expired')
  })
})
