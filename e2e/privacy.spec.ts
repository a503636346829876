import type { APIRequestContext } from '@playwright/test'
import { expect, newContext, test } from './test.ts'

const PASSWORD = 'correct horse battery'

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

// Rendered pages are the same for everybody: nothing that needs a token may be in them, whoever asks.
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
    '/?search=father',
    ...written.map(({ word }) => `/?search=${word}`),
    ...categories.map(({ id }) => `/?category=${id}`),
    ...written.flatMap(({ id }) => [`/prayers/${id}`, `/prayers/${id}.data`, `/prayers/${id}/edit`]),
    '/pray',
    '/prayer-lists',
    '/groups',
    `/groups/${group_id}`,
    '/profile',
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
