import { beforeAll, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../../contract/prayers.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer, setPrayers } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'
import { readMessage } from '../group-summaries/group-summaries.queries.ts'
import { openCase } from './care-cases.commands.ts'
import { setQuietAlert } from './quiet-alerts.commands.ts'

// The author is Hannah. Tomás is in her group, Grace in another one, Inês on the care team, Ruth a moderator, Peter an
// administrator.
const actors = ['visitor', 'hannah', 'tomas', 'grace', 'ines', 'ruth', 'peter'] as const
type Actor = (typeof actors)[number]

const mayRead: Record<Visibility, readonly Actor[]> = {
  public: actors,
  members: ['hannah', 'tomas', 'grace', 'ines', 'ruth', 'peter'],
  group: ['hannah', 'tomas'],
  team: ['hannah', 'ines', 'ruth', 'peter'],
  private: ['hannah'],
}
const kinds = Object.keys(mayRead) as Visibility[]
// Each text contains a word that occurs nowhere else: wherever it appears, that request was visible.
const canary = (kind: string): string => `canary-${kind}-7f3a`

describe('who can read a request', () => {
  const app = sharedTestApp()
  let group: string
  const ids: Record<string, string> = {}
  const tokens: Partial<Record<Actor, string>> = {}

  beforeAll(async () => {
    const hannah = await app.person('hannah')
    group = await makeGroup(app.ctx, [hannah, await app.person('tomas')])
    await makeGroup(app.ctx, [await app.person('grace')])
    for (const actor of actors) if (actor !== 'visitor') tokens[actor] = await app.signIn(actor satisfies PersonName)
    const post = (kind: string, visibility: Visibility) =>
      makePrayer(app.ctx, hannah, {
        content: `${canary(kind)} my father is ill in hospital and has surgery tomorrow`,
        visibility,
        group_id: visibility === 'group' ? group : null,
      })
    for (const kind of kinds) ids[kind] = await post(kind, kind)
    for (const publication of ['held', 'hidden', 'deleted'] as const) {
      ids[publication] = await post(publication, 'public')
      await app.ctx.db.updateTable('prayers').set({ publication }).where('id', '=', ids[publication]).execute()
    }
    ids.line = await post('line', 'private')
    await setPrayers(app.ctx, { line_of: ids.public ?? null, author_id: await app.person('tomas') }, ids.line)
    for (const id of Object.values(ids)) await app.ctx.addJob('prayers.classify', { id })
    await app.runJobs()
  })

  const expected = (kind: string, actor: Actor): boolean => {
    // A line stands beside its request for these two alone, and in no list.
    if (kind === 'deleted' || kind === 'line') return false
    if (kind === 'held' || kind === 'hidden') return actor === 'hannah'
    return mayRead[kind as Visibility].includes(actor)
  }

  // Who reads, prays for and changes one request of each kind stands in server/test/access.
  it.each([...kinds, 'held', 'hidden', 'deleted', 'line'])(
    'the links of one that is %s show to its readers alone',
    async (kind) => {
      const missing = '00000000-0000-4000-8000-000000000000'
      const shown: Actor[] = []
      for (const actor of actors) {
        const { data } = await app.ask(
          'prayers.categories_of',
          { ids: `${ids[kind]},${missing}` },
          { as: tokens[actor] },
        )
        if (data.length > 0) shown.push(actor)
      }
      expect(shown).toEqual(actors.filter((actor) => expected(kind, actor)))
    },
  )

  // Whatever the parameter, it can only narrow the result.
  const flags = [
    {},
    { exclude_group_prayers: 'false' },
    { exclude_group_prayers: '0' },
    { exclude_group_prayers: '' },
    { exclude_group_prayers: 'true' },
    { search: 'hospital' },
    { search: 'father', exclude_group_prayers: 'true' },
  ]
  it.each(actors)('lists show %s what they may read, page after page, and nothing else', async (actor) => {
    const categories = await app.ask('categories.list')
    for (const flag of flags) {
      for (const view of ['newest', 'waiting', 'answered']) {
        let seen = ''
        for (let page = 0, more = true; more; page += 1) {
          const answer = await app.ask('prayers.list', { ...flag, view, page, pageSize: 2 }, { as: tokens[actor] })
          expect(answer.status).toBe(200)
          seen += answer.text
          more = answer.data.has_more
        }
        for (const kind of Object.keys(ids)) {
          if (!expected(kind, actor))
            expect(seen, `${actor} ${view} ${JSON.stringify(flag)}`).not.toContain(canary(kind))
        }
        if (view === 'newest') expect(seen).toContain(canary('public'))
        if (flag.exclude_group_prayers === 'true') expect(seen).not.toContain(canary('group'))
      }
    }
    for (const { id } of categories.data) {
      const { text } = await app.ask('prayers.in_category', { id, pageSize: 100 }, { as: tokens[actor] })
      for (const kind of Object.keys(ids)) if (!expected(kind, actor)) expect(text).not.toContain(canary(kind))
    }
  })

  it.each(actors.filter((actor) => actor !== 'visitor'))('the day of %s holds what they may read', async (actor) => {
    const { text } = await app.ask('today.choose', { count: 15 }, { as: tokens[actor] })
    for (const kind of Object.keys(ids)) if (!expected(kind, actor)) expect(text).not.toContain(canary(kind))
    if (actor !== 'hannah') expect(text).toContain(canary('public'))
  })

  it.each(actors)('the links of all requests show %s those that they may read, page after page', async (actor) => {
    const seen = new Set<string>()
    for (let page = 0, size = 2; size === 2; page += 1) {
      const { data } = await app.ask('prayers.categories_of', { page, pageSize: 2 }, { as: tokens[actor] })
      for (const link of data) seen.add(link.prayer_request_id)
      size = data.length
    }
    const readable = Object.keys(ids).filter((kind) => expected(kind, actor))
    expect(seen).toEqual(new Set(readable.map((kind) => ids[kind])))
  })

  it.each(actors.filter((actor) => actor !== 'visitor'))(
    'a group shows %s its requests only as a member',
    async (actor) => {
      const { data, text } = await app.ask('groups.one', { id: group }, { as: tokens[actor] })
      expect((data.prayers ?? []).map(({ id }) => id)).toEqual(mayRead.group.includes(actor) ? [ids.group] : [])
      for (const kind of Object.keys(ids).filter((one) => !expected(one, actor)))
        expect(text).not.toContain(canary(kind))
    },
  )

  it('sorting all names the requests that its administrator may read, and no other', async () => {
    const { data } = await app.ask('classifications.recategorize_many', { _t: 1 }, { as: tokens.peter })
    const named = data.results.map(({ prayer_request_id }) => prayer_request_id)
    const readable = Object.keys(ids).filter((kind) => expected(kind, 'peter'))
    expect(new Set(named)).toEqual(new Set(readable.map((kind) => ids[kind])))
    expect(data.job?.done).toBeGreaterThan(named.length)
  })

  it('shows a person their own requests, held ones included, in their own list only', async () => {
    const { text } = await app.ask('prayers.list', { mine: 'true', pageSize: 100 }, { as: tokens.hannah })
    for (const kind of ['public', 'members', 'group', 'team', 'private', 'held', 'hidden'])
      expect(text).toContain(canary(kind))
    expect(text).not.toContain(canary('deleted'))
    const wall = await app.ask('prayers.list', { pageSize: 100 }, { as: tokens.hannah })
    expect(wall.text).not.toContain(canary('private'))
    for (const actor of ['visitor', 'tomas', 'peter'] as const) {
      expect((await app.ask('prayers.list', { mine: 'true' }, { as: tokens[actor] })).data.items).toEqual([])
    }
  })

  it('the desk shows what is perhaps about danger to the care team alone, where they may read it', async () => {
    for (const id of Object.values(ids)) await setQuietAlert(app.ctx, { id, prayer_request_id: id }, true)
    for (const actor of actors) {
      const { text } = await app.ask('desk.today', {}, { as: tokens[actor] })
      const shown = Object.keys(ids).filter((kind) => text.includes(canary(kind)))
      expect(shown, actor).toEqual(actor === 'ines' ? kinds.filter((kind) => expected(kind, actor)) : [])
    }
  })

  it('a case shows the words of a request to the care team alone, where they may read them', async () => {
    for (const id of Object.values(ids)) await app.ctx.transaction((ctx) => openCase(ctx, id, 'report'))
    for (const actor of actors) {
      const list = await app.ask('cases.list', {}, { as: tokens[actor] })
      const each = await Promise.all(
        Object.values(ids).map((id) => app.ask('cases.one', { id }, { as: tokens[actor] })),
      )
      const text = [list, ...each].map((answer) => answer.text).join()
      // A name of words says whether they were changed.
      const read = list.data.items ?? []
      expect(read.filter(({ excerpt, version }) => (excerpt === null) !== (version === null))).toEqual([])
      const shown = Object.keys(ids).filter((kind) => text.includes(canary(kind)))
      expect(shown, actor).toEqual(actor === 'ines' ? kinds.filter((kind) => expected(kind, actor)) : [])
    }
  })

  it('a calendar holds the days of what its owner may read, and the words of what all members may', async () => {
    await app.ctx.db
      .updateTable('prayers')
      .set({ expires_at: '2026-12-24T23:59:59.999Z', title: (query) => query.ref('content') })
      .execute()
    for (const actor of actors) {
      if (actor === 'visitor') continue
      const user_id = await app.person(actor)
      const created_at = app.ctx.clock().toISOString()
      const follows = Object.values(ids).map((prayer_request_id) => ({ user_id, prayer_request_id, created_at }))
      await app.ctx.db.insertInto('follows').values(follows).execute()
      const { data } = await app.ask('calendar_feeds.make', {}, { as: tokens[actor] })
      const text = (await (await fetch(new URL(data.path, app.url))).text()).replaceAll('\r\n ', '')
      for (const [kind, id] of Object.entries(ids)) {
        const isShown = expected(kind, actor) && kind !== 'held' && kind !== 'hidden'
        expect(text.includes(id), `${actor} ${kind}`).toBe(isShown)
        expect(text.includes(canary(kind)), `${actor} ${kind}`).toBe(kind === 'public' || kind === 'members')
      }
    }
    await app.ctx.db.deleteFrom('follows').execute()
    await app.ctx.db.updateTable('prayers').set({ expires_at: null, title: null }).execute()
  })

  it('the email of a group holds, of what its author let in, the published requests of that group', async () => {
    const { db } = app.ctx
    const at = app.ctx.clock().toISOString()
    await db.updateTable('users').set({ email_verified_at: at }).execute()
    await db.deleteFrom('quiet_alerts').execute()
    await db.updateTable('prayers').set({ in_summary: true, listed_at: at }).execute()
    const summary = {
      summary_has_words: true,
      summary_rhythm: 'daily' as const,
      summary_until: '2100-01-01T00:00:00.000Z',
    }
    await db
      .updateTable('groups')
      .set({ ...summary, summary_since: '2000-01-01T00:00:00.000Z' })
      .execute()
    for (const actor of actors.filter((one) => one !== 'visitor')) {
      const user_id = await app.person(actor)
      const due = { kind: 'member' as const, group_id: group, user_id, mail_at: at }
      const text = JSON.stringify((await readMessage(app.ctx, due)) ?? {})
      const shown = Object.keys(ids).filter((kind) => text.includes(canary(kind)))
      expect(shown, actor).toEqual(actor === 'tomas' ? ['group'] : [])
    }
  })

  it('counts public requests only, for everybody alike', async () => {
    const counts = await Promise.all(
      actors.map(async (actor) => (await app.ask('categories.counts', {}, { as: tokens[actor] })).text),
    )
    expect(new Set(counts).size).toBe(1)
    const total = (await app.ask('categories.counts')).data.reduce((sum, { count }) => sum + count, 0)
    const { categories } = (await app.ask('prayers.one', { id: ids.public ?? '' })).data
    expect(total).toBe(categories.length)
  })

  it('never lets a stored answer of one reader reach another', async () => {
    const id = ids.members ?? ''
    expect((await app.ask('prayers.one', { id }, { as: tokens.tomas })).status).toBe(200)
    expect((await app.ask('prayers.one', { id })).status).toBe(404)
    const wall = await app.ask('prayers.list', {}, { as: tokens.tomas })
    expect(wall.text).toContain(canary('members'))
    for (let times = 0; times < 3; times += 1)
      expect((await app.ask('prayers.list')).text).not.toContain(canary('members'))
  })
})

describe('what people do with an anonymous request', () => {
  it('tells no reader who asked, who prayed, who gave thanks, who reacted, who follows and who reported', async () => {
    const app = await newTestApp()
    const as = {} as Record<Exclude<Actor, 'visitor'>, string>
    const signIn = async () => {
      for (const actor of actors) if (actor !== 'visitor') as[actor] = await app.signIn(actor)
    }
    await signIn()
    const author = await app.person('hannah')
    const id = await makePrayer(app.ctx, author, { is_anonymous: true, content: 'canary-anonymous my father is ill' })
    await app.ctx.addJob('prayers.classify', { id })
    const doers = ['tomas', 'grace'] as const
    for (const doer of doers) {
      await app.ask('prayers.pray', { id }, { as: as[doer] })
      await app.ask('prayers.follow', { id }, { as: as[doer] })
      await app.ask('reactions.create', { prayer_request_id: id, type: 'amen' }, { as: as[doer] })
      await app.ask('reports.create', { id, report_type: 'miscategorized' }, { as: as[doer] })
    }
    await app.ask('updates.create', { id, content: 'canary-update', status: 'ongoing' }, { as: as.hannah })
    await app.ask('prayers.edit', { id, title: 'Another title' }, { as: as.hannah })
    await app.ask('updates.create', { id, content: 'canary-answer', status: 'answered' }, { as: as.hannah })
    for (const doer of doers)
      await app.ask('reactions.create', { prayer_request_id: id, type: 'thanks' }, { as: as[doer] })
    app.advance(16 * 60_000)
    await app.runJobs()
    await signIn()
    const told = (await app.ask('notifications.list', {}, { as: as.hannah })).data.items
    expect(told.map(({ kind, people }) => [kind, people])).toEqual(
      expect.arrayContaining([
        ['prayed', 2],
        ['thanked', 2],
      ]),
    )
    const reports = (await app.ask('reports.list', {}, { as: as.ruth })).data.items

    for (const reader of actors) {
      const token = reader === 'visitor' ? undefined : as[reader]
      const answers = await Promise.all([
        app.ask('prayers.one', { id }, { as: token }),
        app.ask('prayers.list', {}, { as: token }),
        app.ask('prayers.list', { view: 'waiting' }, { as: token }),
        app.ask('prayers.list', { view: 'answered' }, { as: token }),
        app.ask('prayers.updates', { id }, { as: token }),
        app.ask('prayers.categories', { id }, { as: token }),
        app.ask('prayers.categories_of', { ids: id }, { as: token }),
        app.ask('prayers.categories_of', {}, { as: token }),
        app.ask('prayers.pray', { id }, { as: token }),
        app.ask('prayers.unpray', { id }, { as: token }),
        app.ask('prayers.follow', { id }, { as: token }),
        app.ask('reactions.create', { prayer_request_id: id, type: 'heart' }, { as: token }),
        app.ask('notifications.list', {}, { as: token }),
        app.ask('classifications.doubted', {}, { as: token }),
        app.ask('classifications.machine_links', {}, { as: token }),
        app.ask('classifications.recategorize', { id }, { as: token }),
        app.ask('reports.list', {}, { as: token }),
        ...reports.map((report) => app.ask('reports.one', { id: report.id }, { as: token })),
      ])
      const seen = answers.map(({ text }) => text).join('\n')
      expect(seen, reader).toContain('canary-anonymous')
      const hidden = ['hannah', ...doers].filter((name) => name !== reader) as (typeof doers)[number][]
      for (const name of hidden) {
        expect(seen, `${name} before ${reader}`).not.toContain(await app.person(name))
        expect(seen.toLowerCase(), `${name} before ${reader}`).not.toContain(`${name}@`)
      }
      if (reader !== 'hannah') expect(seen, reader).not.toContain('Hannah')
    }
  })
})
