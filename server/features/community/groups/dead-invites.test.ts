import { beforeEach, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, setPeople } from '../../../test/make.ts'

const app = sharedTestApp()
let id: string
const names = ['hannah', 'tomas', 'grace'] as const
const token: Record<string, string> = {}
const ids: Record<string, string> = {}
const as = (name: (typeof names)[number]) => ({ as: token[name] })

// Hannah owns the group, Tomás leads it, Grace is a member.
beforeEach(async () => {
  for (const name of names) {
    ids[name] = await app.person(name)
    token[name] = await app.signIn(name)
  }
  id = await makeGroup(
    app.ctx,
    names.map((name) => ids[name] ?? ''),
  )
  await app.ask('groups.edit', { id, joining: 'invite' }, as('hannah'))
  await edit('tomas', { role: 'leader' })
})

const edit = (whom: string, change: object) =>
  app.ask('groups.edit_member', { id, userId: ids[whom], ...change }, as('hannah'))
const remove = (whom: string) => app.ask('groups.delete_member', { id, userId: ids[whom] }, as('hannah'))
const invite = async (by: (typeof names)[number]) => (await app.ask('groups.create_invite', { id }, as(by))).data.code
const tryCode = async (code: string) => [
  (await app.ask('groups.invited_to', { code }, as('grace'))).status,
  (await app.ask('groups.accept_invite', { code }, as('grace'))).status,
]

it.each([
  ['is removed', () => remove('tomas')],
  ['is banned', () => edit('tomas', { status: 'banned' })],
  ['leaves', () => app.ask('groups.leave', { id }, as('tomas'))],
  ['leads no longer', () => edit('tomas', { role: 'member' })],
  [
    'is suspended',
    async () =>
      await app.ask('accounts.suspend', { id: ids['tomas'], reason: 'As a test' }, { as: await app.signIn('peter') }),
  ],
])('an invitation dies when the leader who made it %s', async (_, happen) => {
  const code = await invite('tomas')
  expect((await app.ask('groups.invites', { id }, as('hannah'))).data).toHaveLength(1)
  const guest = (await app.createMembers(1))[0]
  const accept = async () => (await app.ask('groups.accept_invite', { code }, { as: guest })).problem?.code
  expect((await happen()).status).toBe(200)
  expect(await accept()).toBe('groups.no_invite')
  expect((await app.ask('groups.invites', { id }, as('hannah'))).data).toEqual([])
  await setPeople(app.ctx, { status: 'active' }, ids['tomas'] ?? '')
})

it('stays dead when its maker leads again', async () => {
  const code = await invite('tomas')
  await edit('tomas', { role: 'member' })
  await edit('tomas', { role: 'leader' })
  const guest = (await app.createMembers(1))[0]
  expect((await app.ask('groups.accept_invite', { code }, { as: guest })).status).toBe(404)
})

it.each([
  ['was removed', () => remove('grace')],
  ['was banned', () => edit('grace', { status: 'banned' })],
])('an old code does not bring somebody back who %s, and works for others', async (_, happen) => {
  const code = await invite('hannah')
  expect((await happen()).status).toBe(200)
  expect(await tryCode(code)).toEqual([404, 404])
  const guest = (await app.createMembers(1))[0]
  expect((await app.ask('groups.accept_invite', { code }, { as: guest })).status).toBe(200)
})

it('a new code brings a removed member back, and then the old one too', async () => {
  const old = await invite('hannah')
  await remove('grace')
  expect(await tryCode(await invite('hannah'))).toEqual([200, 200])
  await app.ask('groups.leave', { id }, as('grace'))
  expect(await tryCode(old)).toEqual([200, 200])
})
