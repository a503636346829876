import { beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../../../contract/endpoints.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'

const plain = { author: 'The team', reading_minutes: 3, is_new: true, tags: ['a', 'b'], place: { town: 'Ávila' } }
const guide = () => ({
  title: 'A guide',
  content: 'Text.',
  content_type: 'guide',
  slug: `a-${crypto.randomUUID()}`,
  published: true,
})
const notification = { title: 'Tonight', content: 'We pray at seven.', content_type: 'notification', published: true }

describe('the further fields of an entry', () => {
  const app = sharedTestApp()
  let admin: { as: string }
  let hannah: { as: string }
  beforeAll(async () => {
    admin = { as: await app.signIn('peter') }
    hannah = { as: await app.signIn('hannah') }
  })

  const listed = async (id: string, who?: { as: string }) =>
    (await app.ask('content.list', {}, who)).data.find((item) => item.id === id)

  it.each(['content.create', 'content.create_many', 'content.manage_create'] as EndpointName[])(
    'are kept and given back by %s, on guides and notifications',
    async (name) => {
      for (const item of [guide(), notification]) {
        const entry = { ...item, metadata: plain }
        const { status, text } = await app.ask(name, name === 'content.create_many' ? { items: [entry] } : entry, admin)
        expect(status).toBe(200)
        const { id, metadata } = [JSON.parse(text) as { id: string; metadata: object }].flat()[0] ?? { id: '' }
        expect(metadata).toMatchObject(plain)
        expect((await app.ask('content.manage_one', { id }, admin)).data.metadata).toMatchObject(plain)
        expect((await listed(id))?.metadata).toMatchObject(plain)
      }
    },
  )

  it('are changed one by one, and taken away by null', async () => {
    const { data } = await app.ask('content.create', { ...guide(), metadata: plain }, admin)
    const edit = (metadata: object) => app.ask('content.manage_edit', { id: data.id, metadata }, admin)
    expect((await edit({ author: 'Inês', source: 'print' })).data.metadata).toEqual({
      ...plain,
      author: 'Inês',
      source: 'print',
    })
    const { author: _, ...rest } = plain
    expect((await edit({ author: null, source: null })).data.metadata).toEqual(rest)
  })

  const nested = { a: { b: { c: { d: 1 } } } }
  it.each([
    ['too many', Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`m${index}`, index]))],
    ['too large ones', { text: '€'.repeat(1400) }],
    ['deeply nested ones', nested],
    ['text that cannot be stored', { text: 'a\u0000b' }],
    ['a name that cannot be stored', { 'a\u0000b': 1 }],
    ['half a character', { text: ['\uD83D'] }],
    ['shown at a time of no engine', { shown_from: '0202-12-01T00:00:00.000Z' }],
  ])('are refused when they are %s', async (_, metadata) => {
    const before = await app.ask('content.manage_list', {}, admin)
    for (const item of [guide(), notification]) {
      const { status, problem } = await app.ask('content.create', { ...item, metadata }, admin)
      expect([status, problem.errors?.[0]?.path]).toEqual([400, 'metadata'])
    }
    expect((await app.ask('content.manage_list', {}, admin)).data.total).toBe(before.data.total)
  })

  it('stay within their bounds by many small changes, too', async () => {
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`m${from + index}`, index]))
    const { data } = await app.ask('content.create', { ...guide(), metadata: many(0) }, admin)
    const more = await app.ask('content.manage_edit', { id: data.id, metadata: many(100) }, admin)
    expect([more.status, more.problem.errors?.[0]?.path]).toEqual([400, 'metadata'])
  })

  it('stay text, whatever they hold', async () => {
    const hostile = { note: '<script>alert(1)</script>', 'onload="x"': '</script><img src=x onerror=alert(1)>' }
    const { data } = await app.ask('content.create', { ...guide(), metadata: hostile }, admin)
    const answer = await app.fetch('/api/content')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await listed(data.id))?.metadata).toEqual(hostile)
  })

  it('keep the person whom a page is for when it is sent back', async () => {
    const metadata = { user_id: await app.person('hannah') }
    const { data } = await app.ask('content.create', { ...guide(), metadata }, admin)
    await app.ask('content.manage_edit', { ...data, title: 'Another', metadata: { ...data.metadata, a: 1 } }, admin)
    for (const who of [undefined, { as: await app.signIn('tomas') }])
      expect((await listed(data.id, who))?.id).toBeUndefined()
    expect((await listed(data.id, hannah))?.title).toBe('Another')
  })

  it.each([
    [{ status: 'draft', published: false }, { published: true }, 'published'],
    [{ status: 'published', published: true }, { published: false }, 'draft'],
    [{ status: 'published', published: true }, { status: 'archived' }, 'archived'],
    [{ status: 'archived', published: false }, { status: 'published' }, 'published'],
    [{ status: 'archived', published: false }, {}, 'archived'],
  ])('go with a status: %o with %o is %s', async (first, change, status) => {
    const { data } = await app.ask('content.create', { ...guide(), ...first }, admin)
    const edited = await app.ask('content.manage_edit', { ...data, ...change }, admin)
    expect(edited.data).toMatchObject({ status, published: status === 'published' })
  })
})
