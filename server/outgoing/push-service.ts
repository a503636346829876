import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { SignJWT } from 'jose'
import type { Config } from '../config.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { PrivateAddressError, lookupPublic, mayBePublicHost } from './public-address.ts'
import { type PushKeys, encryptPush } from './push-encryption.ts'
import { type PushKey, derivePushKey } from './push-key.ts'

/** Timeout of one message, from the first packet to the answer. Milliseconds. */
const TIMEOUT_MS = 10_000
/** The time for which a signature holds; RFC 8292 allows a day. Seconds. */
const SIGNATURE_TTL_S = 12 * 3600
/** Longest pause that a push service can ask for. Milliseconds. */
const MAX_PAUSE_MS = 24 * 3_600_000

/** Where a browser gets its messages, with its keys. */
export interface PushTarget extends PushKeys {
  endpoint: string
}

/** The message that a device shows. `public/sw.js` reads it. */
export interface PushMessage {
  title: string
  body: string
  /** Path on this site, which opens when the message is pressed. */
  path: string
  /** A later message with the same one takes its place. */
  tag: string
  lang: string
  dir: 'ltr' | 'rtl'
  /** True for an icon that says nothing of the site. */
  is_plain?: boolean
}

export interface PushOptions {
  /** The push service keeps the newest of the messages with one topic that wait for a device. 32 characters of base64url. */
  topic: string
  /** The time for which the push service keeps the message for a device that is off. Seconds. */
  ttl: number
  urgency: 'normal' | 'high'
  /** Timeout. Milliseconds. */
  timeout_ms?: number
}

/**
 * - `accepted`: the push service took it.
 * - `gone`: the device gets none any more.
 * - `refused`: it never takes this one. `status`: its answer; 0 for an address that is not on the public internet.
 * - `later`: it takes none now, or did not answer. `status`: 0 without an answer.
 */
export type Pushed =
  | { outcome: 'accepted' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; status: number }
  | { outcome: 'later'; status: number; after_ms: number | undefined }

type PushConfig = Pick<Config, 'public_url' | 'mail_from'>

/** Returns the contact whom a push service can ask about this site: its address, or that of its mails. */
export const pushContact = ({ public_url, mail_from }: PushConfig): string =>
  public_url.startsWith('https:')
    ? public_url
    : `mailto:${mail_from.slice(mail_from.lastIndexOf('<') + 1).replace('>', '')}`

/** The pause of a `Retry-After`, which is in seconds or a date. Milliseconds; undefined when there is none. */
function parsePause(value: string | undefined, at: Date): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - at.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 1000), MAX_PAUSE_MS)
}

export interface PushServiceOptions {
  config: PushConfig
  secrets: Secrets
  clock: () => Date
  /** Origins of tests, which are called though they are on this machine and without https. */
  open_origins?: readonly string[]
  lookup?: LookupFunction
}

/**
 * Sends encrypted messages to the push services of the makers of browsers (RFC 8030, 8291 and 8292). Their addresses come from
 * the browsers of members, so only hosts of the public internet are called. Follows no redirect, and reads nothing of an answer but
 * its status. Logs and stores nothing.
 */
export class PushService {
  readonly #options: PushServiceOptions
  readonly #lookup: LookupFunction
  #key: PushKey | undefined

  constructor(options: PushServiceOptions) {
    this.#options = options
    this.#lookup = options.lookup ?? lookupPublic()
  }

  get #ownKey(): PushKey {
    return (this.#key ??= derivePushKey(this.#options.secrets.pushSeed))
  }

  /** The key that browsers are given when they subscribe. */
  get public_key(): string {
    return this.#ownKey.public_key
  }

  #isOpen({ origin }: URL): boolean {
    return this.#options.open_origins?.includes(origin) ?? false
  }

  /** True for an address that messages may be sent to. */
  takes(endpoint: string): boolean {
    const url = URL.parse(endpoint)
    if (!url || url.username !== '' || url.password !== '') return false
    return this.#isOpen(url) || (url.protocol === 'https:' && mayBePublicHost(url.hostname))
  }

  async send(target: PushTarget, message: PushMessage, options: PushOptions): Promise<Pushed> {
    if (!this.takes(target.endpoint)) return { outcome: 'refused', status: 0 }
    const url = new URL(target.endpoint)
    const body = encryptPush(Buffer.from(JSON.stringify(message)), target)
    const { topic, ttl, urgency, timeout_ms = TIMEOUT_MS } = options
    const headers = {
      authorization: `vapid t=${await this.#sign(url)}, k=${this.public_key}`,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      'content-length': body.length,
      ttl: String(ttl),
      topic,
      urgency,
    }
    try {
      const { status, retry_after } = await this.#post(url, headers, body, timeout_ms)
      if (status >= 200 && status < 300) return { outcome: 'accepted' }
      if (status === 404 || status === 410) return { outcome: 'gone' }
      const isLater = status === 408 || status === 429 || status >= 500
      if (!isLater) return { outcome: 'refused', status }
      return { outcome: 'later', status, after_ms: parsePause(retry_after, this.#options.clock()) }
    } catch (error) {
      if (error instanceof PrivateAddressError) return { outcome: 'refused', status: 0 }
      return { outcome: 'later', status: 0, after_ms: undefined }
    }
  }

  async #sign({ origin }: URL): Promise<string> {
    const { config, clock } = this.#options
    return await new SignJWT({})
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setSubject(pushContact(config))
      .setExpirationTime(Math.floor(clock().getTime() / 1000) + SIGNATURE_TTL_S)
      .sign(this.#ownKey.sign)
  }

  #post(
    url: URL,
    headers: http.OutgoingHttpHeaders,
    body: Buffer,
    timeout_ms: number,
  ): Promise<{ status: number; retry_after: string | undefined }> {
    return new Promise((resolve, reject) => {
      const { request: start } = url.protocol === 'https:' ? https : http
      const signal = AbortSignal.timeout(timeout_ms)
      const lookup = this.#isOpen(url) ? undefined : this.#lookup
      const request = start(url, { method: 'POST', headers, signal, agent: false, ...(lookup && { lookup }) })
      request.on('error', reject)
      request.on('response', (response) => {
        const { statusCode = 0, headers: answered } = response
        // Whatever else it writes is of no use.
        response.destroy()
        resolve({ status: statusCode, retry_after: answered['retry-after'] })
      })
      request.end(body)
    })
  }
}
