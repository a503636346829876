import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roles } from '../../../../contract/users.values.ts'
import { now } from '../../../context.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { readActs } from '../../../test/audit-log.ts'
import { makePrayer, makeUser } from '../../../test/make.ts'

const MISSING = '00000000-0000-7000-8000-000000000000'

describe('accounts', () => {
  const app = sharedTestApp()
  let hannah: string
  let ruth: string
  let peter: string
  let hannahId: string
  let peterId: string

  beforeAll(async () => {
    hannahId = await app.person('hannah')
    peterId = await app.person('peter')
    await app.person('ruth')
  })
  beforeEach(async () => {
    hannah = await app.signIn('hannah')
    ruth = await app.signIn('ruth')
    peter = await app.signIn('peter')
  })

  const statusOf = async (as: string) => (await app.ask('sessions.current', {}, { as })).status
  const roleOf = async (id: string) =>
    (await app.ctx.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role
  const acts = (target_id: string) => readActs(app.ctx, target_id)
  const mails = async (user_id: string) => {
    const jobs = await app.ctx.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail.send').execute()
    return jobs.map(({ payload }) => payload).filter((mail) => mail.user_id === user_id)
  }

  describe('one’s own profile', () => {
    it('is told to its person, with the address', async () => {
      const { data } = await app.ask('accounts.own', {}, { as: hannah })
      expect(data).toMatchObject({
        id: hannahId,
        display_name: 'Hannah W.',
        about: '',
        email: 'hannah@example.org',
        email_verified: false,
        role: 'member',
        preferences: { theme_preference: null, preferred_language: null, appearance: null, text_size: null },
      })
    })

    it('is changed, and the new name stands on requests at once', async () => {
      const as = await app.signIn('grace')
      const prayer = await makePrayer(app.ctx, await app.person('grace'))
      expect((await app.ask('prayers.one', { id: prayer })).data.author?.display_name).toBe('Grace O.')
      const change = { display_name: '  Grace Okafor ', about: 'I pray in the mornings.\r\nAlways.' }
      const { data } = await app.ask('accounts.edit_own', change, { as })
      expect(data).toMatchObject({ display_name: 'Grace Okafor', about: 'I pray in the mornings.\nAlways.' })
      expect((await app.ask('prayers.one', { id: prayer })).data.author?.display_name).toBe('Grace Okafor')
      expect((await app.ask('accounts.edit_own', { about: '' }, { as })).data.about).toBe('')
    })

    it.each([
      [{ display_name: '' }, 'display_name', 'too_short'],
      [{ display_name: '\u200B \u200B' }, 'display_name', 'too_short'],
      [{ display_name: 'x'.repeat(61) }, 'display_name', 'too_long'],
      [{ display_name: 'Hannah \ud83d' }, 'display_name', 'unreadable'],
      [{ about: 'x'.repeat(401) }, 'about', 'too_long'],
      [{ display_name: ['Hannah'] }, 'display_name', 'repeated'],
      [{ role: 'admin' }, 'role', 'not_allowed'],
      [{ Role: 'admin' }, 'Role', 'unknown_member'],
      [{ is_admin: true }, 'is_admin', 'unknown_member'],
      [{ email: 'other@example.org' }, 'email', 'not_allowed'],
    ])('refuses %o', async (change, path, code) => {
      const { status, problem } = await app.ask('accounts.edit_own', change, { as: hannah })
      expect(status).toBe(400)
      expect(problem.errors?.[0]).toMatchObject({ path, code })
      expect(await roleOf(hannahId)).toBe('member')
    })

    it('ignores what belongs to the server', async () => {
      const foreign = { id: MISSING, status: 'suspended', email_verified: true, created_at: '2020-01-01T00:00:00.000Z' }
      const before = await app.ask('accounts.own', {}, { as: hannah })
      expect((await app.ask('accounts.edit_own', foreign, { as: hannah })).status).toBe(200)
      expect((await app.ask('accounts.own', {}, { as: hannah })).data).toEqual(before.data)
    })
  })

  describe('a public profile', () => {
    it('tells a name, a few words and a month, never the address', async () => {
      const { data, text } = await app.ask('accounts.profile', { id: hannahId }, { as: ruth })
      expect(data).toEqual({
        id: hannahId,
        display_name: 'Hannah W.',
        about: '',
        joined: now(app.ctx).slice(0, 7),
      })
      expect(text).not.toContain('@')
    })

    it('answers alike for the unknown, the suspended, the waiting and the leaving', async () => {
      const missing = await app.ask('accounts.profile', { id: MISSING }, { as: hannah })
      expect([missing.status, missing.problem.code]).toEqual([404, 'users.not_found'])
      for (const status of ['suspended', 'pending', 'deleting'] as const) {
        const id = await makeUser(app.ctx, { display_name: 'Hidden' })
        await app.ctx.db.updateTable('users').set({ status }).where('id', '=', id).execute()
        const answer = await app.ask('accounts.profile', { id }, { as: hannah })
        expect([answer.status, answer.text]).toEqual([404, missing.text])
      }
    })

    it('is changed by its person, and by an administrator, who is written down', async () => {
      const id = await makeUser(app.ctx, { display_name: 'A rude name' })
      const own = await app.open(id)
      expect((await app.ask('accounts.edit_profile', { id, about: 'Mine' }, { as: own })).data.about).toBe('Mine')
      expect(await acts(id)).toEqual([])
      const change = { id, display_name: 'Somebody', reason: 'The name was an insult.' }
      expect((await app.ask('accounts.edit_profile', change, { as: peter })).data.display_name).toBe('Somebody')
      expect(await acts(id)).toMatchObject([
        {
          actor_id: peterId,
          action: 'accounts.edit_profile',
          reason: 'The name was an insult.',
          detail: { changed: ['display_name'] },
        },
      ])
    })
  })

  describe('the list of people', () => {
    it('tells an administrator the address, and the day on which somebody was last here', async () => {
      const { data } = await app.ask('accounts.list', { search: 'hannah' }, { as: peter })
      expect(data).toMatchObject({ page: 0, pageSize: 20, total: 1 })
      expect(data.items[0]).toMatchObject({
        id: hannahId,
        email: 'hannah@example.org',
        email_verified: false,
        role: 'member',
        status: 'active',
        deletes_at: null,
      })
      // No more: read often, the time would be a log of who was here in the hour of an anonymous request.
      const day = `${app.ctx.clock().toISOString().slice(0, 'yyyy-mm-dd'.length)}T12:00:00.000Z`
      expect(data.items[0]?.last_seen_at).toBe(day)
      expect((await app.ask('accounts.one', { id: hannahId }, { as: peter })).data.last_seen_at).toBe(day)
      expect(Object.keys(data.items[0] ?? {})).not.toContain('password_hash')
    })

    it('finds part of a name or an address, with or without accents, in any case, and takes wildcards as they are', async () => {
      await app.person('tomas')
      await makeUser(app.ctx, { display_name: '100% Grace_ful', email: 'odd_one@example.org' })
      const found = async (search: string) =>
        (await app.ask('accounts.list', { search }, { as: peter })).data.items.map(({ display_name }) => display_name)
      expect(await found('tomas')).toEqual(['Tomás R.'])
      expect(await found('TOMÁS')).toEqual(['Tomás R.'])
      await makeUser(app.ctx, { display_name: "Maeve O'Donnell-Müller" })
      for (const search of ['odonnell', 'O’Donnell', 'donnell mueller'])
        expect(await found(search), search).toEqual(["Maeve O'Donnell-Müller"])
      expect(await found('100%')).toEqual(['100% Grace_ful'])
      expect(await found('_ful')).toEqual(['100% Grace_ful'])
      expect(await found('ODD_ONE@')).toEqual(['100% Grace_ful'])
      for (const nothing of ['%', '_', '\\', '100_', "' or 1=1 --", 'odd%one']) {
        const names = await found(nothing)
        expect(
          names.filter((name) => name !== '100% Grace_ful'),
          nothing,
        ).toEqual([])
      }
      expect(await found('odd%one')).toEqual([])
    })

    it('filters and pages, newest first', async () => {
      const all = await app.ask('accounts.list', { pageSize: 100 }, { as: peter })
      const ids = all.data.items.map(({ id }) => id)
      expect(all.data.total).toBe(ids.length)
      const paged: string[] = []
      for (let page = 0; page * 2 < ids.length; page += 1) {
        const { data } = await app.ask('accounts.list', { page, pageSize: 2 }, { as: peter })
        paged.push(...data.items.map(({ id }) => id))
      }
      expect(paged).toEqual(ids)
      const staff = await app.ask('accounts.list', { role: 'moderator' }, { as: peter })
      expect(staff.data.items.map(({ display_name }) => display_name)).toEqual(['Ruth M.'])
      const waiting = await app.ask('accounts.list', { status: 'pending' }, { as: peter })
      expect(waiting.data.total).toBe(waiting.data.items.length)
      expect(waiting.data.items.every(({ status }) => status === 'pending')).toBe(true)
    })

    it.each([
      { role: 'ADMIN' },
      { status: 'gone' },
      { page: '-1' },
      { pageSize: '101' },
      { page: '1e9' },
      { sort: 'email' },
    ])('refuses %o', async (input) => {
      expect((await app.ask('accounts.list', input, { as: peter })).status).toBe(400)
    })
  })

  describe('a new role', () => {
    it('holds from the next request on, ends sessions, is written down, and is told by mail', async () => {
      const id = await makeUser(app.ctx, { display_name: 'Newly trusted' })
      const theirs = await app.open(id)
      const change = { id, role: 'moderator', reason: 'Elected by the team.' }
      const { data } = await app.ask('accounts.set_role', change, { as: peter })
      expect(data).toMatchObject({ id, role: 'moderator', status: 'active' })
      expect(await statusOf(theirs)).toBe(401)
      expect((await app.ask('sessions.refresh', {}, { as: theirs })).status).toBe(401)
      expect((await app.ask('sessions.current', {}, { as: await app.open(id) })).data.user.role).toBe('moderator')
      expect(await acts(id)).toMatchObject([
        {
          actor_id: peterId,
          action: 'accounts.set_role',
          reason: 'Elected by the team.',
          detail: { from: 'member', to: 'moderator' },
        },
      ])
      expect(await mails(id)).toMatchObject([{ template: 'role_changed', values: { role: 'moderator' } }])
    })

    it('is nothing new when it is the old one', async () => {
      const id = await makeUser(app.ctx)
      const theirs = await app.open(id)
      expect((await app.ask('accounts.set_role', { id, role: 'member' }, { as: peter })).status).toBe(200)
      expect(await statusOf(theirs)).toBe(200)
      expect(await acts(id)).toEqual([])
    })

    it.each([
      ['ADMIN'],
      ['Admin'],
      ['root'],
      [''],
      [null],
      [['admin']],
      [{ $ne: 1 }],
      ['__proto__'],
      ['constructor'],
      [3],
      [true],
    ])('is not %j', async (role) => {
      expect((await app.ask('accounts.set_role', { id: hannahId, role }, { as: peter })).status).toBe(400)
      expect(await roleOf(hannahId)).toBe('member')
    })

    it.each(roles)('can be %s', async (role) => {
      const id = await makeUser(app.ctx, { role: role === 'member' ? 'limited' : 'member' })
      expect((await app.ask('accounts.set_role', { id, role }, { as: peter })).data.role).toBe(role)
      if (role === 'admin') await app.ask('accounts.set_role', { id, role: 'member' }, { as: peter })
    })

    it('is never taken from any other body', async () => {
      const { text } = await app.ask(
        'accounts.edit_own',
        {},
        { as: hannah, raw: '{"about":"x","__proto__":{"role":"admin"}}' },
      )
      expect(text).not.toContain('"admin"')
      expect(await roleOf(hannahId)).toBe('member')
      expect(({} as { role?: string }).role).toBeUndefined()
    })
  })

  describe('suspending', () => {
    const reason = 'Asked people for money.'

    it('acts on the next request, is written down and told, and ends as it began', async () => {
      const id = await makeUser(app.ctx, { display_name: 'Trouble' })
      const theirs = await app.open(id)
      expect(await statusOf(theirs)).toBe(200)
      const { data } = await app.ask('accounts.suspend', { id, reason }, { as: ruth })
      expect(data).toEqual({ id, display_name: 'Trouble', role: 'member', status: 'suspended' })
      expect(await statusOf(theirs)).toBe(401)
      expect((await app.ask('prayers.list', {}, { as: theirs })).status).toBe(401)
      expect((await app.ask('accounts.suspend', { id, reason }, { as: ruth })).data.status).toBe('suspended')
      expect((await app.ask('accounts.unsuspend', { id, reason: 'Apologised.' }, { as: ruth })).data.status).toBe(
        'active',
      )
      // The old session stays invalid.
      expect(await statusOf(theirs)).toBe(401)
      expect((await acts(id)).map(({ action, reason: why }) => [action, why])).toEqual([
        ['accounts.suspend', reason],
        ['accounts.unsuspend', 'Apologised.'],
      ])
      expect((await mails(id)).map(({ template }) => template)).toEqual(['suspended', 'unsuspended'])
    })

    it('of staff is for administrators', async () => {
      const ines = await app.person('ines')
      for (const id of [ines, peterId]) {
        expect((await app.ask('accounts.suspend', { id, reason }, { as: ruth })).status).toBe(403)
      }
      expect((await app.ask('accounts.suspend', { id: ines, reason }, { as: peter })).data.status).toBe('suspended')
      expect((await app.ask('accounts.unsuspend', { id: ines, reason }, { as: ruth })).status).toBe(403)
      expect((await app.ask('accounts.unsuspend', { id: ines, reason }, { as: peter })).data.status).toBe('active')
    })

    it('needs somebody else who is here', async () => {
      for (const name of ['accounts.suspend', 'accounts.unsuspend'] as const) {
        expect((await app.ask(name, { id: MISSING, reason }, { as: ruth })).problem.code).toBe('users.not_found')
        expect((await app.ask(name, { id: peterId, reason }, { as: peter })).problem.code).toBe('users.yourself')
      }
      const id = await makeUser(app.ctx)
      await app.ctx.db.updateTable('users').set({ status: 'pending' }).where('id', '=', id).execute()
      for (const name of ['accounts.suspend', 'accounts.unsuspend'] as const) {
        expect((await app.ask(name, { id, reason }, { as: ruth })).problem.code).toBe('users.not_active')
      }
    })
  })

  describe('the last administrator', () => {
    it('is neither demoted nor suspended nor deleted', async () => {
      for (const answer of [
        await app.ask('accounts.set_role', { id: peterId, role: 'member' }, { as: peter }),
        await app.ask('accounts.suspend', { id: peterId, reason: 'A mistake' }, { as: peter }),
        await app.ask('deletions.plan', { id: peterId, prayers: 'delete' }, { as: peter }),
      ]) {
        expect(answer.status).toBe(409)
      }
      expect(await statusOf(peter)).toBe(200)
    })

    it('may go when there is another, and keeps the device on which the role was given up', async () => {
      const other = await makeUser(app.ctx, { role: 'admin' })
      const elsewhere = await app.signIn('peter')
      expect((await app.ask('accounts.set_role', { id: peterId, role: 'member' }, { as: peter })).status).toBe(200)
      expect([await statusOf(peter), await statusOf(elsewhere)]).toEqual([200, 401])
      expect((await app.ask('accounts.list', {}, { as: peter })).status).toBe(403)
      const as = await app.open(other)
      expect((await app.ask('accounts.set_role', { id: peterId, role: 'admin' }, { as })).status).toBe(200)
      expect(
        (await app.ask('accounts.set_role', { id: other, role: 'member' }, { as: await app.signIn('peter') })).status,
      ).toBe(200)
    })
  })
})
