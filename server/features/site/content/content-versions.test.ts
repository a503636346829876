import { beforeAll, describe, expect, it } from 'vitest'
import type { ContentItem } from '../../../../contract/content.ts'
import { HISTORY_PAGE } from '../../../../contract/history.values.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { setPeople } from '../../../test/make.ts'
import { readActions } from '../../../test/audit-log.ts'

const nowhere = '0198c0de-0000-7000-8000-000000000009'
let made = 0

describe('content that several people edit', () => {
  const app = sharedTestApp({})
  let peter: string
  let tomas: string
  let hannah: string
  let moderator: string
  beforeAll(async () => {
    ;[peter, tomas, hannah, moderator] = await Promise.all([
      app.signIn('peter'),
      app.signIn('tomas'),
      app.signIn('hannah'),
      app.signIn('ruth'),
    ])
    await setPeople(app.ctx, { role: 'admin' }, await app.person('tomas'))
  })

  const create = async (part: Partial<ContentItem> = {}) => {
    const words = { title: 'A page', content: 'First line\nSecond line', content_type: 'guide', status: 'published' }
    const slug = `versions-${(made += 1)}`
    const answer = await app.ask('content.manage_create', { ...words, slug, ...part }, { as: peter })
    expect(answer.status, answer.text).toBe(200)
    return answer.data
  }
  const edit = (id: string, part: object, as = peter) => app.ask('content.manage_edit', { id, ...part }, { as })
  const read = async (id: string) => (await app.ask('content.manage_one', { id }, { as: peter })).data
  const acts = (target_id: string) => readActions(app.ctx, target_id)

  it('is saved once when the same is sent again, and not over what somebody has saved since', async () => {
    const { id, updated_at } = await create()
    const change = { content: 'Mine', updated_at }
    const first = await edit(id, change)
    const again = await edit(id, change)
    expect([again.status, again.data.updated_at]).toEqual([200, first.data.updated_at])
    expect(await acts(id)).toEqual(['content.create', 'content.edit'])
    await edit(id, { content: 'Theirs' }, tomas)
    expect((await edit(id, change)).problem.code).toBe('content.changed')
    expect((await read(id)).content).toBe('Theirs')
  })

  it('is made once when its author sends the same again, as after a reload', async () => {
    const words = { title: 'A new page', content: 'New', content_type: 'guide', status: 'published', slug: 'made-once' }
    const make = (part = {}, as = peter) => app.ask('content.manage_create', { ...words, ...part }, { as })
    const first = await make()
    const again = await make()
    expect([again.status, again.data.id]).toEqual([200, first.data.id])
    expect(await acts(first.data.id)).toEqual(['content.create'])
    expect((await make({ content: 'Other words' })).problem.code).toBe('content.slug_taken')
    expect((await make({}, tomas)).problem.code).toBe('content.slug_taken')
  })

  describe('earlier versions', () => {
    it('are listed with who replaced them, newest first, and can be read', async () => {
      const { id } = await create()
      await edit(id, { content: 'Second' }, tomas)
      app.advance(1000)
      await edit(id, { title: 'Third' })
      const { data } = await app.ask('content.versions', { id }, { as: peter })
      expect(data.map(({ title, edited_by }) => [title, edited_by])).toEqual([
        ['A page', 'Peter A.'],
        ['A page', 'Tomás R.'],
      ])
      const texts = []
      for (const { id: version_id } of data) {
        texts.push((await app.ask('content.version', { id, version_id }, { as: peter })).data.content)
      }
      expect(texts).toEqual(['Second', 'First line\nSecond line'])
    })

    it('go on after the first hundred', async () => {
      const { id } = await create()
      await edit(id, { title: 'Other' })
      const later = Array.from({ length: HISTORY_PAGE }, (_, index) => ({
        id: `0198c0de-0000-7000-8000-${String(index).padStart(12, '0')}`,
        content_id: id,
        title: 'Between',
        content: 'Between',
        edited_by: null,
        created_at: new Date(app.ctx.clock().getTime() + 1000).toISOString(),
      }))
      await app.ctx.db.insertInto('content_versions').values(later).execute()
      const list = async (page: number) =>
        (await app.ask('content.versions', { id, page }, { as: peter })).data.map(({ title }) => title)
      expect(await list(0)).toEqual(later.map(({ title }) => title))
      expect(await list(1)).toEqual(['A page'])
    })

    it('come back, and what they replace becomes a version itself', async () => {
      const item = await create()
      await edit(item.id, { title: 'New', content: 'Other words' })
      const list = async () => (await app.ask('content.versions', { id: item.id }, { as: peter })).data
      const version_id = (await list())[0]?.id ?? ''
      const { data } = await app.ask('content.restore', { id: item.id, version_id }, { as: peter })
      expect(data).toMatchObject({ title: item.title, content: item.content, status: 'published', slug: item.slug })
      expect((await list()).map(({ title }) => title).toSorted()).toEqual(['A page', 'New'])
      expect((await app.ask('content.one', { slug: item.slug })).data.content).toBe(item.content)
      expect(await acts(item.id)).toEqual(['content.create', 'content.edit', 'content.edit'])
    })

    it('do not come back over what somebody has saved since', async () => {
      const { id, updated_at } = await create()
      await edit(id, { content: 'Theirs' }, tomas)
      const version_id = (await app.ask('content.versions', { id }, { as: peter })).data[0]?.id
      const answer = await app.ask('content.restore', { id, version_id, updated_at }, { as: peter })
      expect(answer.problem.code).toBe('content.changed')
      expect((await read(id)).content).toBe('Theirs')
    })

    it('of another page are not found', async () => {
      const [one, other] = [await create(), await create()]
      await edit(one.id, { content: 'Of this page alone' })
      const version_id = (await app.ask('content.versions', { id: one.id }, { as: peter })).data[0]?.id
      for (const name of ['content.version', 'content.restore'] as const) {
        const answer = await app.ask(name, { id: other.id, version_id }, { as: peter })
        expect(answer.problem).toMatchObject({ status: 404, code: 'content.no_version' })
      }
      expect((await app.ask('content.versions', { id: nowhere }, { as: peter })).problem.code).toBe('content.not_found')
    })
  })

  describe('a draft', () => {
    const words = {
      title: 'CANARY title',
      slug: '',
      content: 'CANARY words',
      content_type: 'guide',
      language: 'en',
      featured: true,
      metadata: {},
    }

    it('is on no path to readers, nor to other editors', async () => {
      const { id, slug, updated_at } = await create({ featured: true })
      const readers = async () => {
        const answers = []
        for (const as of [undefined, hannah, moderator, tomas]) {
          answers.push(
            await app.ask('content.one', { slug }, { as }),
            await app.ask('content.list', { type: 'guide' }, { as }),
            await app.ask('content.footer', {}, { as }),
            await app.ask('notifications.active', {}, { as }),
          )
        }
        return answers.map(({ text }) => text).join('\n')
      }
      // Fills the visitors' cache, so that it is tested too.
      await readers()
      const kept = await app.ask('content.keep_draft', { content_id: id, words, based_on: updated_at }, { as: peter })
      expect(kept.status, kept.text).toBe(200)
      expect(await readers()).not.toContain('CANARY')
      expect(await (await app.fetch('/sitemap.xml')).text()).not.toContain('canary')
      expect((await app.ask('content.manage_list', {}, { as: tomas })).text).not.toContain('CANARY')
      expect((await app.ask('content.draft', { content_id: id }, { as: tomas })).data).toEqual({ draft: null })
      expect(await read(id)).toMatchObject({ title: 'A page', updated_at })
      expect((await app.ask('content.versions', { id }, { as: peter })).data).toEqual([])
      expect(await acts(id)).toEqual(['content.create'])
    })

    it('is there again with what it began with, until it is forgotten', async () => {
      const { id, updated_at } = await create()
      const draft = async () => (await app.ask('content.draft', { content_id: id }, { as: peter })).data.draft
      expect(await draft()).toBeNull()
      for (const content of ['One', 'Two']) {
        const input = { content_id: id, words: { ...words, content }, based_on: updated_at }
        await app.ask('content.keep_draft', input, { as: peter })
      }
      await edit(id, { content: 'Theirs' }, tomas)
      expect(await draft()).toMatchObject({ words: { content: 'Two' }, based_on: updated_at })
      await app.ask('content.forget_draft', { content_id: id }, { as: peter })
      expect(await draft()).toBeNull()
    })

    it('is kept without what no engine keeps: signs of other programs, and half a character', async () => {
      const input = { words: { ...words, title: 'A\u0000 page', content: 'One\ud83d' }, based_on: null }
      const kept = await app.ask('content.keep_draft', input, { as: peter })
      expect(kept.status, kept.text).toBe(200)
      const { data } = await app.ask('content.draft', {}, { as: peter })
      expect(data.draft?.words).toMatchObject({ title: 'A page', content: 'One\ufffd' })
    })

    it('is kept of a page that was never saved, one for each editor', async () => {
      for (const [as, title] of [
        [peter, 'Of Peter'],
        [tomas, 'Of Tomás'],
        [peter, 'Of Peter again'],
      ] as const) {
        const input = { words: { ...words, title }, based_on: null }
        expect((await app.ask('content.keep_draft', input, { as })).status).toBe(200)
      }
      const title = async (as: string) => (await app.ask('content.draft', {}, { as })).data.draft?.words.title
      expect([await title(peter), await title(tomas)]).toEqual(['Of Peter again', 'Of Tomás'])
    })

    it('goes with its page', async () => {
      const { id, updated_at } = await create()
      await app.ask('content.keep_draft', { content_id: id, words, based_on: updated_at }, { as: peter })
      await app.ask('content.manage_delete', { id }, { as: peter })
      expect((await app.ask('content.draft', { content_id: id }, { as: peter })).status).toBe(404)
    })
  })

  describe('many at once', () => {
    const many = (ids: string[], act: string) => app.ask('content.manage_many', { ids, act }, { as: peter })

    it('are published, taken off the site and deleted, with a line each in the log of acts', async () => {
      const items = [await create({ status: 'draft' }), await create({ status: 'draft' })]
      const ids = items.map(({ id }) => id)
      expect((await many([...ids, ...ids], 'publish')).data).toEqual({ ids })
      const statuses = async () =>
        Promise.all(items.map(async ({ slug }) => (await app.ask('content.one', { slug })).status))
      expect(await statuses()).toEqual([200, 200])
      await many(ids, 'unpublish')
      expect(await statuses()).toEqual([404, 404])
      await many(ids, 'delete')
      for (const id of ids) {
        expect(await acts(id)).toEqual(['content.create', 'content.edit', 'content.edit', 'content.delete'])
      }
    })

    it('are all changed, or none', async () => {
      const { id } = await create({ status: 'draft' })
      expect((await many([id, nowhere], 'publish')).problem.code).toBe('content.not_found')
      expect((await read(id)).status).toBe('draft')
      expect((await many([], 'publish')).status).toBe(400)
      expect((await many([id], 'archive')).status).toBe(400)
    })
  })
})
