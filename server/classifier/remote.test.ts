import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { RemoteError } from '../outgoing/service.ts'
import { type Responder, respondJson, respondWith, sharedStubService } from '../test/stand-in.ts'
import { RemoteClassifier } from './remote.ts'

const right = { success: true, results: [{ categories: [{ name: 'Health', score: 0.9 }] }] }

describe('a classification service elsewhere', () => {
  const service = sharedStubService(respondJson(right))
  let moved = 0
  let remote: RemoteClassifier
  const clock = () => new Date(1_800_000_000_000 + moved)

  beforeEach(() => {
    service.asked.length = 0
    moved = 0
    remote = new RemoteClassifier({ url: service.url, clock, time_out: 30_000 })
  })

  const failure = async (answer: Promise<unknown>): Promise<RemoteError> => {
    const error: unknown = await answer.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof RemoteError)) throw new Error(`No RemoteError: ${String(error)}`)
    return error
  }

  it('is asked in the words of the specification, without credentials', async () => {
    service.behave(respondJson(right))
    expect(await remote.classify('My mother is ill')).toEqual([{ name: 'Health', score: 0.9 }])
    expect(service.asked).toMatchObject([{ url: '/api/classify' }])
    expect(service.asked[0]?.body).toEqual({ text: 'My mother is ill', _t: clock().getTime() })
    expect(service.asked[0]?.headers).not.toHaveProperty('authorization')
    expect(service.asked[0]?.headers).not.toHaveProperty('cookie')
  })

  it('is sent no half of a character', async () => {
    service.behave(respondJson(right))
    await remote.classify(`${'x'.repeat(5199)}🙏🙏`)
    expect(service.asked[0]?.body).toMatchObject({ text: 'x'.repeat(5199) })
  })

  it.each([
    ['names alone', { success: true, results: [{ categories: ['Health', 'Family'] }] }, ['Health', 'Family']],
    ['another member', { success: true, results: [{ categories: [{ category: 'Health' }] }] }, ['Health']],
    [
      'a score that is none',
      { success: true, results: [{ categories: [{ name: 'Health', score: 'high' }] }] },
      ['Health'],
    ],
    ['nothing that fits', { success: true, results: [{ categories: [] }] }, []],
    ['more than was asked', { ...right, predictions: 7, other: {} }, ['Health']],
  ])('may answer with %s', async (_, answer, names) => {
    service.behave(respondJson(answer))
    expect((await remote.classify('x')).map(({ name }) => name)).toEqual(names)
  })

  it.each<[string, string, Responder]>([
    ['HTML', 'html_answer', respondWith('<!DOCTYPE html><p>Welcome', { 'content-type': 'text/html; charset=utf-8' })],
    ['HTML that calls itself JSON', 'html_answer', respondWith('\n<html><body>hello</body></html>')],
    ['cut JSON', 'invalid_response', respondWith('{"success": true, "results": [{"categ')],
    ['JSON of another type', 'invalid_response', respondWith('{}', { 'content-type': 'text/plain' })],
    ['nothing', 'invalid_response', respondWith('')],
    ['very much', 'invalid_response', respondWith(`[${'1,'.repeat(400_000)}1]`)],
    [
      'a small body that unpacks to a huge one',
      'invalid_response',
      respondWith(gzipSync(Buffer.alloc(50_000_000, 0x20)), { 'content-encoding': 'gzip' }),
    ],
    ['JSON of great depth', 'invalid_format', respondWith('['.repeat(5000) + ']'.repeat(5000))],
    ['a list', 'invalid_format', respondJson([])],
    ['no results', 'invalid_format', respondJson({ success: true, results: [] })],
    ['results of another form', 'invalid_format', respondJson({ success: true, results: [{ labels: ['x'] }] })],
    ['nothing of success', 'invalid_format', respondJson({ results: right.results })],
    ['success as a word', 'invalid_format', respondJson({ ...right, success: 'yes' })],
    ['that it failed', 'failed', respondJson({ success: false, error: 'the model is not loaded' })],
    ['a redirect', 'server_error', respondWith('', { location: 'http://127.0.0.1:1/' }, 302)],
    ['status 500', 'server_error', respondWith('<h1>oops</h1>', { 'content-type': 'text/html' }, 500)],
    ['a broken connection', 'unreachable', (response) => response.destroy()],
  ])('that answers %s is told from the others: %s', async (_, expected, behaviour) => {
    service.behave(behaviour)
    expect((await failure(remote.classify('x'))).failure).toBe(expected)
    expect(service.asked).toHaveLength(1)
  })

  it('that refuses says with what, in two hundred characters on one line', async () => {
    service.behave(
      respondWith(`line one\r\n\u001b[31mline two ${'x'.repeat(500)}`, { 'content-type': 'text/plain' }, 503),
    )
    const { failure: kind, values } = await failure(remote.classify('x'))
    expect(kind).toBe('server_error')
    expect(values).toMatchObject({ status: '503', statusText: 'Service Unavailable' })
    expect(values?.preview).toHaveLength(200)
    expect(values?.preview).toMatch(/^line one \[31mline two x+$/)
  })

  it('that never answers is left after the time that is given to it', async () => {
    service.behave(() => undefined)
    const quick = new RemoteClassifier({ url: service.url, clock, time_out: 50 })
    expect((await failure(quick.classify('x'))).failure).toBe('timed_out')
  })

  it('that answers drop by drop is left then, too', async () => {
    service.behave((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"success":')
    })
    const quick = new RemoteClassifier({ url: service.url, clock, time_out: 100 })
    expect((await failure(quick.classify('x'))).failure).toBe('timed_out')
  })

  it('is no longer asked when whoever wanted to know has gone', async () => {
    const gone = new AbortController()
    service.behave(() => gone.abort())
    expect((await failure(remote.classify('x', gone.signal))).failure).toBe('cancelled')
  })

  it('that is not there cannot be connected to', async () => {
    const nowhere = new RemoteClassifier({ url: 'http://127.0.0.1:1', clock })
    expect((await failure(nowhere.classify('x'))).failure).toBe('unreachable')
  })

  it('is left alone for a minute after five failures in a row, then tried once', async () => {
    service.behave(respondJson({}, 500))
    for (let count = 0; count < 5; count += 1) await failure(remote.classify('x'))
    expect(remote.fault).toBeDefined()
    await failure(remote.classify('x'))
    expect(service.asked).toHaveLength(5)
    moved = 60_000
    expect(remote.fault).toBeUndefined()
    await failure(remote.classify('x'))
    expect(remote.fault).toBeDefined()
    moved = 120_000
    service.behave(respondJson(right))
    await remote.classify('x')
    service.behave(respondJson({}, 500))
    await failure(remote.classify('x'))
    expect(remote.fault).toBeUndefined()
  })

  it('says again how it failed while it is left alone, without a word of its answers', async () => {
    service.behave((response) =>
      response.writeHead(503, 'my dear John', { 'content-type': 'text/plain' }).end('my dear John'),
    )
    for (let count = 0; count < 4; count += 1) await failure(remote.classify('my dear John'))
    expect((await failure(remote.classify('x'))).values).toMatchObject({ preview: 'my dear John' })
    expect(await failure(remote.classify('x'))).toMatchObject({
      failure: 'server_error',
      values: { status: '503', statusText: 'Service Unavailable' },
    })
    expect((await failure(remote.classify('x'))).values).not.toHaveProperty('preview')
    expect(service.asked).toHaveLength(5)
    moved = 60_000
    service.behave((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
    await failure(remote.classify('x'))
    expect((await failure(remote.classify('x'))).failure).toBe('html_answer')
  })

  it('may lie below a path', async () => {
    service.behave(respondJson(right))
    await new RemoteClassifier({ url: `${service.url}/sorting`, clock }).classify('x')
    expect(service.asked).toMatchObject([{ url: '/sorting/api/classify' }])
  })
})

it.each([
  ['http://localhost:3001', undefined],
  ['http://127.0.0.1:3001/x', undefined],
  ['http://[::1]:3001', undefined],
  ['http://[::]:3001', undefined],
  ['http://0.0.0.0:3001', undefined],
  ['http://2130706433:3001', undefined],
  ['http://0177.0.0.1:3001', undefined],
  ['http://0x7f.1:3001', undefined],
  ['http://[::ffff:127.0.0.1]:3001', undefined],
  ['http://[::ffff:7f00:1]:3001', undefined],
  ['http://localhost.:3001', undefined],
  ['http://127.0.0.1.example.org', '127.0.0.1.example.org'],
  ['http://localhost.example.org', 'localhost.example.org'],
  ['http://[fe80::1]:3001', '[fe80::1]:3001'],
  ['http://[::ffff:10.0.0.1]:3001', '[::ffff:a00:1]:3001'],
  ['http://[64:ff9b::127.0.0.1]:3001', '[64:ff9b::7f00:1]:3001'],
  ['https://sort.example.org/classifier', 'sort.example.org'],
  ['https://user:secret@sort.example.org:8443', 'sort.example.org:8443'],
])('a classifier at %s is named %s to people', (url, service) =>
  expect(new RemoteClassifier({ url, clock: () => new Date() }).service).toBe(service),
)
