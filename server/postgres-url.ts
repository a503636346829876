/** The parts of a PostgreSQL URL. */
export interface PostgresHosts {
  /** One URL for each host, in the order in which they are tried. */
  urls: string[]
  /** True when only a server that accepts writes may be used. */
  must_write: boolean
  /** For messages, without user and password: the hosts, each with its port, and the name of the database. */
  hosts: string
  name: string
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?)([^@/?#]*)((?:\/[^?#]*)?)(\?[^#]*)?$/
const HOST = /^(\[[\da-f:.]+\]|[^:[\]\s]*)(?::(\d{1,5}))?$/i
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
  const [, beginning, user = '', authority = '', database = '', query = ''] = URL_PARTS.exec(url) ?? []
  if (beginning === undefined || (authority === '' && database.length < 2 && !query.includes('host='))) return undefined
  const names = authority.split(',')
  const hosts = names.map((host) => HOST.exec(host))
  if (hosts.some((host) => host === null || Number(host[2] ?? 0) > 65_535)) return undefined
  if (names.length > 1 && names.includes('')) return undefined
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
  try {
    return {
      urls: names.map((name) => `${beginning}${name}${end}`),
      must_write,
      hosts: hosts.map((host) => `${host?.[1] || 'localhost'}:${host?.[2] ?? 5432}`).join(','),
      name: decodeURIComponent(database.slice(1)) || decodeURIComponent(user.split(':')[0] ?? ''),
    }
  } catch {
    return undefined
  }
}
