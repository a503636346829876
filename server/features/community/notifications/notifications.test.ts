import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Metadata } from '../../../../contract/content.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { notify as notifyPeople } from './notifications.commands.ts'
import { notificationJobs } from './notifications.jobs.ts'

describe('active notifications', () => {
  const app = sharedTestApp()
  let admin: string
  let hannah: string
  let tomas: string
  beforeAll(async () => {
    ;[admin, hannah, tomas] = await Promise.all([app.signIn('peter'), app.signIn('hannah'), app.signIn('tomas')])
  })

  const notify = async (title: string, metadata: Metadata = {}, part: object = {}) => {
    const input = {
      title,
      content: `Words of ${title}`,
      content_type: 'notification',
      published: true,
      metadata,
      ...part,
    }
    const answer = await app.ask('content.create', input, { as: admin })
    expect(answer.status, answer.text).toBe(200)
    return answer.data.id
  }
  const active = async (as?: string) => (await app.ask('notifications.active', {}, { as })).data
  const titles = async (as?: string) => (await active(as)).map(({ title }) => title)

  it('are none on a new site', async () => {
    expect(await active()).toEqual([])
  })

  it('have what their author left open filled in', async () => {
    const id = await notify('Plain')
    expect(await active()).toEqual([
      {
        id,
        title: 'Plain',
        content: 'Words of Plain',
        type: 'announcement',
        dismissible: true,
        auto_hide: false,
        auto_hide_delay: 5000,
        shown_until: null,
      },
    ])
    await app.ask('content.manage_delete', { id }, { as: admin })
  })

  it('come once, in the reader’s language, and are read in all', async () => {
    const slug = 'tea'
    const id = await notify('Tea', {}, { slug })
    const german = await notify('Tee', {}, { slug, language: 'de' })
    const shown = async (language?: 'de' | 'fr', as?: string) =>
      (await app.ask('notifications.active', language ? { language } : {}, { as })).data.map(({ title }) => title)
    expect([await shown(), await shown('de'), await shown('fr')]).toEqual([['Tea'], ['Tee'], ['Tea']])
    await app.ask('content.update', { id, metadata: { is_read: true } }, { as: hannah })
    expect([await shown('de', hannah), await shown('de')]).toEqual([[], ['Tee']])
    // Also when the text that was read is withdrawn.
    await app.ask('content.manage_edit', { id, status: 'draft' }, { as: admin })
    expect([await shown('de', hannah), await shown('de')]).toEqual([[], ['Tee']])
    for (const one of [id, german]) await app.ask('content.manage_delete', { id: one }, { as: admin })
  })

  it('say what their author chose', async () => {
    const chosen = { dismissible: false, auto_hide: true, auto_hide_delay: 9000 }
    const id = await notify('Chosen', { notification_type: 'warning', ...chosen })
    expect(await active(hannah)).toMatchObject([{ id, type: 'warning', ...chosen }])
    await app.ask('content.manage_delete', { id }, { as: admin })
    expect(await active(hannah)).toEqual([])
  })

  it('reach everybody, or the one person whom they are for, newest first', async () => {
    await notify('For all')
    app.advance(1000)
    await notify('For Hannah', { user_id: await app.person('hannah') })
    app.advance(1000)
    await notify('A draft', {}, { published: false })
    expect(await titles()).toEqual(['For all'])
    expect(await titles(tomas)).toEqual(['For all'])
    expect(await titles(admin)).toEqual(['For all'])
    expect(await titles(hannah)).toEqual(['For Hannah', 'For all'])
  })

  it('are gone for who has read them, and stay for the others', async () => {
    for (const { id } of await active(hannah)) {
      await app.ask('content.update', { id, metadata: { is_read: true } }, { as: hannah })
    }
    expect(await titles(hannah)).toEqual([])
    expect(await titles(tomas)).toEqual(['For all'])
    expect(await titles()).toEqual(['For all'])
  })

  it('hold no other kind of content, and at most twenty', async () => {
    expect(await titles()).not.toContain('Welcome')
    for (let index = 0; index < 25; index += 1) await notify(`Number ${index}`)
    expect(await titles()).toHaveLength(20)
  })

  describe('for some readers, and for a time', () => {
    const minute = 60_000
    const at = (ms: number) => new Date(app.ctx.clock().getTime() + ms).toISOString()
    const made: string[] = []
    const make = async (title: string, metadata: Metadata) => {
      const id = await notify(title, metadata)
      made.push(id)
      return id
    }
    beforeAll(async () => {
      const { data } = await app.ask('content.manage_list', { type: 'notification', limit: 100 }, { as: admin })
      const ids = data.items.map(({ id }) => id)
      await app.ask('content.manage_many', { ids, act: 'delete' }, { as: admin })
    })
    afterEach(async () => {
      await app.ask('content.manage_many', { ids: made.splice(0), act: 'delete' }, { as: admin })
    })

    it.each([
      ['everybody', { visitor: true, member: true, care: true, moderator: true, admin: true }],
      ['members', { visitor: false, member: true, care: true, moderator: true, admin: true }],
      ['staff', { visitor: false, member: false, care: true, moderator: true, admin: true }],
    ] as const)('reaches %s, and nobody else by any way', async (audience, reach) => {
      const id = await make('CANARY', { audience })
      const [care, moderator] = await Promise.all([app.signIn('ines'), app.signIn('ruth')])
      const readers = { visitor: undefined, member: hannah, care, moderator, admin }
      for (const [who, as] of Object.entries(readers)) {
        const reached = reach[who as keyof typeof reach]
        expect((await titles(as)).includes('CANARY'), who).toBe(reached)
        const listed = await app.ask('content.list', { type: 'notification' }, { as })
        expect(listed.text.includes(id), who).toBe(reached)
        if (as === undefined) continue
        const read = await app.ask('content.update', { id, metadata: { is_read: false } }, { as })
        expect(read.status, who).toBe(reached ? 200 : 404)
      }
    })

    it('begins and ends at its time, for visitors whose answers are kept too', async () => {
      await make('Advent', { shown_from: at(2000), shown_until: at(4000) })
      expect([await titles(), await titles(hannah)]).toEqual([[], []])
      app.advance(2000)
      expect([await titles(), await titles(hannah)]).toEqual([['Advent'], ['Advent']])
      app.advance(2000)
      expect([await titles(), await titles(hannah)]).toEqual([[], []])
    })

    it('says until when it is shown, and stands where its beginning puts it', async () => {
      const until = at(5 * minute)
      await make('Later', { shown_from: at(minute), shown_until: until })
      app.advance(1000)
      await make('Sooner', {})
      app.advance(2 * minute)
      expect(await active()).toMatchObject([
        { title: 'Later', shown_until: until },
        { title: 'Sooner', shown_until: null },
      ])
    })

    it('is kept in a draft, changed a member at a time, and stays when earlier words come back', async () => {
      const id = await make('First words', { audience: 'staff', shown_from: at(minute), shown_until: at(3 * minute) })
      const edit = (part: object) => app.ask('content.manage_edit', { id, ...part }, { as: admin })
      const { data } = await edit({ title: 'Second words', metadata: { shown_from: null } })
      expect(data.metadata).toMatchObject({ audience: 'staff', shown_from: null, shown_until: expect.any(String) })
      const [version] = (await app.ask('content.versions', { id }, { as: admin })).data
      const back = await app.ask('content.restore', { id, version_id: version?.id }, { as: admin })
      expect(back.data).toMatchObject({ title: 'First words', metadata: { audience: 'staff', shown_from: null } })
      const { title, content, content_type, language, featured, metadata } = back.data
      const words = {
        title,
        slug: '',
        content,
        content_type,
        language,
        featured,
        metadata: { ...metadata, audience: 'members' },
      }
      await app.ask('content.keep_draft', { content_id: id, words, based_on: null }, { as: admin })
      const draft = await app.ask('content.draft', { content_id: id }, { as: admin })
      expect(draft.data.draft?.words.metadata.audience).toBe('members')
      expect(await titles(hannah)).toEqual([])
    })

    it('refuses an end before the beginning, also when only one of both is changed', async () => {
      const soon = at(minute)
      const wrong = await app.ask(
        'content.create',
        {
          title: 'x',
          content: 'x',
          content_type: 'notification',
          metadata: { shown_from: soon, shown_until: soon },
        },
        { as: admin },
      )
      expect(wrong.problem).toMatchObject({ status: 400, code: 'content.ends_too_soon' })
      const id = await make('Later', { shown_from: at(minute), shown_until: at(2 * minute) })
      const edit = (metadata: object) => app.ask('content.manage_edit', { id, metadata }, { as: admin })
      expect((await edit({ shown_until: at(0) })).problem.code).toBe('content.ends_too_soon')
      expect((await edit({ shown_from: at(3 * minute) })).problem.code).toBe('content.ends_too_soon')
      expect((await edit({ audience: 'friends' })).status).toBe(400)
      expect((await edit({ shown_from: null, shown_until: null })).status).toBe(200)
    })

    it('has no meaning for a page', async () => {
      const page = { title: 'A page', slug: 'a-timed-page', content: 'Words', content_type: 'guide', published: true }
      const metadata = { audience: 'staff', shown_until: at(-minute) }
      await app.ask('content.create', { ...page, metadata }, { as: admin })
      expect((await app.ask('content.one', { slug: page.slug })).status).toBe(200)
    })
  })
})

describe('notices of a request', () => {
  it('are undone when the job that writes them cannot be noted as done with them', async () => {
    const app = await newTestApp()
    const [hannah, tomas] = await Promise.all([app.signIn('hannah'), app.signIn('tomas')])
    const { id } = (await app.ask('prayers.create', { content: 'For my sister' }, { as: hannah })).data
    await app.ask('prayers.follow', { id }, { as: tomas })
    await app.runJobs()
    const tell = notificationJobs(app.ctx)['notifications.tell_followers']
    const payload = { prayer_request_id: id, kind: 'update' as const }
    const notices = () => app.ctx.db.selectFrom('notifications').select('id').where('kind', '=', 'update').execute()
    const finish = () => Promise.reject(new Error('the process dies'))
    await expect(tell(payload, { is_last: false, finish })).rejects.toThrow('the process dies')
    expect(await notices()).toHaveLength(0)
    await tell(payload, { is_last: false, finish: () => Promise.resolve() })
    expect(await notices()).toHaveLength(1)
  })
})

it('news that was read goes after a year, when more comes, with reminders; what else was not read stays', async () => {
  const app = await newTestApp()
  const hannah = await app.person('hannah')
  const tell = (kind: 'system' | 'reminder') => app.ctx.transaction((ctx) => notifyPeople(ctx, [hannah], { kind }))
  const list = async () => (await app.ask('notifications.list', {}, { as: await app.signIn('hannah') })).data.items
  await tell('system')
  await tell('system')
  const [read, unread] = await list()
  await app.ask('notifications.edit', { id: read!.id, is_read: true }, { as: await app.signIn('hannah') })
  await tell('reminder')
  app.advance(364 * DAY_MS)
  await tell('reminder')
  expect(await list()).toHaveLength(4)
  app.advance(2 * DAY_MS)
  await tell('reminder')
  const left = await list()
  expect(left.map(({ kind }) => kind)).toEqual(['reminder', 'reminder', 'system'])
  expect(left.map(({ id }) => id)).toContain(unread!.id)
})

it('what is read on one device is told to the other pages of its reader, once', async () => {
  const app = await newTestApp()
  const hannah = await app.person('hannah')
  await app.ctx.transaction((ctx) => notifyPeople(ctx, [hannah], { kind: 'reminder' }))
  const as = await app.signIn('hannah')
  await app.ctx.db.deleteFrom('events').execute()
  await app.ask('notifications.read_all', {}, { as })
  await app.ask('notifications.read_all', {}, { as })
  const events = await app.ctx.db.selectFrom('events').select(['kind', 'audience', 'audience_id']).execute()
  expect(events).toEqual([{ kind: 'notices', audience: 'person', audience_id: hannah }])
})
