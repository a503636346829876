import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import { createRandom } from '../classifier/runtime/random.ts'
import { ADMINISTRATORS, PASSWORD, emailOf, pick } from './fill.ts'
import { type Site, memberHeaders, memberCookie } from './site.ts'

export interface Case {
  name: string
  connections: number
  /** Returns new requests at each call, unless the case measures cached answers. */
  requests: (site: Site) => Promise<Request[]>
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

const random = createRandom(1)
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
  return ctx.secrets.encryptCursor({ view: 'newest', order: [pick(random, listed_at), randomUUID()] })
}

const getPath = (path: string) => ({ method: 'GET', path })

const ofVisitors = (name: string, count: number, path: (site: Site) => string, connections = CONNECTIONS): Case => ({
  name,
  connections,
  requests: (site) => Promise.resolve(Array.from({ length: count }, () => visitorRequest(path(site)))),
})

/** Each person asks once, because members are limited by person (1,500 calls in 5 minutes). */
const ofMembers = (
  name: string,
  request: (site: Site, index: number) => Omit<Request, 'headers'>,
  { people = ({ claims }: Site) => claims, connections = CONNECTIONS, sign = memberHeaders } = {},
): Case => ({
  name,
  connections,
  requests: (site) =>
    Promise.all(
      people(site).map(async (claims, index) => {
        const asked = request(site, index)
        const { headers } = visitorRequest(asked.path)
        return { ...asked, headers: { ...headers, ...(await sign(site, claims)) } }
      }),
    ),
})

/** A whole page, rendered for each person anew. */
const pageOfMembers = (name: string, path: (site: Site) => string): Case =>
  ofMembers(name, (site) => getPath(path(site)), { connections: PAGE_CONNECTIONS, sign: memberCookie })

export const CASES = {
  feed_cached: ofVisitors('feed JSON, visitor, cached', 1, () => '/api/prayers'),
  feed_uncached: ofVisitors(
    'feed JSON, visitor, uncached',
    CURSORS,
    (site) => `/api/prayers?cursor=${newCursor(site)}`,
  ),
  page_cached: ofVisitors('feed page, visitor, cached', 1, () => '/'),
  page_uncached: ofVisitors(
    'feed page, visitor, uncached',
    PAGES,
    (site) => `/?cursor=${newCursor(site)}`,
    PAGE_CONNECTIONS,
  ),
  prayer_page: ofVisitors(
    'prayer page, visitor, uncached',
    PAGES,
    (site) => `/prayers/${pick(random, site.ids)}?cursor=${newCursor(site)}`,
    PAGE_CONNECTIONS,
  ),
  wall_member: pageOfMembers('wall, member, whole page', () => '/'),
  request_member: pageOfMembers('prayer page, member', (site) => `/prayers/${pick(random, site.ids)}`),
  today_member: pageOfMembers('Today, member, whole page', () => '/today'),
  news_member: pageOfMembers('News, member, whole page', () => '/notifications'),
  groups_member: pageOfMembers('groups, member, whole page', () => '/groups'),
  feed_member: ofMembers('feed JSON, member, first page', () => getPath('/api/prayers')),
  feed_deep: ofMembers('feed JSON, member, cursor near the end', ({ ctx, near_the_end }) =>
    getPath(`/api/prayers?cursor=${ctx.secrets.encryptCursor({ view: 'newest', order: near_the_end })}`),
  ),
  search: ofMembers('search for one or two words, member', (site, index) => {
    const words = [pick(random, site.words), ...(index % 2 === 0 ? [pick(random, site.words)] : [])]
    return getPath(`/api/prayers?search=${encodeURIComponent(words.join(' '))}`)
  }),
  news: ofMembers('News, member with 20 notices', () => getPath('/api/notifications')),
  desk: ofMembers('Today at the desk, administrator', () => getPath('/api/admin/stats'), {
    people: ({ claims }) => claims.slice(0, ADMINISTRATORS),
    connections: PAGE_CONNECTIONS,
  }),
  pray: ofMembers(
    'pray, member, on disk',
    ({ ids }) => ({ method: 'POST', path: `/api/prayers/${pick(random, ids)}/pray`, body: '{}' }),
    { people: ({ claims }) => Array.from({ length: ACTS_EACH }, () => claims).flat() },
  ),
  create: ofMembers('create prayer, member, on disk', (_site, index) => ({
    method: 'POST',
    path: '/api/prayers',
    body: JSON.stringify({
      title: `Request ${index}`,
      content: 'My father has an operation on his heart tomorrow at eight. Please pray for steady hands.',
      is_anonymous: index % 5 === 0,
    }),
  })),
  sign_in: ofMembers(
    `sign in (${SIGN_INS} connections)`,
    (_site, index) => ({
      method: 'POST',
      path: '/api/auth/signin',
      body: JSON.stringify({ email: emailOf(index), password: PASSWORD }),
    }),
    { connections: SIGN_INS, sign: () => Promise.resolve({ 'content-type': 'application/json' }) },
  ),
} satisfies Record<string, Case>

export type CaseName = keyof typeof CASES
