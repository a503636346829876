import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secrets } from '../secrets/secrets.ts'
import { faultOfAddress } from '../../contract/site-address.values.ts'
import { tryAddress } from './own-address.ts'

const secrets = new Secrets(Buffer.alloc(32, 1))
const others = new Secrets(Buffer.alloc(32, 2))

/** What answers under each host. */
const answers: Record<string, (nonce: string) => { status: number; body: string; location?: string }> = {
  'pray.example': (nonce) => ({ status: 200, body: secrets.proveSite(nonce) }),
  'other.example': (nonce) => ({ status: 200, body: others.proveSite(nonce) }),
  'router.example': () => ({ status: 200, body: '<html>Welcome to your router</html>' }),
  'moved.example': () => ({ status: 301, body: '', location: 'https://moved.example/' }),
  'broken.example': () => ({ status: 502, body: 'Bad gateway' }),
}

describe('an address is opened', () => {
  const server = createServer((request, response) => {
    const answer = answers[String(request.headers['x-host'])]
    const { status, body, location } = answer?.(request.url?.split('/').at(-1) ?? '') ?? { status: 404, body: '' }
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
  beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
  afterAll(() => server.close())

  /** Opens a host of the table at the server of this test; one that begins with `closed` refuses, one with `old` has an old certificate. */
  const open: typeof fetch = async (input, init) => {
    const { protocol, hostname, pathname } = new URL(input as string)
    const fails = (code: string): never => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
    }
    if (hostname.startsWith('closed') || (hostname.startsWith('plain') && protocol === 'https:')) fails('ECONNREFUSED')
    if (hostname.startsWith('old')) fails('CERT_HAS_EXPIRED')
    const { port } = server.address() as AddressInfo
    const host = hostname.replace('plain.example', 'pray.example')
    return await fetch(`http://127.0.0.1:${port}${pathname}`, { ...init, headers: { 'x-host': host } })
  }

  it.each([
    ['https://pray.example', 'reached', null],
    ['http://pray.example', 'insecure', 'https://pray.example'],
    ['http://plain.example', 'insecure', null],
    ['https://other.example', 'other_site', null],
    ['https://router.example', 'other_site', null],
    ['https://moved.example', 'other_site', null],
    ['https://broken.example', 'other_site', null],
    ['https://closed.example', 'unreachable', null],
    ['http://closed.example', 'unreachable', null],
    ['https://old.example', 'bad_certificate', null],
    ['http://localhost:3000', 'this_machine', null],
    ['https://[::1]', 'this_machine', null],
    // Where machines of a data centre ask who they are: never asked.
    ['http://169.254.169.254', 'unreachable', null],
  ])('%s: %s', async (origin, reach, secure_address) => {
    expect(await tryAddress(origin, { secrets, open, timeout_ms: 500 })).toEqual({ reach, secure_address })
  })
})

it('reads no more of what is there than a proof is long', async () => {
  let sent = 0
  const endless: typeof fetch = () =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          pull: (stream) => {
            sent += 1
            stream.enqueue(new Uint8Array(100))
          },
        }),
      ),
    )
  expect((await tryAddress('https://pray.example', { secrets, open: endless })).reach).toBe('other_site')
  expect(sent).toBeLessThan(10)
})

it.each([
  ['http://localhost:3000', 'this_machine'],
  ['http://pray.localhost', 'this_machine'],
  ['https://127.0.0.1', 'this_machine'],
  ['http://[::1]:3000', 'this_machine'],
  ['http://192.168.1.20', 'insecure'],
  ['http://pray.example', 'insecure'],
  ['https://pray.example', null],
  ['https://localhost.example', null],
])('%s says against itself: %s', (origin, fault) => {
  expect(faultOfAddress(origin)).toBe(fault)
})
