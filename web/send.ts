import { endpoints, type EndpointName } from '../contract/endpoints.ts'
import type { ErrorCode, FieldError, Problem } from '../contract/errors.ts'
import { hasLostToken, parseToken, readToken, TOKEN_KEY, writeToken } from './token.ts'

// Separate from `api.ts`, because the first page of a visitor makes no call: the first call loads this file, and with
// it the list of all endpoints, which grows with the product.

/** A failure as the pages use it: a `Problem`, or an answer that is not one, or none at all (`status` 0). */
export interface Failure {
  status: number
  code: ErrorCode | 'client.blocked' | 'client.load' | 'client.offline' | 'client.unknown' | 'client.backend'
  detail: string
  errors?: FieldError[]
  /** Seconds until another try may succeed, where the server says so. */
  retry_after?: number
}

export type Result<T> = { data: T; error: null } | { data: null; error: Failure }

export interface CallOptions {
  signal?: AbortSignal
  /** Makes retries of a write count once. */
  idempotency_key?: string
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** Sent as it is, expired or not, in place of the reader's. */
  token?: string
  /** A 401 is only returned: the reader is not signed out or redirected. */
  ignoreUnauthorized?: boolean
}

/**
 * Time without an answer after which a call counts as lost, in milliseconds: a connection can be dead without anybody
 * knowing. The server ends one that is silent for a minute.
 */
const ANSWER_TIMEOUT_MS = 75_000
/** The same for a new token, which the server gives a second time for half a minute only. */
const REFRESH_TIMEOUT_MS = 12_000

/** Seconds by which the clock of the device is ahead of the server's, as the last token that arrived has shown. */
let clockIsAhead = 0
/** Returns the time by the server's clock, as far as this page knows it, in seconds since the epoch. */
const serverSeconds = (): number => Date.now() / 1000 - clockIsAhead

/** True if the `exp` claim lies before `now` (seconds). An unreadable token counts as expired. */
export const isExpired = (token: string, now = serverSeconds()): boolean => !((parseToken(token).exp ?? 0) >= now)

// Locks exist in secure contexts only; elsewhere the tasks of one tab at least run one after another.
let queue: Promise<unknown> = Promise.resolve()
function withTokenLock<T>(task: () => Promise<T>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition
  if (navigator.locks) return navigator.locks.request(TOKEN_KEY, task)
  const turn = queue.then(task, task)
  queue = turn.catch(() => {})
  return turn
}

/** Asks for a fresh token by an old one, or by the cookies. */
async function askForToken(old: string | null): Promise<{ response: Response; token: string | null }> {
  const { method, path } = endpoints['sessions.refresh']
  const response = await fetch(path, {
    method,
    headers: {
      ...(old !== null && { authorization: `Bearer ${old}` }),
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: '{}',
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
  })
  return { response, token: response.ok ? (((await response.json()) as { token?: string }).token ?? null) : null }
}

/**
 * Exchanges the token, or the cookies for one that was lost, for a fresh one, one tab at a time; the other tabs find the new
 * one in storage. A refusal removes the token and returns null. Rejects when the server cannot be reached, or, with its
 * response, when it is busy.
 */
export async function refreshToken(stale: string | null): Promise<string | null> {
  // A visitor has none, and waits for nothing.
  if (stale === null && !hasLostToken()) return readToken()
  return await withTokenLock(async () => {
    const stored = readToken()
    if (stored !== stale || (stale === null && !hasLostToken())) return stored
    // The answer may be lost. Later than at once the old token would count as copied, and the session would end.
    const { response, token } = await askForToken(stale).catch(() => askForToken(stale))
    if (response.status >= 500 || response.status === 429) throw response
    const now = Date.now() / 1000
    if (token !== null) clockIsAhead = now - (parseToken(token).iat ?? now)
    // The reader may have signed in or out meanwhile.
    if (stale === null ? hasLostToken() : readToken() === stale) writeToken(token)
    return readToken()
  })
}

/**
 * Returns the successor of a token that the server has refused: too old, where the clock of the device is slow. Null when its
 * session has ended, or another has begun since.
 */
async function successorOf(refused: string): Promise<string | null> {
  const fresh = await refreshToken(refused)
  return fresh !== null && parseToken(fresh).sid === parseToken(refused).sid ? fresh : null
}

/** Fills in `{id}`, and puts the rest into the query string (GET, DELETE) or into a JSON body. */
function buildRequest(name: EndpointName, input: object): [path: string, init: RequestInit & { body?: string }] {
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
  // Not `size`, which Safari before 17 does not know.
  const text = query.toString()
  return [text === '' ? path : `${path}?${text}`, { method, headers }]
}

async function parseFailure(response: Response): Promise<Failure> {
  const retry_after = Number(response.headers.get('retry-after') ?? 0)
  // A date, as some that stand between write it, is no number.
  const wait = retry_after > 0 && { retry_after }
  const text = await response.text().catch(() => '')
  try {
    const problem = JSON.parse(text) as Partial<Failure & Pick<Problem, 'alias'>>
    if (typeof problem.code === 'string' && typeof problem.detail === 'string') {
      const { code, alias, detail, errors } = problem
      return { status: response.status, code: alias ?? code, detail, ...(errors && { errors }), ...wait }
    }
  } catch {
    // Not JSON: the text itself is the error message.
  }
  const detail = text.trim().slice(0, 200) || `${response.status} ${response.statusText}`.trim()
  return { status: response.status, code: 'client.unknown', detail, ...wait }
}

/** Reads the answer of a call: JSON, or a file, which may be long. Whatever stands between may answer anything. */
async function parseAnswer(response: Response): Promise<Result<unknown>> {
  if (response.headers.get('content-disposition')?.startsWith('attachment') === true)
    return { data: await response.blob(), error: null }
  const text = await response.text()
  try {
    return { data: JSON.parse(text) as unknown, error: null }
  } catch {
    const detail = 'There was a problem connecting to our backend service'
    return { data: null, error: { status: 502, code: 'client.backend', detail } }
  }
}

/** The token whose end has led to /signin: its other calls, however late they are answered, do not lead there again. */
let endedToken: string | null = null

/**
 * Ends the session of a call that got a 401, once. A call of an earlier session changes nothing: the reader has signed
 * in again, here or in another tab.
 */
function endSession(stored: string | null, sent: string | null, leaveToSignIn: () => void): void {
  const current = readToken()
  if (current !== null && current !== sent) return
  if (stored !== null && stored === endedToken) return
  endedToken = stored
  writeToken(null)
  leaveToSignIn()
}

declare global {
  interface WindowEventMap {
    /** Somebody acted on a request, named by its id, which the server does not find any more. */
    prayergone: CustomEvent<string>
  }
}

/** Tells the page that the request which somebody acted on is gone: no live event tells it of an anonymous one. */
function tellIfGone(name: EndpointName, input: { id?: string; prayerId?: string; prayer_request_id?: string }): void {
  const detail = input.prayer_request_id ?? input.prayerId ?? input.id
  // A query says it by itself.
  if (endpoints[name].method !== 'GET' && detail !== undefined) dispatchEvent(new CustomEvent('prayergone', { detail }))
}

/**
 * Sends a call with the token that was stored when it was made; refreshes an expired one first. A call whose token is
 * refused is sent once more, with the token's successor: the server has done nothing for the first.
 */
export async function send(
  name: EndpointName,
  input: object,
  { signal, idempotency_key, keepalive, token: named, ignoreUnauthorized }: CallOptions,
  { stored, leaveToSignIn }: { stored: string | null; leaveToSignIn: () => void },
): Promise<Result<unknown>> {
  const limit = new AbortController()
  const giveUp = (): void => limit.abort()
  let timer: ReturnType<typeof setTimeout> | undefined
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  try {
    let token = named ?? (stored === null || isExpired(stored) ? await refreshToken(stored) : stored)
    const [path, init] = buildRequest(name, input)
    const headers = new Headers(init.headers)
    if (idempotency_key !== undefined) headers.set('idempotency-key', idempotency_key)
    // A long body takes long to send. The server may work for minutes on what an administrator asks, and on an export.
    if (endpoints[name].access !== 'admin' && name !== 'exports.make')
      timer = setTimeout(giveUp, ANSWER_TIMEOUT_MS + (init.body?.length ?? 0))
    const ask = (): Promise<Response> => {
      if (token !== null) headers.set('authorization', `Bearer ${token}`)
      return fetch(path, { ...init, headers, keepalive: keepalive ?? false, signal: limit.signal })
    }
    let response = await ask()
    if (response.status === 401 && !ignoreUnauthorized && token !== null) {
      const next = await successorOf(token)
      if (next !== null) {
        token = next
        response = await ask()
      }
    }
    if (response.ok) return await parseAnswer(response)
    if (response.status === 401 && !ignoreUnauthorized) endSession(stored, token, leaveToSignIn)
    const error = await parseFailure(response)
    // It may be the line that is gone, put away in another tab, and not the request.
    if (error.code === 'prayers.not_found' && name !== 'prayers.delete_line') tellIfGone(name, input)
    return { data: null, error }
  } catch (error) {
    // The token could not be refreshed because the server is busy: it is kept, and the request was not sent.
    if (error instanceof Response) return { data: null, error: await parseFailure(error) }
    throw error
  } finally {
    clearTimeout(timer)
  }
}
