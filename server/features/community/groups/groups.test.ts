import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GroupRole, GroupStatus } from '../../../../contract/groups.ts'
import { readActs } from '../../../test/audit-log.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer, setMember } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

describe('groups', () => {
  const app = sharedTestApp()
  let id: string
  const token = {} as Record<PersonName, string>
  const user = {} as Record<PersonName, string>
  const names = ['hannah', 'tomas', 'grace', 'marcos', 'peter'] as const

  beforeAll(async () => {
    for (const name of names) user[name] = await app.person(name)
  })
  beforeEach(async () => {
    for (const name of names) token[name] = await app.signIn(name)
    // Hannah is its owner, Tomás a member.
    id = await makeGroup(app.ctx, [user.hannah, user.tomas])
  })

  const as = (name: PersonName) => ({ as: token[name] })
  const become = (name: PersonName, role: GroupRole, status: GroupStatus = 'active') =>
    setMember(app.ctx, id, user[name], { role, status })
  const setGroup = (change: Record<string, unknown>) =>
    app.ctx.db.updateTable('groups').set(change).where('id', '=', id).execute()
  const placeOf = async (name: PersonName) => (await app.ask('groups.one', { id }, as(name))).data

  describe('making one', () => {
    it('makes its maker the owner', async () => {
      const name = `Circle ${crypto.randomUUID()}`
      const { status, data } = await app.ask(
        'groups.create',
        { name: `  ${name} `, description: 'We meet at eight.' },
        as('grace'),
      )
      expect([status, data.name, data.my_role, data.my_status, data.member_count]).toEqual([
        200,
        name,
        'owner',
        'active',
        1,
      ])
      expect(data.may).toEqual({ edit: true, manage: true, post: true, join: false })
    })

    it.each([
      ['letters of another size', (name: string) => name.toUpperCase()],
      ['full width letters', (name: string) => name.replace('Circle', 'Ｃｉｒｃｌｅ')],
      ['controls of direction', (name: string) => `\u202E${name}\u200F`],
    ])('takes each name once, whatever its %s', async (_, vary) => {
      const name = `Circle ${crypto.randomUUID()}`
      await app.ask('groups.create', { name }, as('grace'))
      const again = await app.ask('groups.create', { name: vary(name) }, as('tomas'))
      expect(again.problem).toMatchObject({ status: 409, code: 'groups.name_taken' })
    })

    it.each([
      ['no name', { name: ' ' }],
      ['only controls of direction', { name: '\u202E\u200F' }],
      ['a long name', { name: 'x'.repeat(61) }],
      ['half an emoji in the name', { name: 'a\ud83d' }],
      ['a long description', { name: 'Fine', description: 'x'.repeat(401) }],
    ])('refuses %s', async (_, input) => {
      expect((await app.ask('groups.create', input, as('grace'))).status).toBe(400)
    })
  })

  describe('finding', () => {
    it('lists one’s own groups and the listed ones together, where nothing is said, and no other', async () => {
      const own = await makeGroup(app.ctx, [user.tomas])
      const foreign = await makeGroup(app.ctx, [user.grace])
      for (const group of [own, foreign])
        await app.ctx.db.updateTable('groups').set({ is_listed: false }).where('id', '=', group).execute()
      const idsFor = async (input: object) =>
        (await app.ask('groups.list', { ...input, pageSize: 100 }, as('tomas'))).data.items.map((one) => one.id)
      const [all, mine, others] = [await idsFor({}), await idsFor({ mine: true }), await idsFor({ mine: false })]
      expect(mine).toEqual(expect.arrayContaining([id, own]))
      expect(all.toSorted()).toEqual([...mine, ...others].toSorted())
      expect(all).not.toContain(foreign)
      // A person who was banned reads what any stranger reads.
      await setMember(app.ctx, own, user.tomas, { status: 'banned', role: 'member' })
      expect(await idsFor({})).not.toContain(own)
    })

    it('lists one’s own apart from others, and finds words with % and _ as they are', async () => {
      const word = crypto.randomUUID().slice(0, 8)
      await setGroup({ name: `100% ${word}`, name_folded: `100% ${word}` })
      const search = async (text: string, name: PersonName, mine = false) =>
        (await app.ask('groups.list', { search: text, mine }, as(name))).data.items.map((one) => one.id)
      expect(await search(`100% ${word}`, 'grace')).toEqual([id])
      expect(await search(`100_ ${word}`, 'grace')).toEqual([])
      expect(await search(word.toUpperCase(), 'grace')).toEqual([id])
      expect(await search(word, 'tomas')).toEqual([])
      await app.ask('groups.edit', { id, name: `L’Église ${word}`, description: 'Gebet für Müllers' }, as('hannah'))
      for (const typed of [`eglise ${word}`, `l'église ${word}`, `LEGLISE ${word}`])
        expect(await search(typed, 'grace'), typed).toEqual([id])
      expect(await search('fuer mueller', 'grace')).toContain(id)
      expect(await search(word, 'tomas', true)).toEqual([id])
    })

    it('shows an administrator any group, and writes that down', async () => {
      await setGroup({ is_listed: false })
      expect((await app.ask('groups.one', { id }, as('peter'))).status).toBe(200)
      expect(await readActs(app.ctx, id)).toMatchObject([{ action: 'groups.read', actor_id: user.peter }])
    })
  })

  describe('joining and leaving', () => {
    it.each([
      ['open', 200, 'active', 3],
      ['request', 200, 'pending', 2],
      ['invite', 403, null, 2],
    ] as const)('joins a group that is %s: %i, %s', async (joining, status, my_status, member_count) => {
      await setGroup({ joining })
      const answer = await app.ask('groups.join', { id }, as('grace'))
      expect(answer.status).toBe(status)
      await app.ask('groups.join', { id }, as('grace'))
      expect(await placeOf('grace')).toMatchObject({ my_status, member_count })
    })

    it('reads requests once let in, and no more once gone', async () => {
      const prayer = await makePrayer(app.ctx, user.hannah, { visibility: 'group', group_id: id })
      const reads = async () => (await app.ask('prayers.one', { id: prayer }, as('grace'))).status
      await app.ask('groups.join', { id }, as('grace'))
      expect(await reads()).toBe(404)
      await app.ask('groups.edit_member', { id, userId: user.grace, status: 'active' }, as('hannah'))
      expect(await reads()).toBe(200)
      await app.ask('groups.leave', { id }, as('grace'))
      expect(await reads()).toBe(404)
    })

    it('does not let a banned person know, join, or come in by an invitation', async () => {
      await setGroup({ joining: 'open' })
      const { data } = await app.ask('groups.create_invite', { id }, as('hannah'))
      await app.ask('groups.edit_member', { id, userId: user.tomas, status: 'banned' }, as('hannah'))
      expect(await placeOf('tomas')).toMatchObject({ my_role: null, my_status: null, member_count: 1 })
      expect((await app.ask('groups.join', { id }, as('tomas'))).problem.code).toBe('groups.closed')
      expect((await app.ask('groups.accept_invite', { code: data.code }, as('tomas'))).problem.code).toBe(
        'groups.no_invite',
      )
      // Another leader still sees that they asked.
      const letIn = { id, userId: user.tomas, status: 'active' }
      expect((await app.ask('groups.edit_member', letIn, as('hannah'))).problem.code).toBe('groups.no_member')
      // Leaving does not end a ban.
      await app.ask('groups.leave', { id }, as('tomas'))
      expect((await app.ask('groups.join', { id }, as('tomas'))).problem.code).toBe('groups.closed')
    })

    it('keeps the last owner until somebody else is one', async () => {
      expect((await app.ask('groups.leave', { id }, as('hannah'))).problem.code).toBe('groups.last_owner')
      const step = { id, userId: user.hannah, role: 'member' }
      expect((await app.ask('groups.edit_member', step, as('hannah'))).problem.code).toBe('groups.last_owner')
      expect(
        (await app.ask('groups.edit_member', { id, userId: user.tomas, role: 'owner' }, as('hannah'))).status,
      ).toBe(200)
      expect((await app.ask('groups.leave', { id }, as('hannah'))).status).toBe(200)
    })

    it('keeps the owner whose fellow owner is suspended, or nobody could change the group', async () => {
      await become('tomas', 'owner')
      const setStatus = (status: 'active' | 'suspended') =>
        app.ctx.db.updateTable('users').set({ status }).where('id', '=', user.tomas).execute()
      await setStatus('suspended')
      expect((await app.ask('groups.leave', { id }, as('hannah'))).problem.code).toBe('groups.last_owner')
      await setStatus('active')
      expect((await app.ask('groups.leave', { id }, as('hannah'))).status).toBe(200)
    })
  })

  describe('members', () => {
    it('shows members to members, and who waits or is banned to leaders only', async () => {
      await become('grace', 'member', 'pending')
      expect((await app.ask('groups.members', { id }, as('tomas'))).data.items.map((one) => one.user.id)).toEqual([
        user.hannah,
        user.tomas,
      ])
      expect((await app.ask('groups.members', { id, status: 'pending' }, as('tomas'))).status).toBe(403)
      expect((await app.ask('groups.members', { id }, as('grace'))).status).toBe(403)
      const waiting = await app.ask('groups.members', { id, status: 'pending' }, as('hannah'))
      expect(waiting.data.items.map((one) => one.user.id)).toEqual([user.grace])
      expect(waiting.text).not.toContain('example.org')
    })

    it('names its owners and leaders to members', async () => {
      await become('grace', 'leader')
      await become('marcos', 'leader', 'pending')
      const { data } = await app.ask('groups.members', { id, leaders: 'true' }, as('tomas'))
      expect(Object.fromEntries(data.items.map(({ user: { id: one }, role }) => [one, role]))).toEqual({
        [user.hannah]: 'owner',
        [user.grace]: 'leader',
      })
    })

    it('walks through them by cursor', async () => {
      await become('grace', 'member')
      await become('marcos', 'leader')
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { data }: Awaited<ReturnType<typeof app.ask<'groups.members'>>> = await app.ask(
          'groups.members',
          { id, pageSize: 1, ...(cursor !== '' && { cursor }) },
          as('hannah'),
        )
        seen.push(...data.items.map((one) => one.user.id))
        cursor = data.next_cursor
      }
      expect(seen.toSorted()).toEqual([user.hannah, user.tomas, user.grace, user.marcos].toSorted())
      expect((await app.ask('groups.members', { id, cursor: 'nonsense' }, as('hannah'))).status).toBe(400)
    })

    it('finds those whose names are typed, however they are written', async () => {
      await become('grace', 'member', 'banned')
      const find = async (search: string, status: GroupStatus = 'active') =>
        (await app.ask('groups.members', { id, search, status }, as('hannah'))).data.items.map((one) => one.user.id)
      expect(await find('tomas r')).toEqual([user.tomas])
      expect(await find('grace')).toEqual([])
      expect(await find('grace', 'banned')).toEqual([user.grace])
      expect(await find(' ')).toHaveLength(2)
    })

    it('finds nobody by the id of a person who does not belong', async () => {
      for (const userId of [user.marcos, crypto.randomUUID()]) {
        const answer = await app.ask('groups.edit_member', { id, userId, status: 'active' }, as('hannah'))
        expect(answer.problem.code).toBe('groups.no_member')
      }
    })

    it('removes nobody about whom another leader has decided meanwhile', async () => {
      await become('grace', 'member', 'active')
      const remove = (status: string) =>
        app.ask('groups.delete_member', { id, userId: user.grace, status }, as('hannah'))
      await app.ask('groups.edit_member', { id, userId: user.grace, status: 'banned' }, as('hannah'))
      for (const status of ['active', 'pending']) expect((await remove(status)).problem.code).toBe('groups.no_member')
      const { data } = await app.ask('groups.members', { id, status: 'banned' }, as('hannah'))
      expect(data.items.map((one) => one.user.id)).toEqual([user.grace])
      expect((await remove('banned')).status).toBe(200)
    })

    it('keeps the count of members right', async () => {
      await become('grace', 'member', 'pending')
      const count = async () => (await placeOf('hannah')).member_count
      await app.ask('groups.edit_member', { id, userId: user.grace, status: 'active' }, as('hannah'))
      expect(await count()).toBe(3)
      await app.ask('groups.edit_member', { id, userId: user.grace, status: 'active' }, as('hannah'))
      expect(await count()).toBe(3)
      await app.ask('groups.edit_member', { id, userId: user.grace, status: 'banned' }, as('hannah'))
      expect(await count()).toBe(2)
      await app.ask('groups.delete_member', { id, userId: user.grace }, as('hannah'))
      expect(await count()).toBe(2)
      await app.ask('groups.delete_member', { id, userId: user.tomas }, as('hannah'))
      expect(await count()).toBe(1)
    })
  })

  describe('invitations', () => {
    const invite = async (input = {}) => (await app.ask('groups.create_invite', { id, ...input }, as('hannah'))).data

    it('lets in whoever has the link, even to a group that nobody finds', async () => {
      await setGroup({ is_listed: false, joining: 'invite' })
      const { code, url } = await invite()
      expect(url).toMatch(new RegExp(`^http[^#]+/groups/join#${code}$`))
      expect(Buffer.from(code, 'base64url')).toHaveLength(16)
      expect((await app.ask('groups.invited_to', { code }, as('grace'))).data.id).toBe(id)
      const { data } = await app.ask('groups.accept_invite', { code }, as('grace'))
      expect(data).toMatchObject({ my_role: 'member', my_status: 'active', member_count: 3 })
      // Opening the link again counts no further use.
      await app.ask('groups.accept_invite', { code }, as('grace'))
      expect((await app.ask('groups.invites', { id }, as('hannah'))).data[0]?.uses).toBe(1)
    })

    it('stores no code', async () => {
      const { code } = await invite()
      const rows = await app.ctx.db.selectFrom('group_invites').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(code)
    })

    it.each([
      [
        'used up',
        async () => {
          const { code } = await invite({ max_uses: 1 })
          await app.ask('groups.accept_invite', { code }, as('marcos'))
          return code
        },
      ],
      [
        'taken back',
        async () => {
          const { code, id: inviteId } = await invite()
          await app.ask('groups.delete_invite', { id, inviteId }, as('hannah'))
          return code
        },
      ],
      [
        'too old',
        async () => {
          const { code } = await invite({ expires_in_days: 1 })
          app.advance(DAY_MS)
          for (const name of names) token[name] = await app.signIn(name)
          return code
        },
      ],
      ['made up', () => Promise.resolve('AAAAAAAAAAAAAAAAAAAAAA')],
    ])('does not work when it is %s', async (_, make) => {
      const code = await make()
      for (const call of ['groups.invited_to', 'groups.accept_invite'] as const) {
        expect((await app.ask(call, { code }, as('grace'))).problem.code).toBe('groups.no_invite')
      }
    })

    it('stops guessing of codes', async () => {
      const strict = await newTestApp({ limit_scale: 1 })
      const guesser = { as: await strict.signIn('grace') }
      const statuses: number[] = []
      for (let index = 0; index < 21; index += 1) {
        statuses.push((await strict.ask('groups.accept_invite', { code: `guess-${index}` }, guesser)).status)
      }
      expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
      expect(statuses[20]).toBe(429)
    })

    it('counts each use once when many come at the same moment', async () => {
      const { code } = await invite({ max_uses: 3 })
      const guests = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const email = `guest${index}-${crypto.randomUUID()}@example.org`
          const { data } = await app.ask('sessions.sign_up', { email, password: 'a quiet evening prayer' })
          return data.token
        }),
      )
      const answers = await Promise.all(guests.map((guest) => app.ask('groups.accept_invite', { code }, { as: guest })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect((await placeOf('hannah')).member_count).toBe(5)
    })
  })

  describe('ending one', () => {
    it('leaves each request with its author alone', async () => {
      const prayer = await makePrayer(app.ctx, user.tomas, { visibility: 'group', group_id: id })
      expect((await app.ask('groups.delete', { id }, as('hannah'))).status).toBe(200)
      expect((await app.ask('groups.one', { id }, as('hannah'))).status).toBe(404)
      expect((await app.ask('prayers.one', { id: prayer }, as('hannah'))).status).toBe(404)
      expect((await app.ask('prayers.one', { id: prayer }, as('tomas'))).data).toMatchObject({
        visibility: 'private',
        group_id: null,
      })
    })

    it('tells the others what became of what still waits', async () => {
      const share = (author: PersonName) => makePrayer(app.ctx, user[author], { visibility: 'group', group_id: id })
      const [own, theirs, answered] = [await share('hannah'), await share('tomas'), await share('tomas')]
      await app.ask('prayers.edit', { id: answered, status: 'answered' }, as('tomas'))
      await app.ask('groups.delete', { id }, as('hannah'))
      await app.runJobs()
      const toldOf = async (name: PersonName) => {
        const { items } = (await app.ask('notifications.list', {}, as(name))).data
        return items.filter(({ prayer_request_id }) => [own, theirs, answered].includes(prayer_request_id ?? ''))
      }
      expect(await toldOf('tomas')).toMatchObject([{ kind: 'group', prayer_request_id: theirs, is_mine: true }])
      expect(await toldOf('hannah')).toEqual([])
    })

    it('asks for the password, and writes an administrator’s act down', async () => {
      app.advance(6 * 60_000)
      expect((await app.ask('groups.delete', { id }, as('hannah'))).problem.code).toBe('sessions.confirmation_needed')
      const fresh = await app.signIn('peter')
      expect((await app.ask('groups.delete', { id, reason: 'Abandoned' }, { as: fresh })).status).toBe(200)
      expect(await readActs(app.ctx, id)).toMatchObject([{ action: 'groups.delete', reason: 'Abandoned' }])
    })
  })

  it('tells its version to those who may edit it, and to nobody else', async () => {
    expect((await placeOf('hannah')).updated_at).toEqual(expect.any(String))
    for (const name of ['tomas', 'grace'] as const) expect((await placeOf(name)).updated_at).toBeNull()
  })

  it('changes what it is', async () => {
    const change = { id, name: `New ${crypto.randomUUID()}`, description: '', joining: 'open', posting: 'leaders' }
    const { data } = await app.ask('groups.edit', change, as('hannah'))
    expect(data).toMatchObject({ joining: 'open', posting: 'leaders', description: '' })
    expect((await placeOf('tomas')).may.post).toBe(false)
  })

  it('writes down what an administrator changes in a group that others own, also as its member', async () => {
    await become('peter', 'member')
    expect((await app.ask('groups.edit', { id, description: 'As it should be' }, as('peter'))).status).toBe(200)
    expect(await readActs(app.ctx, id)).toMatchObject([{ action: 'groups.edit', actor_id: user.peter }])
    await become('peter', 'owner')
    expect((await app.ask('groups.edit', { id, description: 'As we want it' }, as('peter'))).status).toBe(200)
    expect(await readActs(app.ctx, id)).toHaveLength(1)
  })
})
