import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errors } from '../../contract/errors.ts'
import { type TestApp, startTestApp } from '../test/app.ts'
import { toFieldErrors, toProblem } from './errors.ts'

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

describe('problems', () => {
  it('are at most 4 KB, and name the first of many fields', () => {
    const fields = Array.from({ length: 500 }, (_, index) => ({
      path: `ids.${index}.${'ü'.repeat(40)}`,
      code: 'not_allowed' as const,
      detail: 'This value is not one of those that can be chosen here.',
    }))
    const problem = toProblem({ code: 'request.invalid', fields })
    expect(sizeOf(problem)).toBeLessThanOrEqual(4096)
    expect(sizeOf(problem)).toBeGreaterThan(3500)
    expect(problem.errors).toEqual(fields.slice(0, problem.errors?.length))
    const values = { status: '500', statusText: 'x'.repeat(9000), preview: '€'.repeat(9000) }
    expect(sizeOf(toProblem({ code: 'classifications.server_returned', fields, values }))).toBeLessThanOrEqual(4096)
  })

  it('have one error for all unknown members, which names them', () => {
    const schema = z.strictObject({
      content: z.string(),
      parts: z.array(z.strictObject({ id: z.string() })).optional(),
    })
    const errorsOf = (input: object) => {
      const { error } = schema.safeParse(input)
      return error ? toFieldErrors(error, input) : []
    }
    expect(errorsOf({ content: 'x', role: 'admin' })).toEqual([
      { path: 'role', code: 'unknown_member', detail: 'There is no such field here.' },
    ])
    const parts = Array.from({ length: 300 }, (_, index) => ({ id: 'x', [`own${index}`]: 1 }))
    expect(errorsOf({ a: 1, b: 2, parts })).toEqual([
      { path: 'content', code: 'required', detail: 'Please fill this in.' },
      {
        path: expect.stringMatching(/^(a|parts\.0\.own0)$/) as string,
        code: 'unknown_member',
        detail: expect.stringMatching(/^There are no such fields here: .*parts\.0\.own0.*, …$/) as string,
      },
    ])
    const long = errorsOf({ content: 'x', ['y'.repeat(9000)]: 1, ['z'.repeat(9000)]: 1 })
    expect(sizeOf(long)).toBeLessThan(1000)
  })
})

describe('errors over HTTP', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  const ask = async (accept: string | undefined, path = '/api/auth/session') => {
    const response = await app.fetch(path, accept === undefined ? {} : { headers: { accept } })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/problem+json',
    'application/*;q=0.5',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/plain, application/json;q=0.1',
  ])('are problems for who accepts %s', async (accept) => {
    const { status, type, text } = await ask(accept)
    expect([status, type]).toEqual([401, 'application/problem+json; charset=utf-8'])
    expect(JSON.parse(text)).toMatchObject({ code: 'sessions.required' })
  })

  it.each([
    'text/plain',
    'text/html',
    'text/*',
    'text/html, application/xhtml+xml',
    'text/plain, application/json;q=0',
  ])('are a sentence for who accepts %s only', async (accept) => {
    for (const [path, code, status] of [
      ['/api/auth/session', 'sessions.required', 401],
      ['/api/prayers/nonsense', 'prayers.invalid_id', 400],
      ['/api/nothing', 'request.not_found', 404],
      ['/api/%zz', 'request.malformed', 400],
      ['/%61pi/prayers', 'request.bad_address', 400],
    ] as const) {
      expect(await ask(accept, path)).toEqual({ status, type: 'text/plain; charset=utf-8', text: errors[code][1] })
    }
  })

  it('stay below 4 KB, whatever was sent', async () => {
    const as = await app.signIn('hannah')
    const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`member_${index}`, index]))
    const ids = Array.from({ length: 2000 }, () => 'nonsense')
    for (const answer of [
      await app.ask('prayers.create', wide, { as }),
      await app.ask('prayers.delete_batch', { ids }, { as }),
      await app.ask('prayers.list', Object.fromEntries(Object.entries(wide).slice(0, 500)), { as }),
    ]) {
      expect(answer.status).toBe(400)
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(4096)
      expect(answer.problem.errors?.filter(({ code }) => code === 'unknown_member').length).toBeLessThanOrEqual(1)
    }
  })
})
