import type { Config } from '../config.ts'

type Site = Pick<Config, 'public_url'>

const isSecure = ({ public_url }: Site): boolean => public_url.startsWith('https:')

// `__Host-` needs https; on plain http, which only makes sense on one's own machine, the cookie does without.
const nameOf = (site: Site): string => (isSecure(site) ? '__Host-rb' : 'rb')

const attributes = (site: Site): string => `Path=/; HttpOnly; SameSite=Strict${isSecure(site) ? '; Secure' : ''}`

/** 90 days, the longest that a session lives. */
const MAX_AGE_SECONDS = 90 * 24 * 3600

export const bindingCookie = (site: Site, secret: string): string =>
  `${nameOf(site)}=${secret}; Max-Age=${MAX_AGE_SECONDS}; ${attributes(site)}`

export const clearBindingCookie = (site: Site): string => `${nameOf(site)}=; Max-Age=0; ${attributes(site)}`

/** The value of one cookie of a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.split('=', 2)
    if (key?.trim() === name) return value?.trim()
  }
  return undefined
}

export const readBindingCookie = (site: Site, header: string | undefined): string | undefined =>
  readCookie(header, nameOf(site))
