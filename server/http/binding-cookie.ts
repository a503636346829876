import type { Config } from '../config.ts'

type CookieConfig = Pick<Config, 'public_url'>

const isSecure = ({ public_url }: CookieConfig): boolean => public_url.startsWith('https:')

// `__Host-` requires https; on plain http, which only makes sense on a local machine, the cookie has no prefix.
const cookieName = (site: CookieConfig, name: string): string => (isSecure(site) ? `__Host-${name}` : name)

const cookieAttributes = (site: CookieConfig): string =>
  `Path=/; HttpOnly; SameSite=Strict${isSecure(site) ? '; Secure' : ''}`

const DAY_SECONDS = 24 * 3600

const buildCookie = (site: CookieConfig, name: string, value: string, days: number): string =>
  `${cookieName(site, name)}=${value}; Max-Age=${days * DAY_SECONDS}; ${cookieAttributes(site)}`

/** Lifetime 90 days, the maximum of a session. */
export const bindingCookie = (site: CookieConfig, secret: string): string => buildCookie(site, 'rb', secret, 90)

export const clearBindingCookie = (site: CookieConfig): string => buildCookie(site, 'rb', '', 0)

/**
 * Proves that this person signed in with this browser before, so that failed attempts of others at the same address do
 * not block them.
 */
export const knownDeviceCookie = (site: CookieConfig, proof: string): string => buildCookie(site, 'known', proof, 365)

/** Returns the value of one cookie of a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.split('=', 2)
    if (key?.trim() === name) return value?.trim()
  }
  return undefined
}

export const readBindingCookie = (site: CookieConfig, header: string | undefined): string | undefined =>
  readCookie(header, cookieName(site, 'rb'))

export const readKnownDeviceCookie = (site: CookieConfig, header: string | undefined): string | undefined =>
  readCookie(header, cookieName(site, 'known'))
