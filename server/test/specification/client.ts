import { expect } from 'vitest'
import type { z } from 'zod'
import type { SpecifiedCall } from './calls.ts'

interface Envelope {
  data: unknown
  error: string | null
}

export interface CallOptions {
  /** The parts of the path in braces. */
  path?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: object
}

/**
 * A client written from the specification: section 7 says how it calls, section 4 what it does with its token, section 8
 * what becomes an error. The rest it was told in `decided.ts`.
 */
export class SpecifiedClient {
  /** The browser stores it under `auth_token`. */
  token: string | undefined
  /** True once a 401 has sent it to /signin. */
  isSentToSignIn = false
  readonly made = new Set<SpecifiedCall>()
  readonly #url: string
  readonly #clock: () => Date

  constructor(url: string, clock: () => Date) {
    this.#url = url
    this.#clock = clock
  }

  /** Makes a call that succeeds, and returns its data, in the shape of section 3. */
  async call<Shape extends z.ZodType>(
    name: SpecifiedCall,
    shape: Shape,
    options: CallOptions = {},
  ): Promise<z.output<Shape>> {
    const { data, error } = await this.#send(name, options)
    expect(error, name).toBeNull()
    const parsed = shape.safeParse(data)
    expect(parsed.error?.issues ?? [], `${name} answered ${JSON.stringify(data)?.slice(0, 2000)}`).toEqual([])
    this.made.add(name)
    return parsed.data as z.output<Shape>
  }

  /** Makes a call that fails, and returns what becomes the error. */
  async refused(name: SpecifiedCall, options: CallOptions = {}): Promise<string> {
    const { data, error } = await this.#send(name, options)
    expect(data, name).toBeNull()
    return error ?? ''
  }

  async #send(name: SpecifiedCall, options: CallOptions): Promise<Envelope> {
    if (this.token !== undefined && name !== 'POST /api/auth/refresh' && this.#isExpired(this.token)) {
      const { data } = await this.#request('POST /api/auth/refresh', {})
      this.token = (data as { token?: string } | null)?.token
    }
    return await this.#request(name, options)
  }

  #isExpired(token: string): boolean {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
    return exp < this.#clock().getTime() / 1000
  }

  async #request(name: SpecifiedCall, { path = {}, query = {}, body }: CallOptions): Promise<Envelope> {
    const [method = '', pattern = ''] = name.split(' ')
    const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ''))
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
    // The classifier is asked from anywhere, without credentials.
    const isElsewhere = pattern === '/api/classify'
    const answer = await fetch(`${this.#url}${filled}${search && `?${search}`}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.token !== undefined && !isElsewhere && { authorization: `Bearer ${this.token}` }),
        ...(isElsewhere && { origin: 'https://elsewhere.example' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status === 401) {
      this.token = undefined
      this.isSentToSignIn = true
      return { data: null, error: 'Authentication failed' }
    }
    const text = await answer.text()
    if (!answer.ok) return { data: null, error: sentenceOf(text, answer.headers.get('content-type')) }
    if (isElsewhere) expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    return { data: JSON.parse(text) as unknown, error: null }
  }
}

/** The text of the answer, and of a problem document its sentence: see `decided`. */
function sentenceOf(text: string, type: string | null): string {
  if (!type?.startsWith('application/problem+json')) return text
  const { detail, errors } = JSON.parse(text) as { detail: string; errors?: { path: string; detail: string }[] }
  expect(detail.length).toBeGreaterThan(0)
  return errors ? `${detail} ${JSON.stringify(errors)}` : detail
}
