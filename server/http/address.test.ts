import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { sendRaw } from '../test/raw.ts'
import { canonicalPageAddress, isPlainAddress } from './address.ts'

const ID = '0198c0de-0000-7000-8000-00000000000a'

describe('the one spelling of an address', () => {
  it.each([
    '/',
    '/api/prayers?order=%6e&x=~',
    '/content/a-b_c.d~e',
    '/content/%C3%A9t%c3%a9',
    "/x/a%2Fb%20!$&'()*+,;=:@",
    '/.well-known/x',
    '/a..b/...',
  ])('is %s', (url) => {
    expect(isPlainAddress(url)).toBe(true)
    expect(canonicalPageAddress(url)).toBe(url)
  })

  it.each([
    ['/%61pi/prayers', '/api/prayers'],
    ['/prayers?x=%61', '/prayers?x=%61'],
    ['/pr%41yers%2d%7E?x=%61', '/prAyers-~?x=%61'],
    ['/a/./b/../c', '/a/c'],
    ['/a/%2e%2E/c', '/c'],
    ['/prayers//1///', '/prayers/1'],
    ['/prayers/', '/prayers'],
    ['//evil.example/%61', '/evil.example/a'],
    ...['.', ',', ')', '!', ';', ').', '%5D', '%22', '”', '%E2%80%9D', '\u3002', '%3E'].map(
      (sign): [string, string] => [`/prayers/${ID}${sign}`, `/prayers/${ID}`],
    ),
    [`/prayers/${ID}.?x=1`, `/prayers/${ID}?x=1`],
    [`/groups/${ID},`, `/groups/${ID}`],
    [`/prayers/${ID}/edit.`, `/prayers/${ID}/edit.`],
    [`/prayers/${ID}.x`, `/prayers/${ID}.x`],
    [`/prayers/${ID}%E2`, `/prayers/${ID}%E2`],
    ['/prayers/1.', '/prayers/1.'],
    ['/%2e//evil.example', '/evil.example'],
    ['/.//evil.example/', '/evil.example'],
    ['/caf\u00e9', '/caf%C3%A9'],
    ['http://site/prayers', undefined],
    ['https://evil.example/', undefined],
    ['/\\evil.example/%61', undefined],
    ['*', undefined],
  ])('of %s is %s', (url, address) => {
    expect(canonicalPageAddress(url)).toBe(address)
    // A redirect ends there, and on this site.
    if (address === undefined) return
    expect(canonicalPageAddress(address)).toBe(address)
    expect(new URL(address, 'https://pray.example.org').host).toBe('pray.example.org')
  })
})

describe('requests in other spellings', () => {
  const app = sharedTestApp({ without_pages: false })
  let host: string
  beforeAll(async () => {
    host = new URL(app.url).host
  })

  const get = (target: string, ...headers: string[]) =>
    sendRaw(app.url, [`GET ${target} HTTP/1.1`, `Host: ${host}`, ...headers])

  it.each([
    '/%61pi/prayers',
    '/api/%70rayers',
    '/api/prayer%73?page=0',
    '/%61%70%69/groups',
    '/admin/settings/default%5Ftheme',
    '/api/openapi%2ejson',
    'http://evil.example/api/prayers',
    'http://127.0.0.1/api/prayers',
  ])('are refused for the API at %s, and nothing of it may be stored', async (target) => {
    const { status, headers, body } = await get(target, `Authorization: Bearer ${await app.signIn('hannah')}`)
    expect([status, body]).toEqual([400, expect.stringContaining('request.bad_address')])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toMatch(/Authorization/)
  })

  it('get the headers of the API from every endpoint, whatever is asked and answered', async () => {
    const reads = Object.values(endpoints).filter(({ method }) => method === 'GET')
    for (const { path: pattern } of reads) {
      const target = pattern.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
      const { status, headers } = await get(target)
      expect([target, status, headers.get('cache-control')]).toEqual([target, expect.any(Number), 'no-store'])
    }
  })

  it.each([
    ['/pr%61yers?view=newest', '/prayers?view=newest'],
    ['/prayers/', '/prayers'],
    ['//evil.example/%61', '/evil.example/a'],
    ['/x/%2e%2e/prayers', '/prayers'],
  ])('are redirected for pages: %s', async (target, address) => {
    const { status, headers } = await get(target)
    expect([status, headers.get('location')]).toEqual([308, address])
  })

  it('are refused for pages that name a host, without an error in the log', async () => {
    for (const target of ['http://evil.example/prayers', 'http://localhost', '/\\evil.example/%61']) {
      const { status, body } = await get(target)
      expect([target, status, body]).toEqual([target, 400, expect.stringContaining('request.bad_address')])
    }
  })

  it.each(['/api/prayers', '/healthz', '/prayers'])('with two hosts are refused at %s', async (target) => {
    await get(target)
    for (const other of [`Host: ${host}`, 'host: evil.example', 'HOST: evil.example']) {
      const { status, headers, body } = await get(target, other)
      expect([status, body]).toEqual([400, expect.stringContaining('request.several_hosts')])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('are not for search engines either, as every page but the site’s own content', async () => {
    for (const target of [
      '/',
      '/?page=2',
      '/answered',
      '/prayers',
      '/PRAYERS',
      '/groups',
      '/contents',
      '/content/a/b',
    ]) {
      expect([target, (await get(target)).headers.get('x-robots-tag')]).toEqual([target, 'noindex'])
    }
    const { slug } = await app.ctx.db
      .selectFrom('content')
      .select('slug')
      .where('status', '=', 'published')
      .where('slug', 'is not', null)
      .executeTakeFirstOrThrow()
    const { status, headers } = await get(`/content/${slug}`)
    expect([status, headers.get('x-robots-tag')]).toEqual([200, undefined])
  })
})
