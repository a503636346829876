import { beforeAll, describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import builtIn from '../db/seed-themes.json' with { type: 'json' }
import { sharedTestApp } from './shared-app.ts'
import { makeGroup, makePrayer, makeUpdate } from './make.ts'
import type { PersonName } from './people.ts'

type Entity = Record<string, unknown>
/** A kind of entity: who may change it, and how one is read and written. */
interface Case {
  as: readonly PersonName[]
  /** Makes one and returns the parameters of its address. */
  make: () => Promise<Record<string, string>>
  read: EndpointName
  write: EndpointName
  /** One change, in an entity that is otherwise as it was. */
  change: Entity
}

/** Tables that get a row when something is changed, told or queued. */
const traces = ['audit_log', 'prayer_edits', 'content_versions', 'notifications', 'jobs', 'events'] as const

describe('entities', () => {
  const app = sharedTestApp()
  let hannah: string
  let peter: string
  let silas: string
  beforeAll(async () => {
    hannah = await app.person('hannah')
    peter = await app.person('peter')
    silas = await app.person('silas')
  })

  const as = async (name: PersonName) => ({ as: await app.signIn(name) })
  const countTraces = async () =>
    Object.fromEntries(
      await Promise.all(
        traces.map(async (table) => {
          const { count } = await app.ctx.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
          return [table, count] as const
        }),
      ),
    )
  const categoryIds = async () => (await app.ask('categories.list')).data.map(({ id }) => id)
  const unique = (): string => `Name ${crypto.randomUUID()}`
  const makeOne = async (name: EndpointName, input: Entity, person: PersonName = 'peter') => {
    const { status, text } = await app.ask(name, input, await as(person))
    expect([status, text]).toEqual([200, expect.any(String)])
    return { id: (JSON.parse(text) as { id: string }).id }
  }

  const content = { title: 'Title', content: 'Text.', language: 'en' }
  const theme = { as: ['peter'], read: 'themes.one', write: 'themes.edit', change: { description: 'Autumn' } } as const
  const page = {
    as: ['peter'],
    read: 'content.manage_one',
    write: 'content.manage_edit',
    change: { title: 'Another' },
  } as const
  const prayer = { as: ['hannah'], read: 'prayers.one', write: 'prayers.edit', change: { title: 'Another' } } as const

  const cases: Record<string, Case> = {
    'a theme': {
      ...theme,
      make: () => makeOne('themes.create', { name: unique(), colors: builtIn[0]?.colors }),
    },
    'a theme that is hard to read': {
      ...theme,
      make: () =>
        makeOne('themes.create', {
          name: unique(),
          colors: { ...builtIn[0]?.colors, textPrimary: '#CCCCCC' },
          font: { family: 'Gentium', url: '/fonts/gentium.woff2' },
          typography: { fontSize: { xs: '1px' } },
          allow_low_contrast: true,
        }),
    },
    'the default theme': {
      ...theme,
      make: async () => ({ id: (await app.ask('themes.default')).data.id }),
    },
    'a category': {
      as: ['peter'],
      make: async () => ({ id: (await categoryIds())[3] ?? '' }),
      read: 'categories.one',
      write: 'categories.edit',
      change: { description: 'Another' },
    },
    'a guide': {
      ...page,
      make: () =>
        makeOne('content.create', {
          ...content,
          content_type: 'guide',
          slug: `a-${crypto.randomUUID()}`,
          published: true,
          metadata: { author: 'The team', tags: ['a', { b: 1 }], reading_minutes: 3 },
        }),
    },
    'an announcement to one person': {
      ...page,
      make: () =>
        makeOne('content.create', {
          ...content,
          content_type: 'notification',
          published: true,
          metadata: { notification_type: 'info', user_id: hannah, is_read: false, campaign: 'spring' },
        }),
    },
    'an announcement for staff, with an end': {
      ...page,
      make: () =>
        makeOne('content.create', {
          ...content,
          content_type: 'notification',
          status: 'archived',
          metadata: { audience: 'staff', shown_until: '2040-01-01T00:00:00.000Z' },
        }),
    },
    'a request': {
      ...prayer,
      make: async () => {
        const [one = ''] = await categoryIds()
        const made = await makeOne('prayers.create', { content: 'Please pray for rain.' }, 'hannah')
        await app.ctx.db
          .insertInto('prayer_categories')
          .values({
            prayer_request_id: made.id,
            category_id: one,
            is_machine_generated: true,
            confidence: 0.9,
            position: 0,
            listed_at: app.ctx.clock().toISOString(),
            created_at: app.ctx.clock().toISOString(),
          })
          .execute()
        await makeUpdate(app.ctx, hannah, made.id)
        return made
      },
    },
    'a request without a name': {
      ...prayer,
      make: async () => ({
        id: await makePrayer(app.ctx, hannah, {
          is_anonymous: true,
          is_guarded: true,
          visibility: 'members',
          expires_at: '2040-01-01T00:00:00.000Z',
        }),
      }),
    },
    'a request in a group': {
      ...prayer,
      make: async () => ({
        id: await makePrayer(app.ctx, hannah, {
          visibility: 'group',
          group_id: await makeGroup(app.ctx, [peter, hannah]),
        }),
      }),
    },
    'an archived request': {
      ...prayer,
      make: async () => {
        const id = await makePrayer(app.ctx, hannah)
        await app.ctx.db.updateTable('prayers').set({ status: 'archived' }).where('id', '=', id).execute()
        return { id }
      },
    },
    'a held request of a limited person': {
      ...prayer,
      as: ['silas'],
      make: () => makeOne('prayers.create', { content: 'Please pray for the harvest.', categoryIds: [] }, 'silas'),
    },
    'a group': {
      as: ['hannah', 'peter'],
      make: async () => ({ id: await makeGroup(app.ctx, [hannah, peter, silas]) }),
      read: 'groups.one',
      write: 'groups.edit',
      change: { description: 'Another' },
    },
    'one’s own account': {
      as: ['hannah', 'silas', 'peter'],
      make: () => Promise.resolve({}),
      read: 'accounts.own',
      write: 'accounts.edit_own',
      change: { about: 'Another' },
    },
    'a profile': {
      as: ['hannah', 'peter'],
      make: () => Promise.resolve({ id: hannah }),
      read: 'accounts.profile',
      write: 'accounts.edit_profile',
      change: { about: 'Yet another' },
    },
    preferences: {
      as: ['hannah'],
      make: () => Promise.resolve({ id: hannah }),
      read: 'preferences.read',
      write: 'preferences.write',
      change: { preferred_language: 'pt' },
    },
  }
  const rows = Object.entries(cases).flatMap(([what, one]) => one.as.map((name) => [what, name, one] as const))

  it.each(rows)('%s goes back as it came, for %s', async (_, name, { make, read, write, change }) => {
    const where = await make()
    const who = await as(name)
    const get = async () => {
      const { status, data } = await app.ask(read, where, who)
      expect(status).toBe(200)
      return data as Entity
    }
    const before = await get()
    const traced = await countTraces()
    const { status, text } = await app.ask(write, { ...before, ...where }, who)
    expect([status, text]).toEqual([200, expect.any(String)])
    // An administrator who reads a group of others leaves a trace each time.
    const ignored = name === 'peter' && read === 'groups.one' ? { audit_log: 0 } : {}
    expect({ ...(await countTraces()), ...ignored }).toEqual({ ...traced, ...ignored })
    expect(await get()).toEqual(before)

    expect((await app.ask(write, { ...before, ...where, ...change, invented: [1] }, who)).status).toBe(200)
    const after = await get()
    // Only the server's own time may follow the change, and the public profile within an account.
    const profile = typeof before.profile === 'object' ? { profile: { ...before.profile, ...change } } : {}
    expect({ ...after, updated_at: 0 }).toEqual({ ...before, ...change, ...profile, updated_at: 0 })
  })

  it.each(rows.filter(([, , { write }]) => endpoints[write].path.includes('{id}')))(
    '%s goes back as it came where a program sends the whole address, too, for %s',
    async (_, name, { make, read, write }) => {
      const where = await make()
      const who = await as(name)
      const before = (await app.ask(read, where, who)).data as Entity
      const path = endpoints[write].path.replace('{id}', where['id'] ?? '')
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${who.as}` }
      const answer = await app.fetch(path, { method: 'PUT', headers, body: JSON.stringify(before) })
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
      expect((await app.ask(read, where, who)).data).toEqual(before)
    },
  )

  it('takes an update as it was read', async () => {
    const who = await as('hannah')
    const id = await makePrayer(app.ctx, hannah)
    await makeUpdate(app.ctx, hannah, id)
    const read = async () => (await app.ask('prayers.updates', { id }, who)).data[0] as Entity & { id: string }
    const before = await read()
    const where = { id, updateId: before.id }
    const whole = { ...before, invented: [1], ...where }
    expect((await app.ask('updates.edit', whole, who)).status).toBe(200)
    expect(await read()).toMatchObject({ id: before.id, content: before['content'], status: before['status'] })
    const { updated_at } = await read()
    expect((await app.ask('updates.edit', { ...whole, content: 'Another.', updated_at }, who)).status).toBe(200)
    expect((await app.ask('updates.create', whole, who)).status).toBe(200)
    expect((await app.ask('prayers.updates', { id }, who)).data).toMatchObject([
      { content: before['content'] },
      { content: 'Another.' },
    ])
  })

  it('takes a reaction, a notice and a report as they were read', async () => {
    const prayer_request_id = await makePrayer(app.ctx, hannah)
    const tomas = await as('tomas')
    const reaction = await app.ask('reactions.create', { prayer_request_id, type: 'amen' }, tomas)
    const again = await app.ask('reactions.create', reaction.data, tomas)
    expect([again.status, again.data]).toEqual([200, reaction.data])
    for (const name of ['tomas', 'grace'] as const)
      await app.ask('reports.create', { id: prayer_request_id, report_type: 'other', reason: 'Look' }, await as(name))
    const [{ id } = { id: '' }] = (await app.ask('reports.list', {}, await as('ruth'))).data.items
    const { data: read } = await app.ask('reports.claim', { id }, await as('ruth'))
    const { text, data } = await app.ask('reports.decide', { ...read, decision: 'none' }, await as('ruth'))
    expect({ ...data, updated_at: '' }, text).toEqual({ ...read, updated_at: '' })
    await app.ask('prayers.pray', { id: prayer_request_id }, tomas)
    app.advance(20 * 60_000)
    await app.runJobs()
    const [notice] = (await app.ask('notifications.list', {}, await as('hannah'))).data.items
    const marked = await app.ask('notifications.edit', { ...notice, is_read: true }, await as('hannah'))
    expect([marked.status, marked.text]).toEqual([200, expect.stringContaining('"is_read":true')])
  })

  it('takes a list, a reminder, a member, and the places of categories and themes as they were read', async () => {
    const [own, lead] = [await as('hannah'), await as('peter')]
    const { data: list } = await app.ask('prayer_lists.create', { name: unique() }, own)
    const remind = { prayer_list_id: list.id, remind_at: '2040-01-01T00:00:00.000Z', repeats: 'daily' }
    const { data: reminder } = await app.ask('prayer_lists.remind', remind, own)
    const id = await makeGroup(app.ctx, [peter, hannah])
    const members = (await app.ask('groups.members', { id }, lead)).data.items
    const [category] = (await app.ask('categories.list')).data
    const { data: look } = await app.ask('themes.default')
    const traced = await countTraces()
    expect((await app.ask('prayer_lists.rename', list, own)).status).toBe(200)
    expect((await app.ask('prayer_lists.pause_reminder', reminder, own)).data).toEqual(reminder)
    for (const one of members)
      expect((await app.ask('groups.edit_member', { ...one, id, userId: one.user.id }, lead)).data).toEqual(one)
    const back = await app.ask('groups.edit_member', { id, userId: hannah, status: 'invited' }, lead)
    expect(back.problem.code).toBe('request.invalid')
    expect(await countTraces()).toEqual(traced)
    expect((await app.ask('categories.order', { ...category }, lead)).data[0]).toEqual(category)
    expect((await app.ask('themes.set_order', look, lead)).data.order).toBe(look.order)
  })

  it('gives a reader’s own announcement back with its mark, and nothing else', async () => {
    const metadata = { user_id: hannah, campaign: 'spring' }
    const announcement = { ...content, content_type: 'notification', published: true, metadata }
    const { id } = await makeOne('content.create', announcement)
    const [who, other] = [await as('hannah'), await as('tomas')]
    const read = async () =>
      (await app.ask('content.list', { user_id: hannah, type: 'notification' }, who)).data.find((one) => one.id === id)
    const before = (await read()) as Entity & { metadata: Entity }
    const marked = { ...before, metadata: { ...before.metadata, is_read: true } }
    expect((await app.ask('content.update', marked, other)).status).toBe(404)
    expect((await app.ask('content.update', { ...marked, title: 'Mine' }, who)).status).toBe(404)
    expect((await app.ask('content.update', { id, metadata: { is_read: true, campaign: 'mine' } }, who)).status).toBe(
      404,
    )
    expect((await app.ask('content.update', marked, who)).status).toBe(200)
    expect(await read()).toEqual(marked)
  })

  const misspelt: [what: EndpointName, members: Entity][] = [
    ...['visibilty', 'Visibility', 'visiblity', 'privacy', 'private', 'isPrivate', 'shared_with'].map(
      (name): [EndpointName, Entity] => ['prayers.create', { [name]: 'private' }],
    ),
    ...['isAnonymous', 'anonymous', 'is_anonymus', 'is-anonymous', 'hide_name'].map((name): [EndpointName, Entity] => [
      'prayers.create',
      { [name]: true },
    ]),
    ['prayers.create', { isGuarded: true }],
    ['prayers.create', { sensitive: true }],
    ['prayers.create', { groupId: crypto.randomUUID() }],
    ['prayers.create', { groupIds: [] }],
    ['prayers.edit', { visibilty: 'private' }],
    ['prayers.edit', { anonymous: true }],
    ['prayers.create_in_group', { isAnonymous: true }],
    ['groups.create', { listed: false }],
    ['groups.create', { private: true }],
    ['groups.edit', { isListed: false }],
    ['groups.edit', { joinning: 'invite' }],
    ['groups.edit', { Posting: 'leaders' }],
    ['content.create', { publishd: false }],
    ['content.create', { Status: 'draft' }],
    ['content.create', { metadata: { userId: crypto.randomUUID() } }],
    ['content.create', { metadata: { recipients: [crypto.randomUUID()] } }],
    ['content.create', { metadata: { audiance: 'staff' } }],
    ['content.create', { metadata: { shownUntil: '2040-01-01T00:00:00.000Z' } }],
    ['content.create_many', { items: [{ ...content, content_type: 'notification', metadata: { to: 'x' } }] }],
    ['content.manage_edit', { publishd: false }],
    ['content.manage_create', { metadata: { Audience: 'staff' } }],
    ['preferences.write', { speechConsent: null }],
    ['preferences.write', { translation_consnt: null }],
  ]
  it.each(misspelt)('%s refuses %j, which would otherwise show more than was meant', async (name, members) => {
    const id = crypto.randomUUID()
    const rest = {
      prayers: { content: 'Please pray for rain.' },
      groups: { name: unique() },
      content: { ...content, content_type: 'notification' },
      preferences: {},
    }[name.split('.')[0] as 'prayers']
    const body = name === 'content.create_many' ? members : { id, ...rest, ...members }
    const { status, problem } = await app.ask(name, body, await as('peter'))
    expect([status, problem.code]).toEqual([400, 'request.invalid'])
    expect(problem.errors).toMatchObject([{ code: 'unknown_member' }])
  })

  it.each([
    [
      'prayers.create',
      { content: 'Please pray for rain.', author_id: 'x', pray_count: 99, source: 'app', mood: 'calm' },
    ],
    ['groups.create', { name: unique(), member_count: 40, my_role: 'owner', colour: 'red' }],
    ['categories.create', { name: unique(), key: 'health', is_built_in: true, icon: 'x' }],
  ] as [EndpointName, Entity][])('%s ignores members that are the server’s or nobody’s', async (name, body) => {
    const { status, data } = await app.ask(name, body, await as('peter'))
    expect(status).toBe(200)
    for (const key of ['source', 'mood', 'colour', 'icon', 'author_id']) expect(data).not.toHaveProperty(key)
    expect(data).not.toMatchObject({ pray_count: 99 })
    expect(data).not.toMatchObject({ member_count: 40 })
    expect(data).not.toMatchObject({ key: 'health' })
  })
})
