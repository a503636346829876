import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

type CookieConfig = Pick<Config, 'public_url'>

const isSecure = ({ public_url }: CookieConfig): boolean => public_url.startsWith('https:')

// `__Host-` requires https; on plain http, which only makes sense on a local machine, the cookie has no prefix.
const cookieName = (site: CookieConfig, name: string): string => (isSecure(site) ? `__Host-${name}` : name)

const DAY_SECONDS = 24 * 3600

const cookieOptions = (site: CookieConfig, days: number): CookieSerializeOptions => ({
  maxAge: days * DAY_SECONDS,
  path: '/',
  httpOnly: true,
  secure: isSecure(site),
  sameSite: 'strict',
})

/** Lifetime 90 days, the maximum of a session. */
export const setBindingCookie = (site: CookieConfig, reply: FastifyReply, secret: string): FastifyReply =>
  reply.setCookie(cookieName(site, 'rb'), secret, cookieOptions(site, 90))

export const clearBindingCookie = (site: CookieConfig, reply: FastifyReply): FastifyReply =>
  reply.setCookie(cookieName(site, 'rb'), '', cookieOptions(site, 0))

/**
 * Proves that this person signed in with this browser before, so that failed attempts of others at the same address do
 * not block them.
 */
export const setKnownDeviceCookie = (site: CookieConfig, reply: FastifyReply, proof: string): FastifyReply =>
  reply.setCookie(cookieName(site, 'known'), proof, cookieOptions(site, 365))

export const readBindingCookie = (site: CookieConfig, { cookies }: FastifyRequest): string | undefined =>
  cookies[cookieName(site, 'rb')]

export const readKnownDeviceCookie = (site: CookieConfig, { cookies }: FastifyRequest): string | undefined =>
  cookies[cookieName(site, 'known')]
