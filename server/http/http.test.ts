import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { type ErrorCode, errors, type Problem } from '../../contract/errors.ts'
import { sharedTestApp } from '../test/shared-app.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe('http', () => {
  const app = sharedTestApp({ environment: { CORS_ORIGINS: 'https://app.example.org' } })
  let as: string
  beforeAll(async () => {
    as = await app.signIn('hannah')
  })

  const send = async (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) => {
    const response = await app.fetch(path, { ...init, headers: { authorization: `Bearer ${as}`, ...init.headers } })
    const text = await response.text()
    return {
      status: response.status,
      text,
      headers: response.headers,
      problem: (text.startsWith('{') ? JSON.parse(text) : {}) as Problem,
    }
  }
  const countPrayers = async () => (await app.ctx.db.selectFrom('prayers').select('id').execute()).length

  describe('bad input', () => {
    const post = (body: BodyInit, headers: Record<string, string> = JSON_TYPE) =>
      send('/api/prayers', { method: 'POST', headers, body })
    const content = (value: unknown): string => JSON.stringify({ content: value })

    const cases: [what: string, body: string, status: number, path?: string, code?: string][] = [
      ['nothing', '{}', 400, 'content', 'required'],
      ['empty text', content(''), 400, 'content', 'too_short'],
      ['blank text', content(' \n\t  '), 400, 'content', 'too_short'],
      ['zero-width text', content('\u200b\u200d\ufeff\u2060\u00ad'), 400, 'content', 'too_short'],
      ['two characters among spaces', content('  a b  '), 400, 'content', 'too_short'],
      ['a text that is too long', content('x'.repeat(5001)), 400, 'content', 'too_long'],
      ['a lone high surrogate', '{"content":"Please pray \\ud83d"}', 400, 'content', 'unreadable'],
      ['a lone low surrogate', '{"content":"\\ude4f please pray"}', 400, 'content', 'unreadable'],
      ['31 marks on a letter', content(`Please pra${'\u0301'.repeat(31)}y`), 400, 'content', 'unreadable'],
      ['marks that take minutes to sort', content(`a${'\u0301\u0316'.repeat(25_000)}`), 400, 'content', 'unreadable'],
      ['signs that become marks', content(`Please ${'\uff9e\u0301'.repeat(16)}`), 400, 'content', 'unreadable'],
      ['a number', content(5), 400, 'content', 'wrong_type'],
      ['null', content(null), 400, 'content', 'wrong_type'],
      ['a list', content(['Please pray']), 400, 'content', 'repeated'],
      ['an object', content({ $ne: 1 }), 400, 'content', 'wrong_type'],
      ['a misspelt audience', '{"content":"Please pray","visibilty":"team"}', 400, 'visibilty', 'unknown_member'],
      ['a misspelt name', '{"content":"Please pray","anonymous":true}', 400, 'anonymous', 'unknown_member'],
      ['an unknown audience', '{"content":"Please pray","visibility":"PUBLIC"}', 400, 'visibility', 'not_allowed'],
      [
        'an inherited audience',
        '{"content":"Please pray","visibility":"constructor"}',
        400,
        'visibility',
        'not_allowed',
      ],
      [
        'a malformed group',
        '{"content":"Please pray","visibility":"group","group_id":"1"}',
        400,
        'group_id',
        'not_allowed',
      ],
      [
        'a time without a zone',
        '{"content":"Please pray","expires_at":"2026-05-09"}',
        400,
        'expires_at',
        'not_allowed',
      ],
      ['truncated JSON', '{"content":"Please pr', 400],
      ['a list of requests', '[{"content":"Please pray"}]', 400],
      ['a text', '"Please pray"', 400],
      ['__proto__', '{"content":"Please pray","__proto__":{"role":"admin"}}', 400],
      ['constructor.prototype', '{"content":"Please pray","constructor":{"prototype":{"role":"admin"}}}', 400],
    ]
    it.each(cases)('refuses %s and stores nothing', async (_, body, status, path, code) => {
      const before = await countPrayers()
      const answer = await post(body)
      expect(answer.status, answer.text).toBe(status)
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      if (path !== undefined) expect(answer.problem.errors).toContainEqual(expect.objectContaining({ path, code }))
      expect(answer.problem.detail).toBe(errors[answer.problem.code as ErrorCode][1])
      expect(await countPrayers()).toBe(before)
      expect(Reflect.get({}, 'role')).toBeUndefined()
    })

    it('says which sign cannot be saved, with the words before it', async () => {
      const { problem } = await post('{"content":"Please pray for Lena \\ud83d today"}')
      expect(problem.errors?.[0]?.detail).toBe(
        'The last sign in “Please pray for Lena �” can’t be saved. Please write it again.',
      )
    })

    it('takes text as Word, a PDF and an old file paste it', async () => {
      const pasted = {
        content: 'For Lena.\u000bOn Monday\u2028in hos\u0002pital\u0000',
        title: 'Lena\u000bstarts\r\nschool',
      }
      const { text } = await post(JSON.stringify(pasted))
      expect(JSON.parse(text)).toMatchObject({
        content: 'For Lena.\nOn Monday\nin hospital',
        title: 'Lena starts school',
      })
    })

    it('counts what people see as characters, not code units', async () => {
      expect((await post(content('😀'.repeat(5000)))).status).toBe(200)
      expect((await post(content('😀'.repeat(5001)))).status).toBe(400)
      expect((await post(content('祈り願'))).status).toBe(200)
    })

    it.each([
      ['text/plain', 'Please pray', 415],
      ['application/x-www-form-urlencoded', 'content=Please+pray', 415],
      ['multipart/form-data; boundary=x', '--x--', 415],
      ['application/json', '', 400],
    ])('answers %s with %s: %i', async (type, body, status) => {
      expect((await post(body, { 'content-type': type })).status).toBe(status)
    })

    it('refuses a body that is too large without reading it all', async () => {
      const answer = await post(content('x'.repeat(200_000)))
      expect([answer.status, answer.problem.code]).toEqual([413, 'request.too_large'])
    })

    it.each([
      '/api/prayers?page=-1',
      '/api/prayers?page=abc',
      '/api/prayers?page=0x10',
      '/api/prayers?page=1.5',
      '/api/prayers?page=',
      '/api/prayers?page=9007199254740993',
      '/api/prayers?page=1000000000',
      '/api/prayers?page=0&page=1',
      '/api/prayers?page[]=1',
      '/api/prayers?pageSize=0',
      '/api/prayers?pageSize=-1',
      '/api/prayers?pageSize=101',
      '/api/prayers?view=popular',
      '/api/prayers?order=author_id',
      '/api/prayers?exclude_group_prayers=true&exclude_group_prayers=false',
      '/api/prayers?exclude_group_prayers[]=true',
      '/api/prayers?exclude_group_prayers=maybe',
      '/api/prayers/not-a-uuid',
      '/api/prayers/%00',
      "/api/prayers/1'%20or%201=1--",
      '/api/prayers/00000000-0000-4000-8000-00000000000',
      '/api/prayers/categories?ids=1',
      '/api/categories/x/prayers',
    ])('refuses %s', async (path) => {
      const answer = await send(path)
      expect(answer.status).toBe(400)
      expect(answer.problem.detail.length).toBeGreaterThan(10)
    })

    it('takes an id in capital letters', async () => {
      const { id } = (await app.ask('prayers.create', { content: 'Please pray' }, { as })).data
      expect((await send(`/api/prayers/${id.toUpperCase()}`)).status).toBe(200)
    })
  })

  describe('addresses', () => {
    it.each([
      '/api',
      '/api/',
      '/api/nothing',
      '/API/prayers',
      '/api//prayers',
      '/api/prayers.json',
      '/api/prayers;x',
      '/api/%70rayers/x/y/z',
    ])('has nothing at %s', async (path) => {
      const answer = await send(path)
      expect(answer.status).toBe(404)
    })

    it('lets no header change the method', async () => {
      const { id } = (await app.ask('prayers.create', { content: 'Please pray' }, { as })).data
      await send(`/api/prayers/${id}`, { headers: { 'x-http-method-override': 'DELETE' } })
      expect((await send(`/api/prayers/${id}`)).status).toBe(200)
    })
  })

  describe('headers', () => {
    const api = {
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    }
    it.each([
      ['/api/prayers', 200],
      ['/api/prayers', 200],
      ['/api/categories', 200],
      ['/api/prayers/x', 400],
      ['/api/prayers/00000000-0000-4000-8000-000000000000', 404],
      ['/api/nothing', 404],
      ['/api/auth/session', 401],
    ])('are right on %s (%i)', async (path, status) => {
      const { headers, status: found } = await app.fetch(path)
      expect(found).toBe(status)
      for (const [name, value] of Object.entries(api)) expect(headers.get(name), name).toBe(value)
      expect(headers.get('vary')).toMatch(/Authorization.*Origin.*Sec-Fetch-Site/)
      for (const name of [
        'server',
        'x-powered-by',
        'access-control-allow-origin',
        'etag',
        'strict-transport-security',
      ]) {
        expect(headers.get(name), name).toBeNull()
      }
    })

    it('keep what one origin was told from everybody else', async () => {
      const path = '/api/prayers?pageSize=7'
      const told = await app.fetch(path, { headers: { origin: 'https://app.example.org' } })
      expect(told.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
      await told.text()
      expect((await app.fetch(path)).headers.get('access-control-allow-origin')).toBeNull()
    })

    it('compress what is large for who can read it', async () => {
      const { headers } = await app.fetch('/api/categories', { headers: { 'accept-encoding': 'gzip' } })
      expect(headers.get('content-encoding')).toBe('gzip')
    })
  })

  describe('other sites', () => {
    const body = JSON.stringify({ content: 'Please pray' })
    it.each([
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{ 'sec-fetch-site': 'none' }, 200],
      [{ 'sec-fetch-site': 'cross-site', origin: 'https://app.example.org' }, 200],
      [{}, 200],
    ] as [Record<string, string>, number][])('with %o may write: %i', async (headers, status) => {
      const before = await countPrayers()
      expect((await send('/api/prayers', { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body })).status).toBe(
        status,
      )
      expect(await countPrayers()).toBe(before + (status === 200 ? 1 : 0))
    })
  })

  describe('visitors’ answers in memory', () => {
    it('are gone the moment something changes, in every encoding', async () => {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const read = async () =>
          (await app.fetch('/api/prayers?pageSize=100', { headers: { 'accept-encoding': encoding } })).text()
        const mark = `Fresh words in ${encoding}`
        await read()
        await read()
        const { id } = (await app.ask('prayers.create', { content: mark }, { as })).data
        expect(await read()).toContain(mark)
        await app.ask('prayers.delete', { id }, { as })
        expect(await read()).not.toContain(mark)
      }
    })
  })

  describe('policy reports', () => {
    it.each([
      [
        'application/csp-report',
        '{"csp-report":{"effective-directive":"script-src","blocked-uri":"https://evil.example/x?y"}}',
        204,
      ],
      [
        'application/reports+json',
        '[{"type":"csp-violation","body":{"effectiveDirective":"img-src","blockedURL":"inline"}}]',
        204,
      ],
      ['application/csp-report', '[1,null,"x",{"body":5}]', 204],
      ['application/csp-report', '{', 400],
      ['application/csp-report', JSON.stringify({ x: 'y'.repeat(20_000) }), 413],
      ['text/html', '<p>', 415],
    ])('take %s', async (type, body, status) => {
      expect((await app.fetch('/csp-report', { method: 'POST', headers: { 'content-type': type }, body })).status).toBe(
        status,
      )
    })
  })

  describe('health', () => {
    it('says that it lives and that it is ready, and nothing else', async () => {
      expect(await (await app.fetch('/healthz')).text()).toBe('ok')
      expect(await (await app.fetch('/readyz')).text()).toBe('ready')
    })
  })

  describe('description', () => {
    it('names every endpoint, its refusals and who may call it', async () => {
      const document = (await (await app.fetch('/api/openapi.json')).json()) as {
        openapi: string
        paths: Record<string, Record<string, { operationId: string; 'x-access': string }>>
      }
      expect(document.openapi).toBe('3.1.0')
      for (const [name, { method, path, access }] of Object.entries(endpoints)) {
        expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name, 'x-access': access })
      }
      const page = await app.fetch('/api/docs')
      expect(page.headers.get('content-type')).toContain('text/html')
      const text = await page.text()
      for (const { path } of Object.values(endpoints)) expect(text).toContain(path)
      expect(text).not.toContain('<script')
    })

    it('names what many endpoints answer alike, and where a program may write the ids of what it deletes', async () => {
      const { paths } = (await (await app.fetch('/api/openapi.json')).json()) as {
        paths: Record<
          string,
          Record<string, { parameters: { name: string; in: string }[]; responses: Record<string, object> }>
        >
      }
      const statusesOf = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {})
      // Where the address must be confirmed first, or staff decide.
      expect(statusesOf('/api/auth/signup', 'post')).toEqual(expect.arrayContaining(['200', '202']))
      const dead = await app.fetch('/api/prayers', { headers: { authorization: 'Bearer none' } })
      expect(statusesOf('/api/prayers', 'get')).toContain(String(dead.status))
      expect(statusesOf('/api/auth/signin', 'post')).not.toContain('401')
      expect(statusesOf('/api/prayers', 'post')).toEqual(expect.arrayContaining(['401', '409', '413', '415']))
      const batch = paths['/api/prayers/batch']?.['delete']
      expect(batch?.parameters).toContainEqual(expect.objectContaining({ name: 'ids', in: 'query' }))
    })
  })

  describe('slow and broken senders', () => {
    it('answers a broken request line without a stack', async () => {
      const text = await new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
        let all = ''
        socket.on('data', (data) => (all += data.toString())).on('close', () => resolve(all))
      })
      expect(text).toMatch(/^HTTP\/1.1 400/)
      expect(text).not.toContain('at ')
    })

    it('cuts off who begins a request and does not end it', async () => {
      expect(app.app.server.server.requestTimeout).toBe(15_000)
      expect(app.app.server.server.headersTimeout).toBe(15_000)
    })

    it('survives a client that goes away halfway', async () => {
      await new Promise<void>((resolve) => {
        const request = httpRequest(`${app.url}/api/prayers`, {
          method: 'POST',
          headers: { ...JSON_TYPE, 'content-length': '1000' },
        })
        request.on('error', () => resolve()).write('{"content":')
        setImmediate(() => request.destroy())
      })
      expect((await app.fetch('/healthz')).status).toBe(200)
    })
  })
})
