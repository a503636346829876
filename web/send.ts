import { endpoints, type EndpointName } from '../contract/endpoints.ts'
import type { ErrorCode, FieldError, Problem } from '../contract/errors.ts'
import { readToken, TOKEN_KEY, writeToken } from './token.ts'

// Apart from `api.ts`, because the first page of a visitor calls nothing: this comes with the first call, and with it the
// list of all calls, which grows with the product.

/** A refusal as the pages use it: a `Problem`, or an answer (or silence) that is none. `status` 0: no answer at all. */
export interface Failure {
  status: number
  code: ErrorCode | 'client.offline' | 'client.unknown'
  detail: string
  errors?: FieldError[]
}

export type Result<T> = { data: T; error: null } | { data: null; error: Failure }

export interface CallOptions {
  signal?: AbortSignal
  /** Makes a repeated write count once. */
  idempotency_key?: string
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** A 401 is only returned: nobody is signed out or sent away. */
  ignoreUnauthorized?: boolean
}

/** Whether the `exp` claim lies before now (seconds). What cannot be read counts as expired. */
export function isExpired(token: string, now = Date.now() / 1000): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload)) as { exp: number }
    return !(exp >= now)
  } catch {
    return true
  }
}

// Locks exist in secure contexts only; elsewhere one tab at least waits for itself.
let queue: Promise<unknown> = Promise.resolve()
function withTokenLock<T>(task: () => Promise<T>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition
  if (navigator.locks) return navigator.locks.request(TOKEN_KEY, task)
  const turn = queue.then(task, task)
  queue = turn.catch(() => {})
  return turn
}

/**
 * Exchanges the token for a fresh one, one tab at a time; the others find the new one in storage.
 * A refusal removes the token and gives null. Rejects when the server cannot be reached, or, with its answer, when it is busy.
 */
export function refreshToken(stale: string): Promise<string | null> {
  return withTokenLock(async () => {
    const stored = readToken()
    if (stored !== stale) return stored
    const { method, path } = endpoints['sessions.refresh']
    const response = await fetch(path, {
      method,
      headers: { authorization: `Bearer ${stale}`, 'content-type': 'application/json' },
      body: '{}',
    })
    if (response.status >= 500 || response.status === 429) throw response
    const token = response.ok ? (((await response.json()) as { token?: string }).token ?? null) : null
    // Somebody may have signed in or out meanwhile.
    if (readToken() === stale) writeToken(token)
    return readToken()
  })
}

/** Fills `{id}`, and puts the rest into the query string (GET, DELETE) or into a JSON body. */
function buildRequest(name: EndpointName, input: object): [path: string, init: RequestInit] {
  const { method, path: template } = endpoints[name]
  const rest: Record<string, string | number | boolean | undefined> = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(rest[key])
    delete rest[key]
    return encodeURIComponent(value)
  })
  const headers = { accept: 'application/json' }
  if (method === 'POST' || method === 'PUT') {
    return [path, { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(rest) }]
  }
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined) query.set(key, `${value}`)
  }
  return [query.size > 0 ? `${path}?${query}` : path, { method, headers }]
}

async function parseFailure(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => '')
  try {
    const problem = JSON.parse(text) as Partial<Failure & Pick<Problem, 'alias'>>
    if (typeof problem.code === 'string' && typeof problem.detail === 'string') {
      const { code, alias, detail, errors } = problem
      return { status: response.status, code: alias ?? code, detail, ...(errors && { errors }) }
    }
  } catch {
    // Not JSON: the text itself is the error.
  }
  const detail = text.trim().slice(0, 200) || `${response.status} ${response.statusText}`.trim()
  return { status: response.status, code: 'client.unknown', detail }
}

/** Sends a call with the token that was there when it was made; one whose time is over is refreshed first. */
export async function send(
  name: EndpointName,
  input: object,
  { signal, idempotency_key, keepalive, ignoreUnauthorized }: CallOptions,
  { stored, leaveTo: redirectTo }: { stored: string | null; leaveTo: (address: string) => void },
): Promise<Result<unknown>> {
  try {
    const token = stored !== null && isExpired(stored) ? await refreshToken(stored) : stored
    const [path, init] = buildRequest(name, input)
    const headers = new Headers(init.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    if (idempotency_key !== undefined) headers.set('idempotency-key', idempotency_key)
    const response = await fetch(path, { ...init, headers, keepalive: keepalive ?? false, signal: signal ?? null })
    // What is no JSON is sent as a file, and may be long.
    const isFile = response.headers.get('content-type')?.startsWith('text/csv') === true
    if (response.ok) return { data: await (isFile ? response.blob() : response.json()), error: null }
    if (response.status === 401 && !ignoreUnauthorized) {
      // Another tab may have signed in again since the request left.
      if (readToken() === token) writeToken(null)
      const currentPath = location.pathname + location.search
      redirectTo(`/signin?return=${encodeURIComponent(currentPath)}`)
    }
    return { data: null, error: await parseFailure(response) }
  } catch (error) {
    // The token could not be refreshed because the server is busy: it is kept, and the request was not sent.
    if (error instanceof Response) return { data: null, error: await parseFailure(error) }
    throw error
  }
}
