import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import type { PushMessage } from '../outgoing/push-service.ts'
import { TEST_NOON } from './time.ts'

/** A browser as a push service knows it, with its private key. */
export interface TestBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
  private_key: Buffer
}

/** A message that a push service took, decrypted with the keys of its browser. */
export interface ReceivedPush {
  /** The last part of the browser's address. */
  browser: string
  message: PushMessage
  headers: IncomingHttpHeaders
  /** Claims of the site's signature, which was checked. */
  claims: { aud: string; sub: string; exp: number }
  /** Length of the body. Bytes. */
  length: number
}

/** Decrypts a message by RFC 8291, written from its text and not from the program's own code. Throws for anything else. */
export function decryptPush(body: Buffer, { keys, private_key }: Omit<TestBrowser, 'endpoint'>): Buffer {
  const [salt, key_length] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender_key = body.subarray(21, 21 + key_length)
  const sealed = body.subarray(21 + key_length)
  if (sealed.length > body.readUInt32BE(16)) throw new Error('longer than one record')
  const receiver = createECDH('prime256v1')
  receiver.setPrivateKey(private_key)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender_key])
  const auth = Buffer.from(keys.auth, 'base64url')
  const secret = Buffer.from(hkdfSync('sha256', receiver.computeSecret(sender_key), auth, info, 32))
  const part = (name: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = record.findLastIndex((byte) => byte !== 0)
  if (record[end] !== 2) throw new Error('the last record does not say so')
  return record.subarray(0, end)
}

/** Checks the signature of the site (RFC 8292) for the origin, and returns its claims. */
async function verifySite(authorization: string, origin: string): Promise<ReceivedPush['claims']> {
  const { t = '', k = '' } = Object.fromEntries(
    authorization
      .replace(/^vapid /, '')
      .split(/, */)
      .map((part) => [part.slice(0, 1), part.slice(2)]),
  )
  const point = Buffer.from(k, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const { payload, protectedHeader } = await jwtVerify(t, key, {
    audience: origin,
    requiredClaims: ['sub', 'exp'],
    currentDate: new Date(TEST_NOON),
  })
  if (protectedHeader.alg !== 'ES256' || protectedHeader.typ !== 'JWT') throw new Error('another kind of signature')
  return payload as unknown as ReceivedPush['claims']
}

export interface TestPushService {
  origin: string
  received: ReceivedPush[]
  /** Holds what could not be verified or decrypted. */
  faults: unknown[]
  /** How it answers from now on; `hang`: not at all. */
  answer: number | 'hang'
  /** Headers of its answers. */
  headers: Record<string, string>
  /** Number of calls, answered or not. */
  calls: number
  newBrowser(): TestBrowser
  /** Returns what it took since the last call. */
  take(): ReceivedPush[]
  stop(): Promise<void>
}

/** Starts a push service on a free port, without https, as the given object. It takes only what it can verify and decrypt. */
export async function startPushService(service = {} as TestPushService): Promise<TestPushService> {
  const browsers = new Map<string, TestBrowser>()
  const server = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    service.calls += 1
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { answer, headers: answered } = service
    if (answer === 'hang') return
    const end = (status: number): void => void response.writeHead(status, answered).end()
    if (answer !== 201) return end(answer)
    try {
      const browser = request.url?.slice(1) ?? ''
      const known = browsers.get(browser)
      if (!known) throw new Error(`nobody has the address ${browser}`)
      const { headers } = request
      if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers['ttl'])))
        throw new Error('headers')
      const body = Buffer.concat(parts)
      const claims = await verifySite(headers.authorization ?? '', service.origin)
      const message = JSON.parse(decryptPush(body, known).toString('utf8')) as PushMessage
      service.received.push({ browser, message, headers, claims, length: body.length })
      end(201)
    } catch (error) {
      service.faults.push(error)
      end(400)
    }
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return Object.assign(service, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    faults: [],
    answer: 201,
    headers: {},
    calls: 0,
    newBrowser: () => {
      const pair = createECDH('prime256v1')
      const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
      const name = randomBytes(12).toString('base64url')
      const browser = { endpoint: `${service.origin}/${name}`, keys, private_key: pair.getPrivateKey() }
      browsers.set(name, browser)
      return browser
    },
    take: () => service.received.splice(0),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  } satisfies TestPushService)
}
