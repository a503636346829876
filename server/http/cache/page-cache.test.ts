import type { IncomingMessage } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { type Endpoint, endpoints } from '../../../contract/endpoints.ts'
import { handlers } from '../../features.ts'
import { newTestApp } from '../../test/shared-app.ts'
import { createPageCall } from '../implement.ts'
import { cacheKeyOf } from './cache-key.ts'
import { PageCache } from './page-cache.ts'

const ID = '0b5c1e0e-5a0b-4c1e-8f5e-2f1d3c4b5a69'

describe('the key of an address', () => {
  it.each([
    ['/', '/'],
    ['/?', '/'],
    ['/?&&&', '/'],
    ['/content/about', '/content/about'],
    [`/?view=waiting&page=2`, '/?page=2&view=waiting'],
    [`/prayers?category=${ID}`, `/prayers?category=${ID}`],
    ['/answered?page=2', '/answered?page=2'],
    ['/help-now?country=GB', '/help-now?country=GB'],
    ['/?%76iew=%77aiting&', '/?view=waiting'],
    ['/api/prayers?pageSize=7&page=0', '/api/prayers?page=0&pageSize=7'],
    ['/api/prayers?&&page=%30&', '/api/prayers?page=0'],
    ['/api/openapi.json', '/api/openapi.json'],
  ])('of %s is %s', (url, key) => expect(cacheKeyOf(url)).toBe(key))

  it.each([
    '/?x=1',
    '/?view=nonsense',
    '/?view=newest&view=newest',
    '/?page=0',
    '/?page=01',
    '/?page=9999',
    '/?search=Peter',
    '/?mine=1',
    `/?category=${ID.toUpperCase()}`,
    '/answered?view=waiting',
    '/help-now',
    '/help-now?country=gb',
    '/help-now?country=GBR',
    '/content/about?x=1',
    '/content/about?page=1',
    '/pray?list=1',
    '/content/',
    '/content//about',
    '/content/About',
    `/api/prayers/${ID.toUpperCase()}`,
    '/content/%61bout',
    '/content/../about',
    'http://evil.example/content/about',
    '//evil.example',
    `/api/prayers?search=${'x'.repeat(400)}`,
  ])('is none for %s', (url) => expect(cacheKeyOf(url)).toBeUndefined())
})

describe('the page cache', () => {
  const at = new Date('2026-01-01T00:00:00Z')
  const request = (url: string, headers = {}) => ({ url, method: 'GET', headers }) as IncomingMessage
  const open = (options: { max_bytes?: number; max_entries?: number }) => {
    const moved = { ms: 0 }
    const clock = () => new Date(at.getTime() + moved.ms)
    return { moved, cache: new PageCache({ ttl_ms: 1000, clock, variantOf: () => 'en', ...options }) }
  }
  const put = (cache: PageCache, url: string, body = 'x') =>
    cache.put(request(url), { status: 200, headers: { 'content-type': 'text/html' }, body })

  it('counts keys, headers and overhead, not bodies alone', () => {
    const { cache } = open({})
    put(cache, `/api/prayers?search=${'x'.repeat(300)}`, '')
    expect(cache.bytes).toBeGreaterThan(1024 + 600)
    const before = cache.bytes
    cache.put(request('/api/a'), { status: 200, headers: { 'x-long': 'y'.repeat(5000) }, body: '' })
    expect(cache.bytes - before).toBeGreaterThan(10_000)
    cache.clear()
    expect([cache.bytes, cache.size]).toEqual([0, 0])
  })

  it('keeps within its bytes and its entries, however many addresses are asked for', () => {
    const small = open({ max_bytes: 40_000 }).cache
    const few = open({ max_entries: 10 }).cache
    for (let index = 0; index < 500; index += 1) {
      put(small, `/api/prayers?search=${index}`, '')
      put(few, `/api/prayers?search=${index}`, '')
    }
    expect(small.bytes).toBeLessThanOrEqual(40_000)
    expect(small.size).toBeLessThan(40)
    expect(few.size).toBe(10)
  })

  it('removes what expired, also without a request for it', () => {
    const { cache, moved } = open({})
    put(cache, '/api/a')
    moved.ms = 600
    put(cache, '/api/b')
    moved.ms = 1200
    put(cache, '/api/c')
    expect(cache.size).toBe(2)
    moved.ms = 5000
    cache.serve(request('/api/x', { authorization: 'Bearer x' }), undefined as never)
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  it('reads what all pages say alike once, until something changes or a response would expire', async () => {
    const { cache, moved } = open({})
    let reads = 0
    const read = () => cache.fact('name', () => Promise.resolve((reads += 1)))
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    cache.clear()
    expect(await read()).toBe(2)
    moved.ms = 1001
    expect(await read()).toBe(3)
  })

  it('keeps nothing that could not be read, and nothing that was read before a change', async () => {
    const { cache } = open({})
    await expect(cache.fact('name', () => Promise.reject(new Error('The database is away.')))).rejects.toThrow('away')
    const slow = Promise.withResolvers<string>()
    const before = cache.fact('name', () => slow.promise)
    cache.clear()
    const after = cache.fact('name', () => Promise.resolve('new'))
    slow.resolve('old')
    expect(await Promise.all([before, after, cache.fact('name', () => Promise.resolve('newer'))])).toEqual([
      'old',
      'new',
      'new',
    ])
  })

  it('lets pages share only what everybody is answered alike', async () => {
    const app = await newTestApp()
    const alike = Object.values<Endpoint>(endpoints).filter((endpoint) => endpoint.alike)
    expect(alike.length).toBeGreaterThan(0)
    const people = await Promise.all((['hannah', 'ruth', 'peter'] as const).map((name) => app.signIn(name)))
    const readers = [{}, ...people.map((token) => ({ authorization: `Bearer ${token}` }))]
    for (const { path } of alike) {
      const answers = await Promise.all(readers.map(async (headers) => (await app.fetch(path, { headers })).text()))
      expect(new Set(answers).size, path).toBe(1)
    }
  })

  it('shows on the next page what changed, to members too', async () => {
    const app = await newTestApp()
    const { limits, live, cache } = app.app
    const call = createPageCall({ ctx: app.ctx, limits, live, cache }, handlers)(null)
    const titles = async () => (await call('content.footer', { language: 'en' })).legal.map(({ title }) => title)
    expect(await titles()).not.toContain('House rules')
    const page = { title: 'House rules', slug: 'house-rules', content: 'Be kind.', featured: true }
    const as = await app.signIn('peter')
    expect(
      (await app.ask('content.create', { ...page, content_type: 'legal', status: 'published' }, { as })).status,
    ).toBe(200)
    expect(await titles()).toContain('House rules')
  })

  it('shows what changed to who comes while a page from before it is still made', async () => {
    const app = await newTestApp({ without_pages: false })
    const { cache } = app.app
    await app.person('peter')
    const fact = cache.fact.bind(cache)
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    vi.spyOn(cache, 'fact').mockImplementationOnce(async (name, read) => {
      const known = await fact(name, read)
      begun.resolve()
      await held.promise
      return known
    })
    const visit = async () => await (await fetch(`${app.url}/?page=2`)).text()
    const before = visit()
    await begun.promise
    await app.writeSetting('site_name', 'Saint Clare')
    expect(await visit()).toContain('Saint Clare')
    held.resolve()
    expect(await before).not.toContain('Saint Clare')
    expect(await visit()).toContain('Saint Clare')
  })

  it('stores one answer for all spellings of an address', async () => {
    const app = await newTestApp()
    const { cache } = app.app
    cache.clear()
    await app.fetch('/api/prayers?page=0&pageSize=7')
    for (const query of ['pageSize=7&page=0', '&&page=0&&&pageSize=7', 'page=%30&pageSize=%37', 'pageSize=7&page=0&'])
      expect((await app.fetch(`/api/prayers?${query}`)).status).toBe(200)
    expect(cache.size).toBe(1)
    for (let index = 0; index < 20; index += 1) await app.fetch(`/api/prayers?page=0&x${index}=${'y'.repeat(5000)}`)
    // Another process's write may have emptied it.
    expect(cache.size).toBeLessThanOrEqual(1)
  })
})
