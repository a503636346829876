import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadClassifier } from '../../../../classifier/runtime/classifier.ts'
import { buildContext } from '../../../context.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makePrayer } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'
import { openPrayerClassifier } from './active-classifier.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

type Choice = { content?: string; key?: string; is_anonymous?: boolean }

const lessons = [
  'Pray for our volleyball team, the finals are on Saturday',
  'Our under 12 football club has its first match tomorrow, that they play fair and nobody gets hurt',
  'My basketball squad lost again, pray for the players to keep heart',
  'Asking prayers for the swim team traveling to the state championship',
  'Coach says tryouts are Monday, pray that my daughter makes the team',
  'Lift up our church softball league, the season begins this week',
  'please pray for my sons hockey tournament in detroit this weekend',
  'Prayer for the girls soccer team after a hard loss in the semifinal',
  'We have a new rugby coach, pray for him and the boys on the team',
  'Pray for unity among the players of our cricket club before the cup',
]
const unseen = [
  'Prayers for our high school football players and their coach',
  'pray for my hockey team we play the championship tonight',
  'Our softball coach is stepping down, pray for the players',
]
/** Less likely to be about sport than not, after the ten lessons too. */
const unsure = 'Lord watch over the swimmers at the state tournament'
const others = ['My mother has cancer and begins chemotherapy', 'I lost my job and look for work']

describe('learning from what people say', () => {
  const app = sharedTestApp()
  let hannah: string
  let ruth: string
  let peter: string
  let sports: string
  let category: (key: string) => string

  beforeAll(async () => {
    const { data } = await app.ask('categories.create', { name: 'Sports teams' }, { as: await app.signIn('peter') })
    sports = data.id
    const all = (await app.ask('categories.list')).data
    category = (key) => all.find((one) => one.key === key)?.id ?? ''
  })
  beforeEach(async () => {
    ;[hannah, ruth, peter] = await Promise.all([app.signIn('hannah'), app.signIn('ruth'), app.signIn('peter')])
    await app.ctx.db.deleteFrom('prayers').execute()
    await app.ctx.db.deleteFrom('classifier_versions').execute()
  })

  const share = async (content: string, part: object = {}) =>
    await makePrayer(app.ctx, await app.person('hannah'), { content, ...part })
  const correct = async (id: string, categoryIds: string[], as = ruth) => {
    expect((await app.ask('classifications.replace_links', { id, categoryIds }, { as })).status).toBe(200)
  }
  const teachAll = async (part: object = {}, as = ruth) => {
    const ids: string[] = []
    for (const content of lessons) {
      const id = await share(content, part)
      await correct(id, [sports], as)
      ids.push(id)
    }
    await app.runJobs()
    return ids
  }
  const readMainCategory = async (text: string) =>
    (await app.ask('models.classify', { text })).data.results[0]?.categories[0]
  const meant = async (ctx = app.ctx) => {
    const sorter = await openPrayerClassifier(ctx)
    return unseen.filter((text) => sorter.classifyBuiltIn(text).matches[0]?.category_id === sports).length
  }
  const versions = async () => (await app.ask('models.versions', {}, { as: peter })).data.items
  const night = async () => {
    app.advance(DAY_MS)
    await app.runJobs()
    ;[ruth, peter] = await Promise.all([app.signIn('ruth'), app.signIn('peter')])
  }

  it('makes a new category useful at once with ten corrections, and leaves the others as they were', async () => {
    const before = await Promise.all(others.map(readMainCategory))
    expect(await meant()).toBe(0)
    await teachAll()
    expect(await meant()).toBe(unseen.length)
    expect(await readMainCategory(unseen[1] ?? '')).toMatchObject({ name: 'Sports teams' })
    expect((await Promise.all(others.map(readMainCategory))).map((one) => one?.name)).toEqual(
      before.map((one) => one?.name),
    )
    const request = await share(unseen[0] ?? '')
    await app.ctx.addJob('prayers.classify', { id: request })
    await app.runJobs()
    const { data } = await app.ask('prayers.one', { id: request }, { as: hannah })
    expect(data.categories).toMatchObject([{ id: sports, is_machine_generated: true }])
    const { matches, unlikely } = (await openPrayerClassifier(app.ctx)).classifyBuiltIn(unsure)
    expect(matches).toEqual([])
    expect(unlikely).toMatchObject([{ category_id: sports }])
  })

  it('is seen by another process without a restart', async () => {
    const other = await buildContext(app.ctx.config, app.ctx.log)
    expect(await meant(other)).toBe(0)
    await teachAll()
    expect(await meant(other)).toBe(unseen.length)
    await other.close()
  })

  it('learns that a category was taken away', async () => {
    const text = 'Sports betting app deleted for the tenth time. pray i keep it off'
    const id = await share(text)
    await app.ctx.addJob('prayers.classify', { id })
    await app.runJobs()
    const given = (await app.ask('prayers.one', { id }, { as: hannah })).data.categories.map((one) => one.id)
    expect(given.length).toBeGreaterThan(0)
    await app.ask('classifications.remove_links', { id, category_ids: given }, { as: ruth })
    await app.runJobs()
    const { matches } = (await openPrayerClassifier(app.ctx)).classifyBuiltIn(text)
    expect(matches.some((match) => given.includes(match.category_id))).toBe(false)
  })

  describe('from authors', () => {
    const OPERATION = 'Please pray for my heart operation on Tuesday'
    const choose = async (name: PersonName, { content = OPERATION, key = 'grief', ...part }: Choice = {}) => {
      const id = await makePrayer(app.ctx, await app.person(name), { content, ...part })
      await app.ctx.addJob('prayers.classify', { id })
      await app.runJobs()
      const as = await app.signIn(name)
      const answer = await app.ask('classifications.replace_links', { id, categoryIds: [category(key)] }, { as })
      expect(answer.data).toMatchObject([{ category_id: category(key), is_machine_generated: false }])
      await app.runJobs()
      return id
    }
    const mainOf = async (text = OPERATION) => (await readMainCategory(text))?.name
    const rename = async (id: string, categoryIds: string[], as: string) =>
      expect((await app.ask('prayers.edit', { id, categoryIds }, { as })).status).toBe(200)

    it.each<[string, PersonName, Choice]>([
      ['a member', 'tomas', {}],
      ['an anonymous author', 'tomas', { is_anonymous: true }],
      ['a limited member', 'silas', {}],
    ])('changes nothing for others when %s chooses, however often', async (_, name, part) => {
      for (const end of ['', '.', '!']) await choose(name, { ...part, content: OPERATION + end })
      await rename(await share(OPERATION), [category('grief')], hannah)
      await app.runJobs()
      expect(await mainOf()).toBe('Health')
      expect(await versions()).toEqual([])
      await night()
      expect(await mainOf()).toBe('Health')
    })

    it('begins at once when a third person agrees, and lasts', async () => {
      await choose('tomas')
      await choose('silas', { content: 'Pray for my heart operation' })
      expect(await mainOf()).toBe('Health')
      const third = await choose('grace', { content: 'Please pray, a heart operation on Tuesday', is_anonymous: true })
      expect(await mainOf()).toBe('Grief')
      expect(await versions()).toMatchObject([{ reason: 'learned', lessons_since: 3 }])
      await choose('marcos')
      expect(await versions()).toMatchObject([{ lessons_since: 4 }])
      await night()
      expect(await mainOf()).toBe('Grief')
      await app.ask('prayers.delete', { id: third }, { as: await app.signIn('grace') })
      await night()
      expect(await mainOf()).toBe('Grief')
    })

    it('does not begin when three people chose it for requests about something else', async () => {
      for (const name of ['tomas', 'silas', 'grace'] as const)
        await choose(name, { content: 'We buried my grandmother on Tuesday, please pray for us' })
      const before = await versions()
      await choose('marcos')
      expect(await versions()).toEqual(before)
      expect(await mainOf()).toBe('Health')
      await night()
      expect(await mainOf()).toBe('Health')
    })

    it('begins at once when a moderator agrees, and ends when the author writes something else', async () => {
      const id = await choose('tomas', { content: 'We buried my grandmother on Tuesday', key: 'family' })
      await correct(id, [category('family')])
      await app.runJobs()
      expect(await mainOf('We buried my grandmother on Tuesday')).toBe('Family')
      await app.ask('prayers.edit', { id, content: OPERATION }, { as: await app.signIn('tomas') })
      await app.runJobs()
      await night()
      expect(await mainOf('We buried my grandmother on Tuesday')).toBe('Grief')
      expect(await mainOf()).toBe('Health')
    })

    it('stores nothing that tells who chose what for whom', async () => {
      await choose('tomas')
      const rows = JSON.stringify(await app.ctx.db.selectFrom('classification_examples').selectAll().execute())
      expect(rows).not.toContain(await app.person('tomas'))
      expect(rows).not.toMatch(/heart|operation/i)
    })
  })

  it.each([
    ['private', { visibility: 'private' }],
    ['for members', { visibility: 'members' }],
    ['guarded', { is_guarded: true }],
  ] as const)('learns nothing of a request that is %s', async (_, part) => {
    for (const id of await teachAll(part, hannah))
      await app.ctx.addJob('classifications.learn', { id, by_moderator: true })
    await app.runJobs()
    expect(await meant()).toBe(0)
    expect(await versions()).toEqual([])
    await night()
    expect(await meant()).toBe(0)
  })

  it('keeps no words: neither in its examples nor in its weights', async () => {
    const ids = await teachAll()
    const rows = [
      await app.ctx.db.selectFrom('classification_examples').selectAll().execute(),
      await app.ctx.db.selectFrom('classifier_versions').selectAll().execute(),
      await app.ctx.db.selectFrom('classifier_columns').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).toContain(ids[0])
    expect(JSON.stringify(rows)).not.toMatch(/volleyball|football|hockey/i)
  })

  it('forgets in the night what was deleted by day', async () => {
    const ids = await teachAll()
    await night()
    expect(await versions()).toMatchObject([{ reason: 'rebuilt', example_count: 10, is_active: true }, {}])
    expect(await meant()).toBeGreaterThan(1)
    for (const id of ids) await app.ask('prayers.delete', { id }, { as: await app.signIn('hannah') })
    await night()
    expect(await versions()).toMatchObject([{ reason: 'rebuilt', example_count: 0 }, {}, {}])
    expect(await meant()).toBe(0)
  })

  it('makes no new version of the same', async () => {
    await teachAll()
    await night()
    const before = await versions()
    await night()
    expect(await versions()).toEqual(before)
  })

  it('does not keep lessons that make the ones before them worse', async () => {
    await teachAll()
    await night()
    const good = await meant()
    // The same text with another category, many times over.
    for (const content of [...lessons, ...lessons, ...lessons]) {
      await correct(await share(`${content}.`), [category('money')])
    }
    await app.runJobs()
    await night()
    const [newest] = await versions()
    expect(newest).toMatchObject({ reason: 'rebuilt', example_count: 10, is_active: true })
    expect(newest?.held_out.right_after).toBeLessThan(newest?.held_out.right_before ?? 0)
    expect(await meant()).toBe(good)
  })

  it('goes back a step, and does not learn again what was left behind', async () => {
    await teachAll()
    await night()
    for (const text of unseen) await correct(await share(text), [category('money')])
    await app.runJobs()
    expect((await readMainCategory(unseen[0] ?? ''))?.name).toBe('Money')
    const step = () => app.ask('models.step_back', {}, { as: peter })
    const first = await step()
    expect(first.data.active).toMatchObject({ reason: 'stepped_back', example_count: 10 })
    expect((await readMainCategory(unseen[0] ?? ''))?.name).toBe('Sports teams')
    await night()
    expect((await readMainCategory(unseen[0] ?? ''))?.name).toBe('Sports teams')
    expect((await step()).data.active).toBe(null)
    expect(await meant()).toBe(0)
    await night()
    expect(await meant()).toBe(0)
    expect((await step()).problem).toMatchObject({ status: 409, code: 'classifiers.nothing_learned' })
    const acts = await app.ctx.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'classifiers.step_back')
      .execute()
    const actor_id = await app.person('peter')
    expect(acts).toEqual([{ actor_id }, { actor_id }])
  })

  it('takes a renamed, an added and a removed category at once', async () => {
    const made = await app.ask('categories.create', { name: 'Knitting' }, { as: peter })
    const text = 'Please pray for our knitting as we meet'
    expect((await readMainCategory(text))?.name).toBe('Knitting')
    await app.ask('categories.edit', { id: made.data.id, name: 'Crochet' }, { as: peter })
    expect((await readMainCategory(text))?.name).not.toBe('Crochet')
    expect((await readMainCategory('Pray for our crochet evening'))?.name).toBe('Crochet')
    await app.ask('categories.delete', { id: made.data.id }, { as: peter })
    expect((await readMainCategory('Pray for our crochet evening'))?.name).not.toBe('Crochet')
    const health = category('health')
    await app.ask('categories.edit', { id: health, name: 'Bodies' }, { as: peter })
    expect((await readMainCategory(others[0] ?? ''))?.name).toBe('Bodies')
    await app.ask('categories.edit', { id: health, name: 'Health' }, { as: peter })
  })

  it('begins anew when the shipped model is another one', async () => {
    await teachAll()
    await app.ctx.db.updateTable('classifier_versions').set({ base_id: 'older' }).execute()
    expect(await meant()).toBe(0)
    app.advance(3_600_000)
    await app.runJobs()
    peter = await app.signIn('peter')
    expect(await meant()).toBeGreaterThan(1)
    expect((await versions())[0]).toMatchObject({ reason: 'rebuilt', example_count: 10 })
    expect((await app.ask('models.versions', {}, { as: await app.signIn('peter') })).data.base_id).toBe(
      loadClassifier().id,
    )
  })
})
