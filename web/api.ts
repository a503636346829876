import type { Access, EndpointName, Method } from '../contract/endpoints.ts'
import type { ErrorCode, FieldError } from '../contract/errors.ts'
import type { Call, Input, Output } from '../contract/schemas.ts'
import { loadEndpoints, readToken, usableToken, writeToken } from './token.ts'

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
  stay?: boolean
}

let leaveTo = (address: string): void => location.assign(address)
/** How to reach /signin without reloading the page; set by the auth provider. */
export const setLeave = (leave: typeof leaveTo): void => void (leaveTo = leave)

/** Fills `{id}`, and puts the rest into the query string (GET, DELETE) or into a JSON body. */
async function toRequest(name: EndpointName, input: object): Promise<[path: string, init: RequestInit]> {
  const { endpoints } = await loadEndpoints()
  const [method, template]: readonly [Method, string, Access] = endpoints[name]
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

async function toFailure(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => '')
  try {
    const problem = JSON.parse(text) as Partial<Failure>
    if (typeof problem.code === 'string' && typeof problem.detail === 'string') {
      const { code, detail, errors } = problem
      return { status: response.status, code, detail, ...(errors && { errors }) }
    }
  } catch {
    // Not JSON: the text itself is the error.
  }
  const detail = text.trim().slice(0, 200) || `${response.status} ${response.statusText}`.trim()
  return { status: response.status, code: 'client.unknown', detail }
}

/**
 * Calls the server with the reader's token. Never rejects: what went wrong is in `error`.
 * A 401 removes the token and sends the browser to /signin, which leads back to the page.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
  { signal, idempotency_key, keepalive, stay }: CallOptions = {},
): Promise<Result<Output<Name>>> {
  try {
    const token = await usableToken()
    const [path, init] = await toRequest(name, input)
    const headers = new Headers(init.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    if (idempotency_key !== undefined) headers.set('idempotency-key', idempotency_key)
    const response = await fetch(path, { ...init, headers, keepalive: keepalive ?? false, signal: signal ?? null })
    if (response.ok) return { data: (await response.json()) as Output<Name>, error: null }
    if (response.status === 401 && !stay) {
      // Another tab may have signed in again since the request left.
      if (readToken() === token) writeToken(null)
      const here = location.pathname + location.search
      leaveTo(`/signin?return=${encodeURIComponent(here)}`)
    }
    return { data: null, error: await toFailure(response) }
  } catch (error) {
    if (signal?.aborted) throw error
    // The token could not be refreshed because the server is busy: it is kept, and the request was not sent.
    if (error instanceof Response) return { data: null, error: await toFailure(error) }
    return { data: null, error: { status: 0, code: 'client.offline', detail: 'You seem to be offline.' } }
  }
}

/** The browser's way to answer a query: as `call`, but it rejects with the failure. */
export const browserCall: Call = async (name, input, options) => {
  const { data, error } = await call(name, input, options)
  if (error) throw error
  return data
}

/** A key for one submission, kept for its repetitions. `randomUUID` exists in secure contexts only. */
export const newIdempotencyKey = (): string =>
  // oxlint-disable-next-line typescript/no-unnecessary-condition
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')

/** Does what needs the password of the last minutes: asks for it when the server does, and tries again. */
export type Confirmed = <T>(act: () => Promise<Result<T>>) => Promise<Result<T>>
