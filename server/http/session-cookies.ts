import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { otherOrigin } from './origins.ts'

type CookieConfig = Pick<Config, 'public_url' | 'cors_origins'>

// The server takes none back: a session that has ended makes its cookies worthless, the next one replaces them, and an answer
// that comes late would take those of the next. A browser may send and store the site's cookies for a page of another origin on the same host, so each function below
// leaves the cookies of such a request alone.

const isSecure = ({ public_url }: Pick<Config, 'public_url'>): boolean => public_url.startsWith('https:')

// `__Host-` requires https; on plain http, which only makes sense on a local machine, the cookie has no prefix.
const cookieName = (site: CookieConfig, name: string): string => (isSecure(site) ? `__Host-${name}` : name)

const DAY_SECONDS = 24 * 3600

/** A cookie of a session, which scripts cannot read. */
const defineCookie = (name: string, days: number, sameSite: 'strict' | 'lax' = 'strict') => ({
  read: (site: CookieConfig, { cookies, headers }: FastifyRequest): string | undefined =>
    otherOrigin(site, headers) === undefined ? cookies[cookieName(site, name)] : undefined,

  set: (site: CookieConfig, reply: FastifyReply, value: string): void => {
    if (otherOrigin(site, reply.request.headers) !== undefined) return
    const options = { maxAge: days * DAY_SECONDS, path: '/', httpOnly: true, secure: isSecure(site), sameSite }
    void reply.setCookie(cookieName(site, name), value, options)
  },
})

/** Lifetime 90 days, the maximum of a session. */
export const bindingCookie = defineCookie('rb', 90)

/**
 * Proves that this person signed in with this browser before, so that failed attempts of others at the same address do
 * not block them.
 */
export const knownDeviceCookie = defineCookie('known', 365)

/**
 * Names the session as which pages are rendered. Alone it can do nothing else; beside the binding cookie it also gives the
 * session's token back to a browser that lost it. `lax`, because somebody who follows a link from a mail is a member too.
 */
export const pageCookie = defineCookie('page', 90, 'lax')

/** Gives a browser its cookies by their other names when the site comes to have https, or has it no more. */
export function renameCookies(
  before: CookieConfig,
  after: CookieConfig,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  if (isSecure(before) === isSecure(after)) return
  for (const { read, set } of [bindingCookie, knownDeviceCookie, pageCookie]) {
    const value = read(before, request)
    if (value !== undefined) set(after, reply, value)
  }
}
