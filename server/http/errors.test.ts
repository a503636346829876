import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import { flag, languages, text as line, time, uuid, uuids } from '../../contract/fields.ts'
import { newTestApp, sharedTestApp } from '../test/shared-app.ts'
import { sendRaw } from '../test/raw.ts'
import { toFieldErrors, toProblem } from './errors.ts'

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

describe('problems', () => {
  it('are at most 4 KB, and name the first of many fields', () => {
    const fields = Array.from({ length: 500 }, (_, index) => ({
      path: `ids.${index}.${'ü'.repeat(40)}`,
      code: 'not_allowed' as const,
      detail: 'Please choose one of the values offered here.',
    }))
    const problem = toProblem({ code: 'request.invalid', fields })
    expect(sizeOf(problem)).toBeLessThanOrEqual(4096)
    expect(sizeOf(problem)).toBeGreaterThan(3500)
    expect(problem.errors).toEqual(fields.slice(0, problem.errors?.length))
    const values = { status: '500', statusText: 'x'.repeat(9000), preview: '€'.repeat(9000) }
    expect(sizeOf(toProblem({ code: 'classifications.server_returned', fields, values }))).toBeLessThanOrEqual(4096)
  })

  it('offer no choice for an id or a time that is written wrongly', () => {
    const input = { id: 'nonsense', at: 'tomorrow' }
    const { error } = z.object({ id: uuid, at: time }).safeParse(input)
    expect(toFieldErrors(error!, input)).toEqual([
      { path: 'id', code: 'not_allowed', detail: 'This isn’t written as it must be.' },
      { path: 'at', code: 'not_allowed', detail: 'This isn’t written as it must be.' },
    ])
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
      { path: 'role', code: 'unknown_member', detail: 'This field doesn’t exist here.' },
    ])
    const parts = Array.from({ length: 300 }, (_, index) => ({ id: 'x', [`own${index}`]: 1 }))
    expect(errorsOf({ a: 1, b: 2, parts })).toEqual([
      { path: 'content', code: 'required', detail: 'Please fill this in.' },
      {
        path: expect.stringMatching(/^(a|parts\.0\.own0)$/) as string,
        code: 'unknown_member',
        detail: expect.stringMatching(/^These fields don’t exist here: .*parts\.0\.own0.*, …$/) as string,
      },
    ])
    const long = errorsOf({ content: 'x', ['y'.repeat(9000)]: 1, ['z'.repeat(9000)]: 1 })
    expect(sizeOf(long)).toBeLessThan(1000)
  })
})

describe('sentences', () => {
  const codes = Object.keys(errors) as ErrorCode[]

  it.each(languages)('are there for every error in %s', async (language) => {
    const sentenceOf = async (code: ErrorCode): Promise<unknown> => {
      if (language === 'en') return errors[code][1]
      const file = new URL(`../../messages/${language}/errors.json`, import.meta.url)
      const catalogue = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, unknown>>
      const [group = '', name = ''] = code.split('.')
      return catalogue[group]?.[name]
    }
    for (const code of codes) {
      const sentence = await sentenceOf(code)
      expect([code, sentence]).toEqual([code, expect.stringMatching(/\p{L}{2}|\p{Lo}/u)])
    }
  })

  it('are never empty, also when a value that they name is not known', () => {
    for (const code of codes) {
      for (const values of [undefined, {}, { status: '500', statusText: '', preview: '' }]) {
        expect([code, toProblem({ code, fields: undefined, values }).detail]).toEqual([
          code,
          expect.stringMatching(/\p{L}{3}/u),
        ])
      }
    }
  })

  it('are there for every kind of wrong member, in every language', async () => {
    const shape = z.strictObject({
      required: z.string(),
      too_short: line({ min: 3, max: 9 }),
      too_long: line({ min: 0, max: 3 }),
      not_allowed: z.enum(['a']),
      unreadable: line({ min: 0, max: 9 }),
      wrong_type: z.string(),
      repeated: z.string(),
      number: z.int().min(3),
      id: uuid,
      at: time,
      ids: uuids({ max: 2 }),
      flag,
      choice: z.union([z.string(), z.number()]),
    })
    const input = {
      too_short: 'a',
      too_long: 'aaaa',
      not_allowed: 'b',
      unreadable: 'Lena \ud83d',
      wrong_type: 5,
      repeated: ['a'],
      number: 1,
      id: 'x',
      at: 'x',
      ids: ['x'],
      flag: 'x',
      choice: null,
      more: 1,
    }
    const { error } = shape.safeParse(input)
    const fields = error ? toFieldErrors(error, input) : []
    expect(new Set(fields.map(({ code }) => code))).toEqual(
      new Set([
        'required',
        'too_short',
        'too_long',
        'not_allowed',
        'unreadable',
        'wrong_type',
        'unknown_member',
        'repeated',
      ]),
    )
    for (const field of fields) expect([field.path, field.detail]).toEqual([field.path, expect.stringMatching(/\w{3}/)])
    for (const language of languages) {
      const file = new URL(`../../messages/${language}/forms.json`, import.meta.url)
      const { field } = JSON.parse(await readFile(file, 'utf8')) as { field: Record<string, string> }
      for (const kind of ['required', 'too_short', 'too_long', 'passed', 'unreadable', 'wrong'])
        expect([language, kind, field[kind]]).toEqual([language, kind, expect.stringMatching(/\p{L}{2}|\p{Lo}/u)])
    }
  })
})

describe('errors over HTTP', () => {
  const app = sharedTestApp()

  const ask = async (accept: string) => {
    const response = await app.fetch('/api/auth/session', { headers: { accept } })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }

  it.each([
    'application/json',
    'application/problem+json',
    'application/*;q=0.5',
    'application/json, text/plain, */*',
    'text/plain, application/json;q=0.1',
  ])('are problems for who accepts %s', async (accept) => {
    const { status, type, text } = await ask(accept)
    expect([status, type]).toEqual([401, 'application/problem+json; charset=utf-8'])
    expect(JSON.parse(text)).toMatchObject({ code: 'sessions.required' })
  })

  // An empty one is sent as none.
  const plain = [
    '',
    '*/*',
    'text/plain',
    'text/html',
    'text/*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/plain, application/json;q=0',
  ]
  const body = (text: string, type = 'application/json') => ({ body: text, 'content-type': type })
  const kinds: [code: ErrorCode, method: string, path: string, sent?: { body: string; 'content-type': string }][] = [
    ['request.invalid', 'POST', '/api/prayers', body('{}')],
    ['request.malformed', 'POST', '/api/prayers', body('{"content":')],
    ['request.malformed', 'GET', '/api/%zz'],
    ['request.not_utf8', 'POST', '/api/prayers', body('\uFEFF{}')],
    ['request.repeated_member', 'POST', '/api/prayers', body('{"content":"a","content":"b"}')],
    ['request.bad_address', 'GET', '/%61pi/prayers'],
    ['prayers.invalid_id', 'GET', '/api/prayers/nonsense'],
    ['sessions.required', 'GET', '/api/events'],
    ['request.forbidden', 'GET', '/api/users'],
    ['prayers.not_found', 'GET', '/api/prayers/00000000-0000-4000-8000-000000000000'],
    ['request.not_found', 'GET', '/api/nothing'],
    ['request.method_not_allowed', 'PATCH', '/api/prayers'],
    ['request.too_large', 'POST', '/api/prayers', body(JSON.stringify({ content: 'x'.repeat(200_000) }))],
    ['request.unsupported_media_type', 'POST', '/api/prayers', body('Please pray', 'text/plain')],
    ['groups.name_taken', 'POST', '/api/groups', body('{"name":"The circle"}')],
  ]
  it.each(plain)('are a sentence for who accepts "%s"', async (accept) => {
    const as = await app.signIn('hannah')
    await app.ask('groups.create', { name: 'The circle' }, { as })
    for (const [code, method, path, { body: sent = '', 'content-type': type = '' } = {}] of kinds) {
      const {
        status,
        headers,
        body: text,
      } = await sendRaw(
        app.url,
        [
          `${method} ${path} HTTP/1.1`,
          `Host: ${new URL(app.url).host}`,
          ...(code === 'sessions.required' ? [] : [`Authorization: Bearer ${as}`]),
          ...(type === '' ? [] : [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(sent)}`]),
        ],
        sent,
        { accept },
      )
      expect({ code, status, type: headers.get('content-type'), text }).toEqual({
        code,
        status: errors[code][0],
        type: 'text/plain; charset=utf-8',
        text: errors[code][1],
      })
    }
  })

  it('are a sentence when nothing is said about what is accepted, and say when to try again', async () => {
    const limited = await newTestApp({ limit_scale: 0.001 })
    const host = new URL(limited.url).host
    const last = async () =>
      await sendRaw(limited.url, ['GET /api/categories HTTP/1.1', `Host: ${host}`], '', { accept: null })
    let answer = await last()
    for (let count = 0; count < 10 && answer.status === 200; count += 1) answer = await last()
    expect([answer.status, answer.body]).toEqual([429, errors['request.too_many'][1]])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
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
