import { type ClientRequest, get } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { sharedTestApp } from '../../test/shared-app.ts'
import { Gate } from './gate.ts'

/** Work that runs until the test completes it. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>()
  const state = { begun: false }
  const begin = (): Promise<string> => {
    state.begun = true
    return promise
  }
  return { begin, done: () => resolve('done'), state }
}

/** Uses every slot, so that the next request must wait. Returns a function that frees them. */
async function takeEveryPlace(gate: Gate): Promise<() => Promise<void>> {
  const works = Array.from({ length: 32 }, work)
  const passes = works.map((one) => gate.run(one.begin))
  await expect.poll(() => works.every(({ state }) => state.begun)).toBe(true)
  return async () => {
    for (const one of works) one.done()
    await Promise.all(passes)
  }
}

/** Uses every slot and fills the queue. Returns a function that frees them. */
async function fill(gate: Gate): Promise<() => Promise<void>> {
  const works: ReturnType<typeof work>[] = []
  const passes: Promise<unknown>[] = []
  for (let isFull = false; !isFull;) {
    const one = work()
    const pass = gate.run(one.begin)
    passes.push(pass)
    works.push(one)
    const sentAway = pass.then(
      () => false,
      () => true,
    )
    isFull = await Promise.race([sentAway, turn().then(() => false)])
  }
  return async () => {
    for (const one of works) one.done()
    await Promise.allSettled(passes)
  }
}

describe('the gate', () => {
  it('lets the first in at once, and the next in the next turn', async () => {
    const gate = new Gate()
    const [first, second] = [work(), work()]
    const [one, other] = [gate.run(first.begin), gate.run(second.begin)]
    expect([first.state.begun, second.state.begun]).toEqual([true, false])
    await turn()
    expect(second.state.begun).toBe(true)
    first.done()
    second.done()
    expect(await Promise.all([one, other])).toEqual(['done', 'done'])
  })

  it('sends away who would wait too long, in the order of their coming, and lets in again afterwards', async () => {
    const gate = new Gate()
    const empty = await fill(gate)
    expect(gate.refused).toBe(1)
    const late = work()
    await expect(gate.run(late.begin)).rejects.toMatchObject({ code: 'server.unavailable', retry_after: 5 })
    expect(gate.refuseWhenFull()?.code).toBe('server.unavailable')
    expect(late.state.begun).toBe(false)
    await empty()
    expect(gate.refuseWhenFull()).toBeUndefined()
    const next = work()
    next.done()
    expect(await gate.run(next.begin)).toBe('done')
    expect(gate.queue_length).toBe(0)
  })

  it('lets a burst wait, but not for what takes long', async () => {
    const gate = new Gate()
    const works = Array.from({ length: 200 }, work)
    const passes = works.map((one) => gate.run(one.begin))
    expect(gate.refuseWhenFull()).toBeUndefined()
    expect(gate.refuseWhenFull({ isLong: true })?.code).toBe('server.unavailable')
    for (const one of works) one.done()
    expect(new Set(await Promise.all(passes))).toEqual(new Set(['done']))
  })

  it.each([
    ['32 at once', false, 32],
    ['8 that take long', true, 8],
  ])('works on %s', async (_, isLong, most) => {
    const gate = new Gate()
    const works = Array.from({ length: 40 }, work)
    const passes: Promise<unknown>[] = []
    for (const one of works) {
      passes.push(gate.run(one.begin, { isLong }).catch(() => {}))
      await turn()
    }
    expect(works.filter(({ state }) => state.begun)).toHaveLength(most)
    for (const one of works) one.done()
    await Promise.all(passes)
  })

  it('leaves undone what nobody waits for any more', async () => {
    const gate = new Gate()
    const [first, second, third] = [work(), work(), work()]
    const underway = gate.run(first.begin)
    const gone = expect(gate.run(second.begin, { isGone: () => true })).rejects.toMatchObject({
      code: 'server.unavailable',
    })
    const stayed = gate.run(third.begin, { isGone: () => false })
    third.done()
    expect(await stayed).toBe('done')
    await gone
    expect([second.state.begun, gate.refused, gate.queue_length]).toEqual([false, 0, 0])
    first.done()
    await underway
  })

  it('gives the place of work that failed to the next', async () => {
    const gate = new Gate()
    for (let count = 0; count < 100; count += 1) {
      await expect(gate.run(() => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
    }
    const next = work()
    next.done()
    expect(await gate.run(next.begin)).toBe('done')
  })
})

describe('a server with more to do than it can', () => {
  const app = sharedTestApp({ without_pages: false })

  it('says so at once, in the language of the reader, and does none of it', async () => {
    const as = await app.signIn('hannah')
    const count = async (): Promise<number> => (await app.ctx.db.selectFrom('prayers').select('id').execute()).length
    const before = await count()
    const empty = await fill(app.app.gate)
    const refused = await app.ask('prayers.create', { content: 'Now' }, { as })
    expect([refused.status, refused.problem.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'server.unavailable',
      '5',
    ])
    const plain = await app.fetch('/api/categories', { headers: { accept: '*/*', authorization: `Bearer ${as}` } })
    expect([plain.status, await plain.text()]).toEqual([503, errors['server.unavailable'][1]])
    const page = await fetch(`${app.url}/`, { headers: { 'accept-language': 'ar', 'accept-encoding': 'br' } })
    const html = await page.text()
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(page.headers.get('content-encoding')).toBeNull()
    expect(html).toMatch(/<meta http-equiv="refresh" content="\d+">/)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    await empty()
    expect(await count()).toBe(before)
    expect((await app.ask('prayers.create', { content: 'Now' }, { as })).status).toBe(200)
    expect((await fetch(`${app.url}/`)).status).toBe(200)
  })

  it('renders no page that nobody waits for any more, and one that somebody still does', async () => {
    const rendered: (string | undefined)[] = []
    const put = app.app.cache.put.bind(app.app.cache)
    const spy = vi.spyOn(app.app.cache, 'put').mockImplementation((request, ...rest) => {
      rendered.push(request.url)
      return put(request, ...rest)
    })
    const empty = await takeEveryPlace(app.app.gate)
    const sockets: Socket[] = []
    app.app.server.server.on('connection', (socket) => void sockets.push(socket))
    const asked: ClientRequest[] = []
    const ask = (path: string) =>
      new Promise<number | undefined>((resolve) => {
        const request = get(app.url + path, { agent: false }, (response) => resolve(response.resume().statusCode))
        asked.push(request.on('error', () => resolve(undefined)))
      })
    const gone = [ask('/?page=2'), ask('/?page=3')]
    await expect.poll(() => app.app.gate.queue_length).toBe(2)
    const stayed = ask('/?page=3')
    await expect.poll(() => sockets).toHaveLength(3)
    for (const request of asked.slice(0, 2)) request.destroy()
    expect(await Promise.all(gone)).toEqual([undefined, undefined])
    await expect.poll(() => sockets.filter(({ destroyed }) => destroyed)).toHaveLength(2)
    await empty()
    expect(await stayed).toBe(200)
    expect(new Set(rendered)).toEqual(new Set(['/?page=3']))
    spy.mockRestore()
  })
})
