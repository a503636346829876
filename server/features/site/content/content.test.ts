import { beforeAll, describe, expect, it } from 'vitest'
import type { NewContent } from '../../../../contract/content.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { readActs } from '../../../test/audit-log.ts'

let made = 0
const newSlug = (): string => `page-${(made += 1)}`
const page = (part: Partial<NewContent> = {}): Partial<NewContent> => ({
  title: 'A page',
  content: 'Words of a page.',
  content_type: 'guide',
  slug: newSlug(),
  status: 'published',
  ...part,
})
const notification = (metadata: NewContent['metadata'] = {}): Partial<NewContent> => ({
  title: 'News',
  content: 'There will be tea.',
  content_type: 'notification',
  published: true,
  metadata,
})

describe('content', () => {
  const app = sharedTestApp({ environment: { PUBLIC_URL: 'https://prayer.example.org', SITE_NAME: 'St “Anne” & Co' } })
  let admin: string
  let moderator: string
  let hannah: string
  let tomas: string
  beforeAll(async () => {
    ;[admin, moderator, hannah, tomas] = await Promise.all([
      app.signIn('peter'),
      app.signIn('ruth'),
      app.signIn('hannah'),
      app.signIn('tomas'),
    ])
  })

  const create = async (part: Partial<NewContent>) => {
    const answer = await app.ask('content.create', part, { as: admin })
    expect(answer.status, answer.text).toBe(200)
    return answer.data
  }
  const acts = (target_id: string) => readActs(app.ctx, target_id)
  const status = async (slug: string, as?: string): Promise<number> =>
    (await app.ask('content.one', { slug }, { as })).status

  describe('a new site', () => {
    it('has its pages, and the footer leads to them in their order', async () => {
      const { data } = await app.ask('content.footer')
      expect(data.guide.map(({ slug }) => slug)).toEqual([
        'writing-a-prayer-request',
        'praying-for-someone-you-do-not-know',
        'when-a-prayer-is-answered',
        'praying-in-hard-seasons',
        'starting-to-pray-together',
      ])
      expect(data.help).toHaveLength(5)
      expect(data.legal).toHaveLength(5)
      expect(data.update).toEqual([{ title: 'Welcome', slug: 'welcome', language: 'en' }])
    })

    it('answers in the language that is asked for, or else in English', async () => {
      const spanish = await app.ask('content.one', { slug: 'how-privacy-works', language: 'es' })
      expect(spanish.data).toMatchObject({ language: 'es', title: 'Cómo funciona la privacidad' })
      const { slug, title } = await create(page({ title: 'Only in English', content_type: 'help', featured: true }))
      const untranslated = await app.ask('content.one', { slug, language: 'ar' })
      expect(untranslated.data).toMatchObject({ language: 'en', title })
      const { data } = await app.ask('content.footer', { language: 'ar' })
      expect(data.help.find((item) => item.slug === slug)).toEqual({ title, slug, language: 'en' })
      expect(data.help.find((item) => item.slug === 'how-privacy-works')).toMatchObject({ language: 'ar' })
      expect((await app.ask('content.one', { slug: 'how-privacy-works', language: 'xx' })).status).toBe(400)
    })

    it('keeps what is there when it starts again', async () => {
      const { seed } = await import('../../../db/seed.ts')
      const count = () =>
        app.ctx.db.selectFrom('content').select(app.ctx.db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
      const before = await count()
      await seed(app.ctx.database.db, new Date().toISOString())
      expect(await count()).toEqual(before)
    })
  })

  describe('a list', () => {
    it('holds what is published, of one kind when asked', async () => {
      const { slug } = await create(page({ content_type: 'help' }))
      const of = async (input: Record<string, unknown>) =>
        (await app.ask('content.list', input)).data.map((item) => item.slug)
      expect(await of({ type: 'help' })).toContain(slug)
      expect(await of({ type: 'help', status: 'published' })).toContain(slug)
      expect(await of({ type: 'guide' })).not.toContain(slug)
      expect(await of({ type: 'help', language: 'en' })).toContain(slug)
      expect(await of({ type: 'help', language: 'fr' })).not.toContain(slug)
      expect(await of({ type: 'help', page: 0 })).toContain(slug)
      expect(await of({ type: 'help', page: 1 })).toEqual([])
      expect((await app.ask('content.list', { type: 'sermon' })).status).toBe(400)
    })
  })

  describe.each(['draft', 'archived'] as const)('what is %s', (state) => {
    it('is on no public path, for anybody', async () => {
      const hidden = await create(page({ status: state, title: 'CANARY', content: 'CANARY words' }))
      const own = await create({ ...notification({ user_id: await app.person('hannah') }), status: state })
      for (const as of [undefined, hannah, moderator, admin]) {
        expect(await status(hidden.slug ?? '', as)).toBe(404)
        for (const input of [{}, { type: 'guide' }, { status: state }, { type: 'guide', status: state }]) {
          const answer = await app.ask('content.list', input, { as })
          expect(answer.text).not.toContain('CANARY')
          expect(answer.text).not.toContain(own.id)
        }
        expect((await app.ask('content.footer', {}, { as })).text).not.toContain('CANARY')
        expect((await app.ask('notifications.active', {}, { as })).text).not.toContain(own.id)
      }
      expect(await (await app.fetch('/sitemap.xml')).text()).not.toContain(hidden.slug)
      const read = await app.ask('content.update', { id: own.id, metadata: { is_read: true } }, { as: hannah })
      expect(read.status).toBe(404)
      expect((await app.ask('content.manage_one', { id: hidden.id }, { as: admin })).data.content).toBe('CANARY words')
    })
  })

  describe('making', () => {
    it('is kept with its author in the log of acts', async () => {
      const item = await create(page({ featured: true, language: 'de' }))
      expect(item).toMatchObject({ status: 'published', published: true, featured: true, language: 'de' })
      expect(item.published_at).toBe(item.created_at)
      expect(await acts(item.id)).toMatchObject([{ action: 'content.create', actor_id: await app.person('peter') }])
      expect(await status(item.slug ?? '')).toBe(200)
    })

    it('makes a draft when nothing is said, and takes "published" for a status', async () => {
      const { status: _status, ...plain } = page()
      expect(await create(plain)).toMatchObject({ status: 'draft', published: false, published_at: null })
      expect(await create({ ...plain, slug: newSlug(), published: true })).toMatchObject({ status: 'published' })
      expect(await create({ ...plain, slug: newSlug(), published: true, status: 'archived' })).toMatchObject({
        status: 'archived',
        published: false,
      })
    })

    it.each(['Upper', 'two words', 'ümlaut', '-edge', 'edge-', 'a--b', '../up', 'a/b', '', 'x'.repeat(101), 'footer'])(
      'refuses the address %j',
      async (slug) => {
        const answer = await app.ask('content.create', page({ slug }), { as: admin })
        expect(answer.problem).toMatchObject({ status: 400, errors: [{ path: 'slug' }] })
      },
    )

    it('gives an address once in each language, and none to a notification', async () => {
      const { slug } = await create(page())
      const again = await app.ask('content.create', page({ slug }), { as: admin })
      expect(again.problem).toMatchObject({ status: 409, code: 'content.slug_taken' })
      await create(page({ slug, language: 'fr' }))
      const none = await app.ask('content.create', page({ slug: null }), { as: admin })
      expect(none.problem).toMatchObject({ status: 400, code: 'content.slug_needed' })
      await create(notification())
      await create(notification())
    })

    it('makes many, or none', async () => {
      const first = page()
      const items = [first, page(), page()]
      const answer = await app.ask('content.create_many', { items }, { as: admin })
      expect(answer.data.map(({ slug }) => slug)).toEqual(items.map(({ slug }) => slug))
      expect(await acts(answer.data[2]?.id ?? '')).toHaveLength(1)
      const fresh = page()
      const half = await app.ask('content.create_many', { items: [fresh, page({ slug: first.slug })] }, { as: admin })
      expect(half.problem.code).toBe('content.slug_taken')
      expect(await status(fresh.slug ?? '')).toBe(404)
      expect((await app.ask('content.create_many', { items: [] }, { as: admin })).status).toBe(400)
      const many = Array.from({ length: 101 }, () => page())
      expect((await app.ask('content.create_many', { items: many }, { as: admin })).status).toBe(400)
    })

    it.each([
      { title: '' },
      { content: '' },
      { content_type: 'sermon' },
      { metadata: { notification_type: 'shout' } },
      { metadata: { userId: 'x' } },
    ])('refuses %o', async (wrong) => {
      const answer = await app.ask('content.create', { ...page(), ...wrong }, { as: admin })
      expect(answer.status).toBe(400)
    })

    it('cannot be for somebody who is not there', async () => {
      const nobody = { user_id: '01a20241-6be6-75a3-866a-2eb187228ff2' }
      const notice = { title: 'For you alone', content: 'Words', content_type: 'notification' } as const
      const titles = async (): Promise<string[]> =>
        (await app.ask('content.manage_list', { search: notice.title }, { as: admin })).data.items.map(
          (item) => item.title,
        )
      const created = await app.ask('content.create', { ...notice, metadata: nobody }, { as: admin })
      expect(created.problem).toMatchObject({ status: 404, code: 'users.not_found' })
      const many = { items: [notice, { ...notice, metadata: nobody }] }
      expect((await app.ask('content.create_many', many, { as: admin })).problem.code).toBe('users.not_found')
      expect(await titles()).toEqual([])
      const { id } = (await app.ask('content.create', notice, { as: admin })).data
      const edited = await app.ask('content.manage_edit', { id, metadata: nobody }, { as: admin })
      expect(edited.problem.code).toBe('users.not_found')
      expect(await titles()).toEqual([notice.title])
    })
  })

  describe('changing', () => {
    it('keeps the words that were there before', async () => {
      const item = await create(page({ title: 'First', content: 'First words' }))
      await app.ask('content.manage_edit', { id: item.id, content: 'Second words' }, { as: admin })
      await app.ask('content.manage_edit', { id: item.id, featured: true }, { as: admin })
      const { data } = await app.ask('content.update', { id: item.id, title: 'Third' }, { as: admin })
      expect(data).toMatchObject({ title: 'Third', content: 'Second words', featured: true, status: 'published' })
      expect(data.published_at).toBe(item.published_at)
      const versions = await app.ask('content.versions', { id: item.id }, { as: admin })
      expect(versions.data.map(({ title }) => title)).toEqual(['First', 'First'])
      expect((await acts(item.id)).map(({ action }) => action)).toEqual([
        'content.create',
        ...Array.from({ length: 3 }, () => 'content.edit'),
      ])
    })

    it('publishes a draft, withdraws it, and refuses an address that is taken', async () => {
      const item = await create(page({ status: 'draft' }))
      const slug = item.slug ?? ''
      const edit = (part: object) => app.ask('content.manage_edit', { id: item.id, ...part }, { as: admin })
      const published = await edit({ published: true })
      expect(published.data.published_at).not.toBeNull()
      expect(await status(slug)).toBe(200)
      await edit({ status: 'archived' })
      expect(await status(slug)).toBe(404)
      expect((await edit({ slug: 'how-privacy-works' })).problem.code).toBe('content.slug_taken')
      expect((await edit({ slug: null })).problem.code).toBe('content.slug_needed')
      expect((await edit({ slug: 'Not One' })).status).toBe(400)
    })

    it('deletes with a line in the log of acts', async () => {
      const item = await create(page())
      expect((await app.ask('content.manage_delete', { id: item.id }, { as: admin })).data).toEqual({ id: item.id })
      expect(await status(item.slug ?? '')).toBe(404)
      expect((await acts(item.id)).map(({ action }) => action)).toEqual(['content.create', 'content.delete'])
      expect((await app.ask('content.manage_delete', { id: item.id }, { as: admin })).status).toBe(404)
    })

    it('is seen at once by visitors, whose answers are kept', async () => {
      const item = await create(page({ title: 'Before' }))
      const read = async () => (await app.ask('content.one', { slug: item.slug })).data.title
      expect([await read(), await read()]).toEqual(['Before', 'Before'])
      await app.ask('content.footer')
      await app.ask('content.manage_edit', { id: item.id, title: 'After', featured: true }, { as: admin })
      expect(await read()).toBe('After')
      const titles = async () => (await app.ask('content.footer')).data.guide.map(({ title }) => title)
      expect(await titles()).toContain('After')
      await app.ask('content.manage_delete', { id: item.id }, { as: admin })
      expect(await status(item.slug ?? '')).toBe(404)
      expect(await titles()).not.toContain('After')
    })
  })

  describe('managing', () => {
    it('finds entries of every status by type, status, language, words and page', async () => {
      const draft = await create(page({ status: 'draft', title: 'A 100% Rare_Title', language: 'pt', featured: true }))
      await create(page({ status: 'draft', title: 'A 100x RareXTitle', language: 'pt' }))
      const find = async (input: Record<string, unknown>) => {
        const { data } = await app.ask('content.manage_list', input, { as: admin })
        return { ...data, items: data.items.map(({ id }) => id) }
      }
      expect(await find({ search: '100% rare_t' })).toEqual({ items: [draft.id], page: 0, limit: 20, total: 1 })
      expect((await find({ search: draft.slug })).items).toEqual([draft.id])
      const other = await create(page({ status: 'draft', title: 'Élection au conseil' }))
      for (const search of ['Élection', 'élection', 'ÉLECTION AU'])
        expect((await find({ search })).items, search).toEqual([other.id])
      expect((await find({ status: 'draft', language: 'pt', featured: true, type: 'guide' })).items).toEqual([draft.id])
      const second = await find({ status: 'draft', language: 'pt', limit: 1, page: 1 })
      expect(second).toMatchObject({ page: 1, limit: 1, total: 2 })
      expect(second.items).toHaveLength(1)
    })
  })

  describe('what was read', () => {
    const read = (id: string, as: string, is_read = true) =>
      app.ask('content.update', { id, metadata: { is_read } }, { as })

    it('is remembered for each person', async () => {
      const own = await create(notification({ user_id: await app.person('hannah') }))
      const everybody = await create(notification())
      for (const { id } of [own, everybody]) {
        expect((await read(id, hannah)).data).toMatchObject({ id, metadata: { is_read: true } })
        expect((await read(id, hannah)).status).toBe(200)
      }
      const { data } = await app.ask('content.list', { type: 'notification' }, { as: tomas })
      expect(data.find(({ id }) => id === everybody.id)?.metadata.is_read).toBe(false)
      expect((await read(everybody.id, hannah, false)).data.metadata.is_read).toBe(false)
    })

    it('changes nothing else, and leaves no line in the log of acts', async () => {
      const item = await create(notification({ notification_type: 'warning', dismissible: false }))
      const { data } = await read(item.id, hannah)
      expect(data).toEqual({ ...item, metadata: { ...item.metadata, is_read: true } })
      expect(await acts(item.id)).toHaveLength(1)
    })

    it('is never a page', async () => {
      expect((await read((await create(page())).id, hannah)).status).toBe(404)
    })
  })

  describe('for other programs', () => {
    it('robots.txt opens content, and keeps them from what people asked', async () => {
      const answer = await app.fetch('/robots.txt')
      const text = await answer.text()
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(text).toContain('Allow: /content/\n')
      for (const path of ['/answered', '/prayers', '/api', '/new-prayer', '/admin', '/signin'])
        expect(text).toContain(`Disallow: ${path}\n`)
      expect(text).toContain('Sitemap: https://prayer.example.org/sitemap.xml\n')
    })

    it('the map names published pages once, under the public address', async () => {
      const item = await create(page())
      const text = await (await app.fetch('/sitemap.xml')).text()
      const found = [...text.matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g)]
      const places = found.map(([, place]) => place)
      expect(places).toContain(`https://prayer.example.org/content/${item.slug}`)
      expect(places.filter((place) => place?.endsWith('/how-privacy-works'))).toHaveLength(1)
      expect(found.every(([, , time]) => time === new Date(time ?? '').toISOString())).toBe(true)
      await app.ask('content.manage_edit', { id: item.id, status: 'archived' }, { as: admin })
      expect(await (await app.fetch('/sitemap.xml')).text()).not.toContain(`/${item.slug}<`)
    })

    it('the manifest bears the name of the site', async () => {
      const answer = await app.fetch('/manifest.webmanifest')
      expect(answer.headers.get('content-type')).toContain('application/manifest+json')
      expect(await answer.json()).toMatchObject({ name: 'St “Anne” & Co', start_url: '/' })
    })
  })
})
