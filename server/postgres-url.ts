/** The servers that a PostgreSQL URL names. */
export interface PostgresHosts {
  /** One URL for each host, in the order in which they are tried. */
  urls: string[]
  /** True when only a server that accepts writes may be used. */
  must_write: boolean
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(\?[^#]*)?$/
/** Maps values of libpq's parameter to whether the server must accept writes. */
const TARGETS = new Map([
  ['any', false],
  ['read-write', true],
  ['primary', true],
])

/**
 * Splits a PostgreSQL URL, which may name several hosts (`host-1:5432,host-2:5432`), and reads `target_session_attrs`
 * as libpq does. Its default is `read-write` for several hosts and `any` for one. Returns undefined for a URL or a value
 * that is not supported.
 */
export function parsePostgresUrl(url: string): PostgresHosts | undefined {
  const [, beginning, hosts, database = '', query = ''] = URL_PARTS.exec(url) ?? []
  if (beginning === undefined || hosts === undefined) return undefined
  const names = hosts.split(',')
  if (names.length > 1 && names.some((name) => name === '')) return undefined
  const parameters = new URLSearchParams(query)
  const must_write = TARGETS.get(parameters.get('target_session_attrs') ?? (names.length > 1 ? 'read-write' : 'any'))
  if (must_write === undefined) return undefined
  // The driver does not know it. Other parameters keep their spelling.
  const rest = query
    .replace(/^\?/, '')
    .split('&')
    .filter((parameter) => parameter !== '' && !parameter.startsWith('target_session_attrs='))
    .join('&')
  const end = `${database}${rest && `?${rest}`}`
  return { urls: names.map((name) => `${beginning}${name}${end}`), must_write }
}
