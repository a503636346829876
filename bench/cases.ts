import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import { signToken } from '../server/http/session.ts'
import { PASSWORD, USERS, emailOf } from './fill.ts'
import { randomFrom } from './random.ts'
import type { Site } from './site.ts'

export interface Case {
  name: string
  connections: number
  /** Returns new requests at each call, unless the case measures cached answers. */
  requests(site: Site): Promise<Request[]>
}

const CONNECTIONS = 32
/** Two passwords are hashed at once and 32 wait: more connections would only measure the refusals. */
const SIGN_INS = 4
// More than one run sends, and more than the server's 32 MB cache holds.
const CURSORS = 6000
const PAGES = 3000

const random = randomFrom(1)
let visitorCount = 0

/**
 * A visitor's request. Visitors are limited by address (300 calls in 5 minutes), so each request uses the next of
 * 16,000.
 */
function visitorRequest(path: string): Request {
  visitorCount += 1
  const address = `10.1.${Math.floor(visitorCount / 250) % 64}.${visitorCount % 250}`
  return {
    method: 'GET',
    path,
    headers: { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en', 'x-forwarded-for': address },
  }
}

/**
 * Returns an unused cursor in the newest list: the time of a request, with a random id. Its URL is not in the cache,
 * and its page is full.
 */
function newCursor({ ctx, listed_at }: Site): string {
  const time = listed_at[Math.floor(random() * listed_at.length)]
  return ctx.secrets.encryptCursor({ view: 'newest', order: [time, randomUUID()] })
}

const repeatRequest = (count: number, make: (index: number) => Request): Promise<Request[]> =>
  Promise.resolve(Array.from({ length: count }, (_, index) => make(index)))

/**
 * The same request from every member, because members are limited by person (1,500 calls in 5 minutes). Tokens expire
 * after ten minutes.
 */
const memberRequests = (
  { ctx, claims }: Site,
  request: (index: number) => Omit<Request, 'headers'>,
): Promise<Request[]> =>
  Promise.all(
    claims.map(async (one, index) => {
      const { headers, ...rest } = { ...visitorRequest(''), ...request(index) }
      const token = await signToken(ctx, one, new Date())
      return {
        ...rest,
        headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      }
    }),
  )

export const CASES = {
  feed_cached: {
    name: 'feed JSON, visitor, cached',
    connections: CONNECTIONS,
    requests: () => repeatRequest(1, () => visitorRequest('/api/prayers')),
  },
  feed_uncached: {
    name: 'feed JSON, visitor, uncached',
    connections: CONNECTIONS,
    requests: (site) => repeatRequest(CURSORS, () => visitorRequest(`/api/prayers?cursor=${newCursor(site)}`)),
  },
  page_cached: {
    name: 'feed page, visitor, cached',
    connections: CONNECTIONS,
    requests: () => repeatRequest(1, () => visitorRequest('/')),
  },
  page_uncached: {
    name: 'feed page, visitor, uncached',
    connections: CONNECTIONS,
    requests: (site) => repeatRequest(PAGES, () => visitorRequest(`/?cursor=${newCursor(site)}`)),
  },
  prayer_page: {
    name: 'prayer page, visitor, uncached',
    connections: CONNECTIONS,
    requests: (site) =>
      repeatRequest(PAGES, () => {
        const id = site.ids[Math.floor(random() * site.ids.length)] ?? ''
        return visitorRequest(`/prayers/${id}?cursor=${newCursor(site)}`)
      }),
  },
  feed_member: {
    name: 'feed JSON, member, first page',
    connections: CONNECTIONS,
    requests: (site) => memberRequests(site, () => ({ method: 'GET', path: '/api/prayers' })),
  },
  feed_deep: {
    name: 'feed JSON, member, cursor near the end',
    connections: CONNECTIONS,
    requests: (site) => {
      const cursor = site.ctx.secrets.encryptCursor({ view: 'newest', order: site.near_the_end })
      return memberRequests(site, () => ({ method: 'GET', path: `/api/prayers?cursor=${cursor}` }))
    },
  },
  group_feed: {
    name: 'requests of a group of 50,000, member',
    connections: CONNECTIONS,
    requests: (site) =>
      memberRequests(site, () => ({ method: 'GET', path: `/api/groups/${site.large_group}/prayers` })),
  },
  group_members: {
    name: 'members of a group of 50,000, member',
    connections: CONNECTIONS,
    requests: (site) =>
      memberRequests(site, () => ({ method: 'GET', path: `/api/groups/${site.large_group}/members` })),
  },
  create: {
    name: 'create prayer, member, on disk',
    connections: CONNECTIONS,
    requests: (site) =>
      memberRequests(site, (index) => ({
        method: 'POST',
        path: '/api/prayers',
        body: JSON.stringify({
          title: `Request ${index}`,
          content: 'My father has an operation on his heart tomorrow at eight. Please pray for steady hands.',
          is_anonymous: index % 5 === 0,
        }),
      })),
  },
  sign_in: {
    name: `sign in (${SIGN_INS} connections)`,
    connections: SIGN_INS,
    requests: () =>
      repeatRequest(USERS, (index) => {
        const request = visitorRequest('/api/auth/signin')
        return {
          ...request,
          method: 'POST',
          headers: { ...request.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ email: emailOf(index), password: PASSWORD }),
        }
      }),
  },
} as const satisfies Record<string, Case>

export type CaseName = keyof typeof CASES
