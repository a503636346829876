import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import { type TokenClaims, signToken } from '../server/http/session.ts'
import { ADMINISTRATORS, PASSWORD, USERS, emailOf } from './fill.ts'
import { randomFrom } from './random.ts'
import type { Site } from './site.ts'

export interface Case {
  name: string
  connections: number
  /** Returns new requests at each call, unless the case measures cached answers. */
  requests(site: Site): Promise<Request[]>
}

/**
 * The gate lets at least 16 requests wait on any machine, however slow: none of so many is ever refused. A page takes four
 * of its places, so that pages are asked from fewer.
 */
const CONNECTIONS = 16
const PAGE_CONNECTIONS = 8
/** Two passwords are hashed at once and 32 wait: more connections would only measure the refusals. */
const SIGN_INS = 4
// More than one run sends, and more than the server's 32 MB cache holds.
const CURSORS = 6000
const PAGES = 3000
/** Acts of one member in a run: a repeated one would change nothing. */
const ACTS_EACH = 5

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

const pickFrom = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''

/**
 * The same request from every member, because members are limited by person (1,500 calls in 5 minutes). Tokens expire
 * after ten minutes.
 */
const memberRequests = (
  { ctx, claims }: Pick<Site, 'ctx' | 'claims'>,
  request: (index: number, own: TokenClaims) => Omit<Request, 'headers'>,
): Promise<Request[]> =>
  Promise.all(
    claims.map(async (one, index) => {
      const { headers, ...rest } = { ...visitorRequest(''), ...request(index, one) }
      const token = await signToken(ctx, one, new Date())
      return {
        ...rest,
        headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      }
    }),
  )

const getPath = (path: string) => (): Omit<Request, 'headers'> => ({ method: 'GET', path })

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
    connections: PAGE_CONNECTIONS,
    requests: (site) => repeatRequest(PAGES, () => visitorRequest(`/?cursor=${newCursor(site)}`)),
  },
  prayer_page: {
    name: 'prayer page, visitor, uncached',
    connections: PAGE_CONNECTIONS,
    requests: (site) =>
      repeatRequest(PAGES, () => {
        const id = pickFrom(site.ids)
        return visitorRequest(`/prayers/${id}?cursor=${newCursor(site)}`)
      }),
  },
  feed_member: {
    name: 'feed JSON, member, first page',
    connections: CONNECTIONS,
    requests: (site) => memberRequests(site, getPath('/api/prayers')),
  },
  feed_deep: {
    name: 'feed JSON, member, cursor near the end',
    connections: CONNECTIONS,
    requests: (site) => {
      const cursor = site.ctx.secrets.encryptCursor({ view: 'newest', order: site.near_the_end })
      return memberRequests(site, getPath(`/api/prayers?cursor=${cursor}`))
    },
  },
  search: {
    name: 'search for one or two words, member',
    connections: CONNECTIONS,
    requests: (site) =>
      memberRequests(site, (index) => {
        const words = [pickFrom(site.words), ...(index % 2 === 0 ? [pickFrom(site.words)] : [])]
        return { method: 'GET', path: `/api/prayers?search=${encodeURIComponent(words.join(' '))}` }
      }),
  },
  news: {
    name: 'News, member with 20 notices',
    connections: CONNECTIONS,
    requests: (site) => memberRequests(site, getPath('/api/notifications')),
  },
  desk: {
    name: 'Today at the desk, administrator',
    connections: PAGE_CONNECTIONS,
    requests: ({ ctx, claims }) =>
      memberRequests({ ctx, claims: claims.slice(0, ADMINISTRATORS) }, getPath('/api/admin/stats')),
  },
  pray: {
    name: 'pray, member, on disk',
    connections: CONNECTIONS,
    requests: (site) =>
      memberRequests({ ctx: site.ctx, claims: Array.from({ length: ACTS_EACH }, () => site.claims).flat() }, () => ({
        method: 'POST',
        path: `/api/prayers/${pickFrom(site.ids)}/pray`,
        body: '{}',
      })),
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
