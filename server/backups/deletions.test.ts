import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { now } from '../context.ts'
import { deleteGroup } from '../features/community/groups/groups.commands.ts'
import { cancelDeletion } from '../features/identity/users/users.commands.ts'
import { planDeletion } from '../features/site/personal-data/deletions.commands.ts'
import { replayDeletions } from '../features/site/personal-data/deletion-replay.ts'
import { type TestApp, engine, startTestApp } from '../test/app.ts'
import { newFolder } from '../test/folder.ts'
import { makeGroup, makePrayer, makeUpdate, makeUser, setMember } from '../test/make.ts'
import type { PersonName } from '../test/people.ts'
import { restore as command } from '../cli/restore.ts'
import { callCommand } from '../test/programs.ts'
import { newTestApp } from '../test/shared-app.ts'
import { makeBackup } from './make.ts'

const restore = (DATA_DIR: string, file: string) =>
  callCommand(command, [file, '--lose-newer', '--other-site'], { DATA_DIR })

describe.runIf(engine === 'sqlite')('what is deleted again after going back', () => {
  let folder: string
  let app: TestApp
  beforeEach(async () => {
    folder = newFolder()
    app = await newTestApp({ folder })
  })
  const backUp = async () => (await makeBackup(app.ctx.config, '0.1.0', app.ctx.clock)).file
  /** Puts the site back to a backup, and starts it again. Returns what the command says. */
  const goBack = async (file: string) => {
    await app.stop()
    const { code, output, complaint } = await restore(folder, file)
    expect(code, complaint).toBe(0)
    app = await newTestApp({ folder })
    return output
  }

  it('is nothing where another site was, even a new one without people', async () => {
    const machine = newFolder()
    const prayer = await makePrayer(app.ctx, await app.person('hannah'))
    const file = await backUp()
    await app.stop()
    await (await startTestApp({ folder: machine })).stop()

    const { code, output } = await restore(machine, file)
    expect(code).toBe(0)
    expect(output).toContain('We can’t tell what had been deleted since the backup')
    expect((await restore(newFolder(), file)).output).toContain('or there was nothing.')
    app = await newTestApp({ folder: machine })
    const { data } = await app.ask('prayers.list')
    expect(data.items.map(({ id, author }) => [id, author !== null])).toEqual([[prayer, true]])
  })

  it('leaves a deletion that was planned or taken back since as it is', async () => {
    const [leaving, staying] = [await makeUser(app.ctx), await makeUser(app.ctx)]
    await planDeletion(app.ctx, staying, { by: staying, deletes_prayers: true })
    const file = await backUp()
    await cancelDeletion(app.ctx, staying)
    const deletes_at = await planDeletion(app.ctx, leaving, { by: leaving, deletes_prayers: true })

    const output = await goBack(file)
    expect([output.includes(leaving), output.includes(staying)]).toEqual([true, true])
    const people = await app.ctx.db
      .selectFrom('users')
      .where('id', 'in', [leaving, staying])
      .select(['id', 'status', 'deletes_at', 'deletes_prayers', 'deletion_by'])
      .orderBy('status')
      .execute()
    expect(people).toEqual([
      { id: staying, status: 'active', deletes_at: null, deletes_prayers: false, deletion_by: null },
      { id: leaving, status: 'deleting', deletes_at, deletes_prayers: true, deletion_by: leaving },
    ])
  })

  it('is an update that was deleted since, with what it said of its request', async () => {
    const hannah = await app.person('hannah')
    const id = await makePrayer(app.ctx, hannah)
    const stays = await makeUpdate(app.ctx, hannah, id)
    const deleted = await makeUpdate(app.ctx, hannah, id, { status: 'answered' })
    const file = await backUp()
    await app.ask('updates.delete', { id, updateId: deleted }, { as: await app.signIn('hannah') })

    const output = await goBack(file)
    expect(output).toContain('  updates of requests: 1')
    expect(output).not.toContain('  updates: ')
    const { db } = app.ctx
    const updates = await db.selectFrom('prayer_updates').select(['id', 'publication']).execute()
    expect(Object.fromEntries(updates.map((update) => [update.id, update.publication]))).toEqual({
      [stays]: 'published',
      [deleted]: 'deleted',
    })
    const prayers = await db.selectFrom('prayers').select(['status', 'update_count']).execute()
    expect(prayers).toEqual([{ status: 'open', update_count: 1 }])
  })

  it('is an address that stopped the summary of a group since, and none that is still on its list', async () => {
    const group_id = await makeGroup(app.ctx, [await app.person('hannah')])
    const [stopped, stays] = [randomUUID(), randomUUID()]
    const at = now(app.ctx)
    for (const id of [stopped, stays]) {
      const row = { id, group_id, email: `${id}@example.org`, address_hash: id, added_by: null, created_at: at }
      await app.ctx.db
        .insertInto('group_readers')
        .values({ ...row, language: 'en', ask_at: null, confirmed_at: at })
        .execute()
    }
    const file = await backUp()
    await app.ctx.db.deleteFrom('group_readers').where('id', '=', stopped).execute()

    const output = await goBack(file)
    expect(output).toContain('addresses on lists of groups: 1')
    expect(await app.ctx.db.selectFrom('group_readers').select('id').execute()).toEqual([{ id: stays }])
  })

  it('is the place in a group of who left, was removed or was banned since, and of nobody else', async () => {
    const [hannah, tomas, grace, marcos, miriam, ruth] = [
      await app.person('hannah'),
      await app.person('tomas'),
      await app.person('grace'),
      await app.person('marcos'),
      await app.person('miriam'),
      await app.person('ruth'),
    ]
    const id = await makeGroup(app.ctx, [hannah, tomas, grace, marcos, miriam, ruth])
    const file = await backUp()
    const as = await app.signIn('hannah')
    await app.ask('groups.edit_member', { id, userId: marcos, status: 'banned' }, { as })
    await app.ask('groups.delete_member', { id, userId: miriam }, { as })
    // She left, and asked to be let in again.
    await setMember(app.ctx, id, ruth, { status: 'pending' })
    await app.ask('groups.edit_member', { id, userId: tomas, role: 'owner' }, { as })
    for (const one of [as, await app.signIn('grace')]) await app.ask('groups.leave', { id }, { as: one })

    const output = await goBack(file)
    expect(output).toContain('places in groups: 5')
    const { db } = app.ctx
    const places = db.selectFrom('memberships').select(['user_id', 'role', 'status']).where('group_id', '=', id)
    expect(await places.orderBy('role').orderBy('status').execute()).toEqual([
      { user_id: marcos, role: 'member', status: 'banned' },
      { user_id: ruth, role: 'member', status: 'pending' },
      { user_id: tomas, role: 'owner', status: 'active' },
    ])
    expect(await db.selectFrom('groups').select('member_count').execute()).toEqual([{ member_count: 1 }])
    // An invitation from before does not let them in.
    const removed = await db.selectFrom('group_removals').select('user_id').execute()
    expect(removed.map(({ user_id }) => user_id).toSorted()).toEqual([marcos, miriam].toSorted())
  })

  it('is a role in a group that is another since, but no group is left without an owner', async () => {
    const [hannah, tomas, grace] = [await app.person('hannah'), await app.person('tomas'), await app.person('grace')]
    const [miriam, ruth, marcos] = [await app.person('miriam'), await app.person('ruth'), await app.person('marcos')]
    const id = await makeGroup(app.ctx, [hannah, tomas, grace])
    await setMember(app.ctx, id, grace, { role: 'leader' })
    const [alone, led] = [await makeGroup(app.ctx, [miriam]), await makeGroup(app.ctx, [ruth, marcos])]
    const file = await backUp()
    const as = await app.signIn('hannah')
    await app.ask('groups.edit_member', { id, userId: tomas, role: 'owner' }, { as })
    for (const userId of [grace, hannah]) await app.ask('groups.edit_member', { id, userId, role: 'member' }, { as })
    // Nobody but them was in these groups then, or led them.
    const yusuf = await app.person('yusuf')
    for (const one of [alone, led]) await setMember(app.ctx, one, yusuf, { role: 'owner' })
    await setMember(app.ctx, alone, miriam, { role: 'member' })
    await setMember(app.ctx, led, ruth, { role: 'leader' })

    const output = await goBack(file)
    expect(output).toContain('  roles in groups: 5')
    expect(output).not.toContain('places in groups')
    const roles = await app.ctx.db.selectFrom('memberships').select(['user_id', 'role']).execute()
    expect(Object.fromEntries(roles.map(({ user_id, role }) => [user_id, role]))).toEqual({
      [hannah]: 'member',
      [tomas]: 'owner',
      [grace]: 'member',
      [miriam]: 'owner',
      [ruth]: 'owner',
      [marcos]: 'member',
    })
  })

  it('is a group that was deleted since, and what was shared in it is for its author alone', async () => {
    const [hannah, tomas] = [await app.person('hannah'), await app.person('tomas')]
    const [gone, stays] = [await makeGroup(app.ctx, [hannah, tomas]), await makeGroup(app.ctx, [hannah])]
    await makePrayer(app.ctx, tomas, { visibility: 'group', group_id: gone })
    const file = await backUp()
    await app.ctx.transaction((ctx) => deleteGroup(ctx, gone, hannah))

    const output = await goBack(file)
    expect(output).toContain(`group ${gone}`)
    const { db } = app.ctx
    expect(await db.selectFrom('groups').select('id').execute()).toEqual([{ id: stays }])
    const shared = await db.selectFrom('prayers').select(['author_id', 'visibility', 'group_id']).execute()
    expect(shared).toEqual([{ author_id: tomas, visibility: 'private', group_id: null }])
  })

  it('is what more people could read of a request then than now, and the name on it', async () => {
    const hannah = await app.person('hannah')
    const [group_id, other] = [await makeGroup(app.ctx, [hannah]), await makeGroup(app.ctx, [hannah])]
    const nameless = await makePrayer(app.ctx, hannah)
    const alone = await makePrayer(app.ctx, hannah)
    const shared = await makePrayer(app.ctx, hannah, { visibility: 'members' })
    const moved = await makePrayer(app.ctx, hannah, { visibility: 'group', group_id })
    const wider = await makePrayer(app.ctx, hannah, { visibility: 'private' })
    const file = await backUp()
    const as = await app.signIn('hannah')
    for (const change of [
      { id: nameless, is_anonymous: true },
      { id: alone, visibility: 'private' as const },
      { id: shared, visibility: 'group' as const, group_id },
      { id: moved, visibility: 'group' as const, group_id: other },
      { id: wider, visibility: 'public' as const },
    ])
      expect((await app.ask('prayers.edit', change, { as })).status).toBe(200)

    const output = await goBack(file)
    expect(output).toContain('may read, or without a name: 4')
    const rows = await app.ctx.db
      .selectFrom('prayers')
      .select(['id', 'visibility', 'group_id', 'is_anonymous'])
      .execute()
    expect(Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))).toEqual({
      [nameless]: { visibility: 'public', group_id: null, is_anonymous: true },
      [alone]: { visibility: 'private', group_id: null, is_anonymous: false },
      [shared]: { visibility: 'group', group_id, is_anonymous: false },
      [moved]: { visibility: 'private', group_id: null, is_anonymous: false },
      [wider]: { visibility: 'private', group_id: null, is_anonymous: false },
    })
    const { data } = await app.ask('prayers.list')
    expect(data.items.map(({ id, author }) => [id, author])).toEqual([[nameless, null]])
  })

  it('is the place on the pages of a request that a moderator hid since', async () => {
    const hannah = await app.person('hannah')
    const [hidden, stays] = [await makePrayer(app.ctx, hannah), await makePrayer(app.ctx, hannah)]
    const file = await backUp()
    const hide = { ids: [hidden], act: 'hide', reason: 'It names somebody.' }
    expect((await app.ask('moderations.act', hide, { as: await app.signIn('ruth') })).status).toBe(200)

    const output = await goBack(file)
    expect(output).toContain('  requests that moderators hid: 1')
    expect((await app.ask('prayers.list')).data.items.map(({ id }) => id)).toEqual([stays])
    const row = app.ctx.db.selectFrom('prayers').select(['publication', 'held_reason']).where('id', '=', hidden)
    expect(await row.executeTakeFirst()).toEqual({ publication: 'hidden', held_reason: 'moderator' })
  })

  it('is the link of a calendar that was withdrawn or replaced since', async () => {
    const ask = async (act: 'calendar_feeds.make' | 'calendar_feeds.withdraw', name: PersonName) =>
      await app.ask(act, {}, { as: await app.signIn(name) })
    for (const name of ['hannah', 'tomas', 'grace'] as const) await ask('calendar_feeds.make', name)
    const file = await backUp()
    await ask('calendar_feeds.withdraw', 'hannah')
    await ask('calendar_feeds.make', 'tomas')
    const grace = await app.person('grace')

    const output = await goBack(file)
    expect(output).toContain('links of calendars: 2')
    expect(await app.ctx.db.selectFrom('calendar_feeds').select('user_id').execute()).toEqual([{ user_id: grace }])
  })

  it('is the email that somebody has stopped or paused since, and the name of the site for who is discreet since', async () => {
    const [hannah, tomas] = [await app.person('hannah'), await app.person('tomas')]
    const group_id = await makeGroup(app.ctx, [hannah, tomas])
    const grace = await app.person('grace')
    await app.ask('preferences.write', { id: grace, is_discreet: true }, { as: await app.signIn('grace') })
    const file = await backUp()
    const as = { as: await app.signIn('hannah') }
    await app.ask('preferences.write', { id: hannah, is_discreet: true, notices: { updates: 'off' } }, as)
    await app.ask('preferences.write', { id: grace, is_discreet: false }, { as: await app.signIn('grace') })
    const paused_until = new Date(app.ctx.clock().getTime() + 86_400_000).toISOString()
    const rest = { id: tomas, paused_until, takes_lines: false }
    await app.ask('preferences.write', rest, { as: await app.signIn('tomas') })
    await app.ctx.db.updateTable('memberships').set({ gets_summary: false }).where('user_id', '=', tomas).execute()

    const output = await goBack(file)
    const lines = [
      '  people who stopped or paused emails, refuse lines, or became discreet: 2',
      '  members who stopped the summary of a group: 1',
    ]
    expect(lines.filter((line) => output.includes(line))).toEqual(lines)
    const { db } = app.ctx
    const rows = await db.selectFrom('preferences').selectAll().execute()
    expect(rows.find(({ user_id }) => user_id === tomas)).toMatchObject({ paused_until, takes_lines: false })
    expect(rows.find(({ user_id }) => user_id === hannah)).toMatchObject({
      is_discreet: true,
      notices: { updates: 'off' },
    })
    expect(rows.find(({ user_id }) => user_id === grace)).toMatchObject({ is_discreet: true })
    const members = db.selectFrom('memberships').select(['user_id', 'gets_summary']).where('group_id', '=', group_id)
    expect(Object.fromEntries((await members.execute()).map((row) => [row.user_id, row.gets_summary]))).toEqual({
      [hannah]: true,
      [tomas]: false,
    })
  })

  it('is a passkey that was removed since', async () => {
    const user_id = await app.person('hannah')
    const passkey = { user_id, public_key: '', counter: 0, transports: '[]', name: 'A phone', created_at: now(app.ctx) }
    for (const id of ['lost', 'kept'])
      await app.ctx.db
        .insertInto('passkeys')
        .values({ ...passkey, id, last_used_at: null })
        .execute()
    const file = await backUp()
    await app.ctx.db.deleteFrom('passkeys').where('id', '=', 'lost').execute()

    const output = await goBack(file)
    expect(output).toContain('  passkeys: 1')
    expect(await app.ctx.db.selectFrom('passkeys').select('id').execute()).toEqual([{ id: 'kept' }])
  })

  it('is an invitation to the site or to a group that was withdrawn since, or whose person is gone', async () => {
    const id = await makeGroup(app.ctx, [await app.person('hannah')])
    const [hannah, peter] = [{ as: await app.signIn('hannah') }, { as: await app.signIn('peter') }]
    const invite = async () => (await app.ask('invitations.create', {}, peter)).data
    const inviteToGroup = async () => (await app.ask('groups.create_invite', { id }, hannah)).data
    const [withdrawn, gone, stays] = [await invite(), await invite(), await invite()]
    const [ended, lasting] = [await inviteToGroup(), await inviteToGroup()]
    const file = await backUp()
    await app.ask('invitations.revoke', { id: withdrawn.id }, peter)
    await app.ctx.db.deleteFrom('invitations').where('id', '=', gone.id).execute()
    await app.ask('groups.delete_invite', { id, inviteId: ended.id }, hannah)

    const output = await goBack(file)
    expect(output).toContain('invitations to the site and to groups: 3')
    const statusOf = async ({ link }: { link: string }) =>
      (await app.ask('invitations.open', { invitation: link.split('#')[1] ?? '' })).status
    expect([await statusOf(withdrawn), await statusOf(gone), await statusOf(stays)]).toEqual([400, 400, 200])
    const invites = await app.ctx.db.selectFrom('group_invites').select('id').execute()
    expect(invites).toEqual([{ id: lasting.id }])
  })

  it('is not who came after an earlier backup to which the site had been put back', async () => {
    const back = (ms: number) => {
      app.advance(ms)
      return backUp()
    }
    const [hannah, leaver] = [await app.person('hannah'), await makeUser(app.ctx)]
    const monday = await back(1000)
    app.advance(1000)
    const newcomer = await makeUser(app.ctx)
    const prayer = await makePrayer(app.ctx, newcomer)
    const friday = await back(86_400_000)

    await goBack(monday)
    await replayDeletions(app.ctx, { users: [leaver], prayers: [] })
    const output = await goBack(friday)
    expect(output).toContain(`person ${leaver}`)
    expect(output).not.toContain(newcomer)
    const people = await app.ctx.db.selectFrom('users').select('id').execute()
    const ids = people.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([hannah, newcomer]))
    expect(ids).not.toContain(leaver)
    expect((await app.ask('prayers.list')).data.items.map(({ id }) => id)).toEqual([prayer])
  })
})
