import type { APIRequestContext } from '@playwright/test'
import { PASSWORD, expect, newContext, test } from './test.ts'

interface Person {
  id: string
  name: string
  headers: Record<string, string>
}

async function signUp(request: APIRequestContext, url: string, name: string, address: string): Promise<Person> {
  const answer = await request.post(`${url}/api/auth/signup`, {
    data: { email: `${crypto.randomUUID()}@example.org`, password: PASSWORD, displayName: name },
    headers: { 'x-forwarded-for': address },
  })
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  return { id: user.id, name, headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address } }
}

// A visitor's pages are the same for everybody: nothing that needs a token may be in them, whoever asks.
test('no rendered page tells anybody what they may not know', async ({ server, browser }) => {
  const context = await newContext(browser, server)
  const { request } = context
  const author = await signUp(request, server.url, `Author ${crypto.randomUUID()}`, '203.0.113.11')
  const reader = await signUp(request, server.url, `Reader ${crypto.randomUUID()}`, '203.0.113.12')
  const post = async (path: string, data: object, { headers } = author) => {
    const answer = await request.post(server.url + path, { data, headers })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as { id: string }
  }
  const group_name = `Circle ${crypto.randomUUID()}`
  const { id: group_id } = await post('/api/groups', { name: group_name, is_listed: true })

  const kinds = {
    public: {},
    'public, anonymous': { is_anonymous: true },
    'public, guarded': { is_guarded: true },
    members: { visibility: 'members' },
    'members, anonymous': { visibility: 'members', is_anonymous: true },
    group: { visibility: 'group', group_id },
    team: { visibility: 'team' },
    private: { visibility: 'private' },
  }
  const written = await Promise.all(
    Object.entries(kinds).map(async ([kind, part]) => {
      const word = `canary${crypto.randomUUID().replaceAll('-', '')}`
      const { id } = await post('/api/prayers', { content: `Please pray for my father ${word}`, ...part })
      const update = `update${word}`
      await post(`/api/prayers/${id}/updates`, { content: `He is better ${update}`, status: 'answered' })
      return { kind, id, word, update }
    }),
  )
  const isOpen = (kind: string) => kind.startsWith('public')

  const categories = (await (await request.get(`${server.url}/api/categories`)).json()) as { id: string }[]
  const pages = [
    '/',
    '/?view=waiting',
    '/?view=answered',
    '/answered',
    '/?search=father',
    ...written.map(({ word }) => `/?search=${word}`),
    ...categories.map(({ id }) => `/?category=${id}`),
    ...written.flatMap(({ id }) => [`/prayers/${id}`, `/prayers/${id}.data`, `/prayers/${id}/edit`]),
    '/pray',
    '/prayer-lists',
    '/groups',
    `/groups/${group_id}`,
    '/profile',
    '/welcome',
    '/notifications',
    '/sitemap.xml',
    '/robots.txt',
    '/_root.data',
  ]
  for (const { headers } of [{ headers: {} }, reader, author]) {
    for (const page of pages) {
      // Twice, because the second answer may come from the cache.
      for (const _ of [1, 2]) {
        const answer = await request.get(server.url + page, { headers })
        expect(answer.status(), page).toBeLessThan(500)
        const text = await answer.text()
        const about = page.split('search=')[1]
        for (const { kind, word, update } of written) {
          // The search text itself stands in the field of the page that shows the results.
          if (!isOpen(kind) && word !== about) expect(text.includes(word), `${kind} in ${page}`).toBe(false)
          if (!isOpen(kind)) expect(text.includes(update), `an update of ${kind} in ${page}`).toBe(false)
        }
        expect(text.includes(group_name), `the group in ${page}`).toBe(false)
        expect(text.includes(reader.name), `the reader in ${page}`).toBe(false)
      }
    }
  }

  // For an anonymous request: nothing that identifies its author, and no time more exact than the hour.
  const anonymous = written.find(({ kind }) => kind === 'public, anonymous')
  const html = await (await request.get(`${server.url}/prayers/${anonymous?.id}`)).text()
  expect(html).toContain(anonymous?.word)
  expect(html).not.toContain(author.name)
  expect(html).not.toContain(author.id)
  const times = html.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g) ?? []
  expect(times.filter((time) => !time.endsWith(':00:00.000Z'))).toEqual([])

  // Link previews contain only what everybody may read and whose author did not exclude it from previews.
  const preview = async (kind: string) => {
    const found = written.find((one) => one.kind === kind)
    const text = await (await request.get(`${server.url}/prayers/${found?.id}`)).text()
    const head = text.slice(0, text.indexOf('</head>'))
    expect(head, kind).toMatch(/<meta name="robots" content="noindex/)
    return head.includes(found?.word ?? '')
  }
  expect(await preview('public')).toBe(true)
  expect(await preview('public, guarded')).toBe(false)
  expect(await preview('members')).toBe(false)
  await context.close()
})

// Members' pages are rendered for one person each, by their cookies: each may hold what that person may read, and is kept
// for nobody else.
test('no page that is rendered for a member tells anybody else what they may not know', async ({ server, browser }) => {
  const context = await newContext(browser, server)
  const { request } = context
  const enter = async (name: string, address: string) => {
    const answer = await request.post(`${server.url}/api/auth/signup`, {
      data: { email: `${crypto.randomUUID()}@example.org`, password: PASSWORD, displayName: name },
      headers: { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' },
    })
    const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
    const page = answer
      .headersArray()
      .map(({ name: header, value }) => (header.toLowerCase() === 'set-cookie' ? value.split(';')[0] : undefined))
      .find((cookie) => cookie?.startsWith('page='))
    return {
      name,
      id: user.id,
      api: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
      page: { cookie: `${page}; member=1`, 'x-forwarded-for': address },
      // The browser has cleared what scripts store.
      cleared: { cookie: `${page}`, 'x-forwarded-for': address },
      // Signed out by the browser alone, and somebody who says to be a member and is not.
      gone: { cookie: `${page}; member=0` },
      forged: { cookie: `page=${user.id}.${'A'.repeat(43)}; member=1` },
    }
  }
  const author = await enter(`Author ${crypto.randomUUID()}`, '203.0.113.21')
  const friend = await enter(`Friend ${crypto.randomUUID()}`, '203.0.113.22')
  const stranger = await enter(`Stranger ${crypto.randomUUID()}`, '203.0.113.23')
  const post = async (path: string, data: object, { api } = author) => {
    const answer = await request.post(server.url + path, { data, headers: api })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as { id: string; code?: string }
  }
  const group_name = `Circle ${crypto.randomUUID()}`
  const { id: group_id } = await post('/api/groups', { name: group_name, is_listed: false, joining: 'invite' })
  const { code } = await post(`/api/groups/${group_id}/invites`, {})
  await post(`/api/invites/${code}/accept`, {}, friend)
  const kinds = {
    public: {},
    'public, anonymous': { is_anonymous: true },
    members: { visibility: 'members' },
    'members, anonymous': { visibility: 'members', is_anonymous: true },
    group: { visibility: 'group', group_id },
    private: { visibility: 'private' },
  }
  const readers = {
    public: [author, friend, stranger],
    members: [author, friend, stranger],
    group: [author, friend],
    private: [author],
  }
  const written = await Promise.all(
    Object.entries(kinds).map(async ([kind, part]) => {
      const word = `canary${crypto.randomUUID().replaceAll('-', '')}`
      const { id } = await post('/api/prayers', { content: `Please pray for my father ${word}`, ...part })
      return { kind, id, word, may: readers[kind.split(',')[0] as keyof typeof readers] }
    }),
  )
  const list = `List ${crypto.randomUUID()}`
  await post('/api/prayer-lists', { name: list }, friend)
  const ofRequests = written.map(({ id }) => `/prayers/${id}`)
  const pages = [
    '/',
    '/?search=father',
    '/pray',
    '/prayer-lists',
    '/groups',
    `/groups/${group_id}`,
    '/profile',
    '/welcome',
  ]
  const all = [...pages, '/profile?tab=praying', '/profile?tab=account', '/notifications', '/decisions', ...ofRequests]
  const seen = new Set<string>()
  for (const path of all) {
    for (const person of [author, friend, stranger, author]) {
      const answer = await request.get(server.url + path, { headers: person.page })
      expect(answer.status(), path).toBeLessThan(500)
      expect(answer.headers()['cache-control'], path).toBe('private, no-store')
      const text = await answer.text()
      expect(text.includes(person.id), `${path} for ${person.name}`).toBe(true)
      for (const { kind, word, may } of written) {
        if (!text.includes(word)) continue
        expect(may.includes(person), `${kind} in ${path} for ${person.name}`).toBe(true)
        seen.add(`${kind} ${person.name}`)
      }
      if (person === stranger) expect(text.includes(group_name), `the group in ${path}`).toBe(false)
      if (person !== friend) expect(text.includes(list), `the list in ${path}`).toBe(false)
    }
    // A page that was rendered for a member is nobody else's: not a visitor's, nor that of somebody who pretends.
    for (const headers of [
      { cookie: '' },
      author.gone,
      author.forged,
      { ...author.page, 'sec-fetch-dest': 'iframe' },
    ]) {
      const answer = await request.get(server.url + path, { headers })
      const text = await answer.text()
      for (const { kind, word } of written) {
        if (!kind.startsWith('public')) expect(text.includes(word), `${kind} in ${path} for nobody`).toBe(false)
      }
      for (const secret of [group_name, list, friend.id, stranger.id]) expect(text, path).not.toContain(secret)
      expect(answer.headers()['cache-control'], path).toBe('no-cache')
    }
    // Nor is what a visitor got kept for a member.
    const again = await request.get(server.url + path, { headers: author.cleared })
    expect((await again.text()).includes(author.id), `${path} after a visitor’s`).toBe(true)
  }
  // The sweep has read what it looks for: everybody's page of each request that they may read.
  expect(seen.size).toBe(written.reduce((count, { may }) => count + may.length, 0))

  // Another member's page holds nothing that identifies the author of an anonymous request.
  for (const { kind, id, word } of written.filter((one) => one.kind.endsWith('anonymous'))) {
    const html = await (await request.get(`${server.url}/prayers/${id}`, { headers: stranger.page })).text()
    expect(html, kind).toContain(word)
    for (const mark of [author.name, author.id]) expect(html, kind).not.toContain(mark)
  }
  await context.close()
})
