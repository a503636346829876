import type { IncomingMessage } from 'node:http'

/** A path whose every character stands for itself: only these may follow each other, and codes are judged below. */
const PLAIN_CHARACTERS = /^\/[\w\-.~!$&'()*+,;=:@/%]*$/
/** Codes of letters, digits, `-`, `.`, `_` and `~`, which are a second spelling of them (RFC 3986, 2.3). */
const NEEDLESS_CODE = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i
const ALL_NEEDLESS_CODES = new RegExp(NEEDLESS_CODE, 'gi')
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
const SIGNS = /^[\p{P}\p{S}\p{Z}]+$/u

/** Removes the signs of a sentence after an id, which chats and mail programs take for a part of the address. */
function endAtId(path: string): string {
  const start = path.lastIndexOf('/') + 1
  const [id] = ID.exec(path.slice(start)) ?? []
  if (id === undefined) return path
  const end = start + id.length
  const rest = path.slice(end)
  try {
    return !rest.startsWith('-') && SIGNS.test(decodeURIComponent(rest)) ? path.slice(0, end) : path
  } catch {
    return path
  }
}

/** Removes double and trailing slashes, and signs after an id. */
const tidy = (path: string): string => endAtId(path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, ''))

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** True when an address (path and query) is a path in its one spelling: no host before it, no dots, no needless codes. */
export function isPlainAddress(url: string): boolean {
  const path = pathOf(url)
  return PLAIN_CHARACTERS.test(path) && !NEEDLESS_CODE.test(path) && !DOT_SEGMENT.test(path)
}

/**
 * Returns the one address of a page for any spelling of it: also without double and trailing slashes and signs after an id,
 * which the pages ignore. Undefined when it is not a path of this site. A redirect to the result never leaves the site.
 */
export function canonicalPageAddress(url: string): string | undefined {
  if (!url.startsWith('/')) return undefined
  const path = pathOf(url)
  if (isPlainAddress(path) && tidy(path) === path) return url
  const decoded = path.replaceAll(ALL_NEEDLESS_CODES, decodeURIComponent)
  const parsed = URL.parse(tidy(decoded), 'http://site')
  return parsed?.host === 'site' ? tidy(parsed.pathname) + url.slice(path.length) : undefined
}

/** True when a request names its host more than once: a proxy and this server could take different ones. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}
