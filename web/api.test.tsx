import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserCall, call } from './api.ts'
import { createQueryClient, endpointQuery } from './query.ts'
import { json, makePrayer, problem, mockServer } from './test.tsx'

beforeEach(() => localStorage.clear())
const { id } = makePrayer()

describe('what call sends', () => {
  it('fills the path and puts the rest into the query, without what is undefined', async () => {
    const fetched = mockServer({ 'GET /api/categories/c1/prayers': () => json({}) })
    await call('prayers.in_category', { id: 'c1', page: 2, view: undefined, cursor: 'a b' })
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/categories/c1/prayers?page=2&cursor=a+b')
  })

  it('sends a body as JSON, without what is in the path', async () => {
    let sent: unknown
    mockServer({
      [`PUT /api/prayers/${id}`]: ({ body, headers }) => ((sent = [body, headers.get('content-type')]), json({})),
    })
    await call('prayers.edit', { id, content: 'Thank you' })
    expect(sent).toEqual([{ content: 'Thank you' }, 'application/json'])
  })

  it('names a repeated write', async () => {
    let key: string | null = null
    mockServer({
      [`POST /api/prayers/${id}/pray`]: ({ headers }) => ((key = headers.get('idempotency-key')), json({})),
    })
    await call('prayers.pray', { id }, { idempotency_key: 'once' })
    expect(key).toBe('once')
  })
})

describe('what call makes of an answer', () => {
  it('gives the data of a success', async () => {
    mockServer({ 'GET /api/categories': () => json([{ id: 'c1' }]) })
    expect(await call('categories.list', {})).toEqual({ data: [{ id: 'c1' }], error: null })
  })

  it('gives code, sentence and fields of a problem', async () => {
    const errors = [{ path: 'content', code: 'too_short', detail: 'x', minimum: 3 }]
    mockServer({ 'POST /api/prayers': () => problem(400, 'request.invalid', { errors }) })
    const { data, error } = await call('prayers.create', { content: '' })
    expect(data).toBeNull()
    expect(error).toEqual({ status: 400, code: 'request.invalid', detail: 'Sentence of request.invalid', errors })
  })

  it('makes the text of any other answer the error, cut to 200 characters', async () => {
    mockServer({ 'GET /api/categories': () => new Response('x'.repeat(500), { status: 502 }) })
    const { error } = await call('categories.list', {})
    expect(error).toEqual({ status: 502, code: 'client.unknown', detail: 'x'.repeat(200) })
  })

  it('says that the reader seems to be offline when there is no answer', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const { error } = await call('categories.list', {})
    expect(error).toMatchObject({ status: 0, code: 'client.offline', detail: 'You seem to be offline.' })
  })

  it('rejects when the request was given up', async () => {
    const controller = new AbortController()
    controller.abort()
    await expect(call('categories.list', {}, { signal: controller.signal })).rejects.toThrow()
  })
})

describe('a connection that died without an answer', () => {
  const die = () => Promise.reject(new TypeError('Failed to fetch'))

  it('is tried once more for a read', async () => {
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementationOnce(die)
      .mockImplementation(() => Promise.resolve(json([])))
    await expect(createQueryClient(browserCall).query(endpointQuery('categories.list', {}))).resolves.toEqual([])
    expect(fetched).toHaveBeenCalledTimes(2)
    fetched.mockImplementation(die)
    await expect(createQueryClient(browserCall).query(endpointQuery('categories.list', {}))).rejects.toMatchObject({
      status: 0,
    })
    expect(fetched).toHaveBeenCalledTimes(4)
  })

  it('is not tried again where the browser is offline, nor for a write', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(die)
    expect((await call('prayers.pray', { id })).error).toMatchObject({ status: 0 })
    expect(fetched).toHaveBeenCalledTimes(1)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await expect(createQueryClient(browserCall).query(endpointQuery('categories.list', {}))).rejects.toMatchObject({
      status: 0,
    })
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})

describe('a connection that is dead, and nobody knows', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  /** Answers nothing until a call is given up. */
  const hang = (_: unknown, { signal }: RequestInit = {}) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
    })

  it('is told after a while, as that of a browser that is offline', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(hang)
    const answer = call('prayers.pray', { id })
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(80_000)
    expect((await answer).error).toMatchObject({ status: 0, code: 'client.offline' })
  })

  it('is told too when the answer breaks off in its midst', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((_, { signal } = {}) => {
      const begin = (stream: ReadableStreamDefaultController) =>
        signal?.addEventListener('abort', () => stream.error(new DOMException('given up', 'AbortError')))
      return Promise.resolve(new Response(new ReadableStream({ start: begin })))
    })
    const answer = call('categories.list', {})
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(80_000)
    expect((await answer).error).toMatchObject({ status: 0, code: 'client.offline' })
  })

  it('gives what is long the time to be sent', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(hang)
    const onEnd = vi.fn()
    const answer = call('speech.recognize', { audio: 'x'.repeat(100_000), language: 'en' }).finally(onEnd)
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(160_000)
    expect(onEnd).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await answer).error).toMatchObject({ status: 0 })
  })

  it('is not supposed where the work itself may take minutes', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(hang)
    const onEnd = vi.fn()
    const page = new AbortController()
    const answer = call('backups.read', { name: 'b' }, { signal: page.signal }).finally(onEnd)
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(onEnd).not.toHaveBeenCalled()
    page.abort()
    await expect(answer).rejects.toThrow('given up')
  })
})
