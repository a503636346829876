import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import type { Problem } from '../../contract/errors.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { sendRaw } from '../test/raw.ts'

describe('bodies', () => {
  const app = sharedTestApp()
  let as: string
  beforeAll(async () => {
    as = await app.signIn('hannah')
  })

  const post = async (body: Buffer, type = 'application/json') => {
    const response = await app.fetch('/api/prayers', {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': type },
      body: new Uint8Array(body),
    })
    return { status: response.status, problem: (await response.json()) as Problem }
  }
  const json = '{"content":"Please pray"}'
  const countPrayers = async () => (await app.ctx.db.selectFrom('prayers').select('id').execute()).length

  it.each([
    ['a byte order mark', Buffer.from(`\uFEFF${json}`), 'request.not_utf8'],
    ['UTF-16', Buffer.from(json, 'utf16le'), undefined],
    [
      'UTF-16 with its mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json, 'utf16le')]),
      'request.not_utf8',
    ],
    ['Latin-1', Buffer.from('{"content":"Für Jörg"}', 'latin1'), 'request.not_utf8'],
    [
      'half a character',
      Buffer.from([...Buffer.from('{"content":"Please '), 0xf0, 0x9f, 0x22, 0x7d]),
      'request.not_utf8',
    ],
    [
      'an overlong form',
      Buffer.from([...Buffer.from('{"content":"Please '), 0xc0, 0xaf, 0x22, 0x7d]),
      'request.not_utf8',
    ],
    [
      'a surrogate in bytes',
      Buffer.from([...Buffer.from('{"content":"Please '), 0xed, 0xa0, 0x80, 0x22, 0x7d]),
      'request.not_utf8',
    ],
    ['a member twice', Buffer.from('{"content":"Please pray","content":"Please sing"}'), 'request.repeated_member'],
    [
      'a member twice with one value',
      Buffer.from('{"content":"Please pray","content":"Please pray"}'),
      'request.repeated_member',
    ],
    [
      'a member twice, once escaped',
      Buffer.from('{"visibility":"private","visibilit\\u0079":"public","content":"Please pray"}'),
      'request.repeated_member',
    ],
    [
      'a member twice further in',
      Buffer.from('{"content":"Please pray","x":[{"a":1,"b":{"c":1,"c":2}}]}'),
      'request.repeated_member',
    ],
  ])('with %s are refused, and nothing is stored', async (_, body, code) => {
    const before = await countPrayers()
    const { status, problem } = await post(body)
    expect(status).toBe(400)
    if (code !== undefined) expect(problem.code).toBe(code)
    expect(problem.detail.length).toBeGreaterThan(20)
    expect(await countPrayers()).toBe(before)
  })

  it.each([
    'application/json; charset=utf-16',
    'application/json;charset="ISO-8859-1"',
    'application/json; Charset=us-ascii',
    'application/json; charset=',
  ])('of %s are refused', async (type) => {
    const { status, problem } = await post(Buffer.from(json), type)
    expect([status, problem.code]).toEqual([415, 'request.unsupported_media_type'])
  })

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'of %s are read',
    async (type) => expect((await post(Buffer.from(json), type)).status).toBe(200),
  )

  it.each([
    ['colons, quotes and backslashes in texts', { content: 'a: "b": \\"c\\": \\\\' }],
    ['a backslash at the end', { content: 'Please pray \\' }],
    ['quotes only', { content: '""""::::"' }],
  ])('with %s are read as they are', async (_, input) => {
    const { id } = (await app.ask('prayers.create', input, { as })).data
    expect((await app.ask('prayers.one', { id }, { as })).data.content).toBe(input.content)
  })

  it('of every kind are told apart by whether a member is named twice', async () => {
    const twice = fc
      .record({ key: fc.string(), values: fc.tuple(fc.jsonValue(), fc.jsonValue()) })
      .filter(({ key }) => key !== '__proto__' && key !== 'constructor')
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), twice, async (value, { key, values: [one, other] }) => {
        const once = await post(Buffer.from(JSON.stringify({ content: value })))
        expect(once.problem.code).not.toBe('request.repeated_member')
        const name = JSON.stringify(key)
        const repeated = `{"x":[{${name}:${JSON.stringify(one)},${name}:${JSON.stringify(other)}}]}`
        const { status, problem } = await post(Buffer.from(repeated))
        // A member of a prototype inside of a value is refused first.
        expect([status, problem.code]).toEqual([400, expect.stringMatching(/^request\.(repeated_member|malformed)$/)])
      }),
      { seed: 2026, numRuns: 200 },
    )
  })

  it.each([
    ['a list', `{"content":"Please pray","categoryIds":[${Array.from({ length: 10_001 }, () => 1).join()}]}`],
    ['an object', `{"content":"Please pray",${Array.from({ length: 10_000 }, (_, index) => `"m${index}":1`).join()}}`],
    ['a list further in', `{"content":"Please pray","x":[{"y":[${Array.from({ length: 10_001 }, () => 1).join()}]}]}`],
  ])('with more values in %s than any schema takes are refused before one looks at them', async (_, body) => {
    const before = await countPrayers()
    const { status, problem } = await post(Buffer.from(body))
    expect([status, problem.code]).toEqual([413, 'request.too_large'])
    expect(await countPrayers()).toBe(before)
  })

  it('of deep nests and many members are counted without an overflow', async () => {
    const deep = Buffer.from(`{"content":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
    expect((await post(deep)).status).toBe(400)
    const wide = Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`m${index}`, index]))
    expect((await post(Buffer.from(JSON.stringify({ content: 'Please', ...wide })))).status).toBe(200)
  })

  it.each(Object.entries(endpoints).filter(([, { method }]) => method !== 'GET'))(
    'without a byte are an empty object at %s',
    async (_, { method, path }) => {
      const target = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
      const { host } = new URL(app.url)
      for (const length of [['Content-Length: 0'], []]) {
        const { body } = await sendRaw(app.url, [
          `${method} ${target} HTTP/1.1`,
          `Host: ${host}`,
          'Content-Type: application/json',
          ...length,
        ])
        expect(body).not.toMatch(/request\.(malformed|unsupported_media_type)/)
      }
    },
  )
})
