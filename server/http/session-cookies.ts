import type { CookieSerializeOptions } from '@fastify/cookie'
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

const cookieOptions = (site: CookieConfig, days: number): CookieSerializeOptions & { sameSite: 'strict' } => ({
  maxAge: days * DAY_SECONDS,
  path: '/',
  httpOnly: true,
  secure: isSecure(site),
  sameSite: 'strict',
})

function setCookie(
  site: CookieConfig,
  reply: FastifyReply,
  [name, value]: [string, string],
  options: CookieSerializeOptions,
): FastifyReply {
  if (otherOrigin(site, reply.request.headers) !== undefined) return reply
  return reply.setCookie(cookieName(site, name), value, options)
}

const readCookie = (site: CookieConfig, { cookies, headers }: FastifyRequest, name: string): string | undefined =>
  otherOrigin(site, headers) === undefined ? cookies[cookieName(site, name)] : undefined

/** Lifetime 90 days, the maximum of a session. */
export const setBindingCookie = (site: CookieConfig, reply: FastifyReply, secret: string): FastifyReply =>
  setCookie(site, reply, ['rb', secret], cookieOptions(site, 90))

/**
 * Proves that this person signed in with this browser before, so that failed attempts of others at the same address do
 * not block them.
 */
export const setKnownDeviceCookie = (site: CookieConfig, reply: FastifyReply, proof: string): FastifyReply =>
  setCookie(site, reply, ['known', proof], cookieOptions(site, 365))

export const readBindingCookie = (site: CookieConfig, request: FastifyRequest): string | undefined =>
  readCookie(site, request, 'rb')

export const readKnownDeviceCookie = (site: CookieConfig, request: FastifyRequest): string | undefined =>
  readCookie(site, request, 'known')

/**
 * Names the session as which pages are rendered. Alone it can do nothing else; beside the binding cookie it also gives the
 * session's token back to a browser that lost it. `lax`, because somebody who follows a link from a mail is a member too.
 */
export const setPageCookie = (site: CookieConfig, reply: FastifyReply, value: string): FastifyReply =>
  setCookie(site, reply, ['page', value], { ...cookieOptions(site, 90), sameSite: 'lax' })

export const readPageCookie = (site: CookieConfig, request: FastifyRequest): string | undefined =>
  readCookie(site, request, 'page')

/** Gives a browser its cookies by their other names when the site comes to have https, or has it no more. */
export function renameCookies(
  before: CookieConfig,
  after: CookieConfig,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  if (isSecure(before) === isSecure(after)) return
  const [binding, device, page] = [
    readBindingCookie(before, request),
    readKnownDeviceCookie(before, request),
    readPageCookie(before, request),
  ]
  if (binding !== undefined) void setBindingCookie(after, reply, binding)
  if (device !== undefined) void setKnownDeviceCookie(after, reply, device)
  if (page !== undefined) void setPageCookie(after, reply, page)
}
