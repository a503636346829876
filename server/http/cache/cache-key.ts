import { views } from '../../../contract/feed.values.ts'

/** Longest address that is stored. Code units. */
const MAX_KEY_LENGTH = 400
/** Lower case, as every address of the contract and of the pages, so that no second spelling of one makes an entry. */
const CACHEABLE_PATH = /^\/(?:[a-z\d_-][a-z\d._-]*(?:\/[a-z\d_-][a-z\d._-]*)*)?$/

type Parameters = Record<string, (value: string) => boolean>

const answeredParameters: Parameters = { page: (value) => /^[1-9]\d{0,2}$/.test(value) }

/** The parameters that `readFilter` of the feed reads, with the values that `feedPath` writes. */
const feedParameters: Parameters = {
  ...answeredParameters,
  view: (value) => views.some((view) => view === value),
  category: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
}

const parametersByPage = new Map([
  ['/', feedParameters],
  ['/prayers', feedParameters],
  ['/answered', answeredParameters],
  ['/help-now', { country: (value) => /^[A-Z]{2}$/.test(value) }],
])

/** Returns the parameters in one order and spelling. */
function sortedParameters(query: string): URLSearchParams {
  const parameters = new URLSearchParams(query)
  parameters.sort()
  return parameters
}

/**
 * Returns the one key of an address and of all its other spellings (order, codes and empty parts of its query), or
 * undefined for an address whose answer is not stored: unusual paths, long addresses, pages with parameters that they do
 * not read, and the page of help, which leads to the reader's country. `url`: path and query as sent.
 */
export function cacheKeyOf(url: string): string | undefined {
  if (url.length > MAX_KEY_LENGTH) return undefined
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  if (!CACHEABLE_PATH.test(path)) return undefined
  if (end === -1) return path === '/help-now' ? undefined : path
  const parameters = sortedParameters(url.slice(end + 1))
  if (parameters.size === 0) return path
  if (!path.startsWith('/api/')) {
    const known = parametersByPage.get(path)
    if (!known) return undefined
    const names = [...parameters.keys()]
    if (new Set(names).size < names.length) return undefined
    for (const [name, value] of parameters) if (known[name]?.(value) !== true) return undefined
  }
  return `${path}?${parameters}`
}
