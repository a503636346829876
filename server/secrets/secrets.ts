import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { ConfigError } from '../config.ts'

const KEY_BYTES = 32
/** 128 bits more than the key that is made of it, so that each is as likely (FIPS 186-5, A.2.1). */
const PUSH_SEED_BYTES = 48

/** Returns 256 random bits as 43 URL-safe characters, for binding cookies and for set-up and reset links. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Hashes a secret for storage. A secret of 256 random bits needs no slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Compares in a time that tells nothing about where two secrets differ. */
export function isEqualSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Makes the key of a new site, on the disk whole or not at all: half a key of a start that was cut off would stop every later one. Of
 * processes that share the folder the first one's stays.
 */
function makeKey(file: string): void {
  const part = `${file}.${randomUUID()}.part`
  try {
    writeFileSync(part, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx', flush: true })
    try {
      linkSync(part, file)
    } catch {
      // Another process was first, or this disk has no links.
      if (!existsSync(file)) copyFileSync(part, file, constants.COPYFILE_EXCL)
    }
  } finally {
    rmSync(part, { force: true })
  }
}

/**
 * The keys of this site, all derived from one file `token.key` (mode 0600) in the data folder, created at the first
 * start. Processes that share a PostgreSQL database must share the file too.
 */
export class Secrets {
  /** Signs tokens (HS256). */
  readonly tokenKey: Uint8Array
  /** From which the key is made by which push services know this site. 48 bytes. */
  readonly pushSeed: Buffer
  readonly #derive: (purpose: string, bytes?: number) => Buffer
  readonly #keys = new Map<string, Buffer>()

  constructor(master: Buffer) {
    this.#derive = (purpose, bytes = KEY_BYTES) => Buffer.from(hkdfSync('sha256', master, '', purpose, bytes))
    this.tokenKey = new Uint8Array(this.#derive('auth_token'))
    this.pushSeed = this.#derive('push', PUSH_SEED_BYTES)
  }

  /** The key for one purpose. */
  #key(purpose: string): Buffer {
    const key = this.#keys.get(purpose) ?? this.#derive(purpose)
    this.#keys.set(purpose, key)
    return key
  }

  #sign(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#key(purpose)).update(text).digest()
  }

  static load(folder: string): Secrets {
    const file = path.join(folder, 'token.key')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(file)) makeKey(file)
    const master = readFileSync(file)
    if (master.length !== KEY_BYTES)
      throw new ConfigError(
        `The site’s key ${file} is damaged: it must hold ${KEY_BYTES} bytes. Copy it from where the site ran before, or put back a backup, which holds it.`,
      )
    chmodSync(file, 0o600)
    return new Secrets(master)
  }

  /** Hashes a network address, so that it is recognized without being stored. */
  hashAddress(address: string): string {
    return this.#sign('address', address).toString('base64url')
  }

  /** Hashes what somebody sent, so that it is recognized: a password in it could be guessed from a hash without a key. */
  hashRequest(request: string): string {
    return this.#sign('request', request).toString('base64url')
  }

  /** Derives an author's pseudonym from the id of one item alone: two items of one person get unrelated pseudonyms. */
  pseudonym(id: string): string {
    return this.#sign('pseudonym', id).toString('hex').slice(0, 8)
  }

  /**
   * Derives the name under which a push service keeps messages for one device about one thing: 32 URL-safe characters. Two devices
   * get unrelated ones, so it cannot tell that their people read the same.
   */
  pushTopic(device_id: string, about: string): string {
    return this.#sign('push_topic', `${device_id} ${about}`).toString('base64url').slice(0, 32)
  }

  /**
   * Signs the cookie value that shows that this person signed in with this browser. Invalid once the password changes.
   */
  signKnownDevice(user_id: string, password_hash: string): string {
    return this.#sign('known_device', `${user_id} ${password_hash}`).toString('base64url')
  }

  /** Proves to somebody with the same key that this site answered. `nonce`: 43 URL-safe characters. */
  proveSite(nonce: string): string {
    return this.#sign('site', nonce).toString('base64url')
  }

  /** Signs the id of a session for the cookie that lets pages, and nothing else, be rendered for its person. */
  signPageSession(session_id: string): string {
    // Not 'page_session', which signed cookies that could only render: a browser that signed out without a connection still has
    // one, and would be signed in again by it.
    return this.#sign('session_cookie', session_id).toString('base64url')
  }

  /** Encrypts a text for the database, so that a copy of the database alone does not reveal it. */
  encrypt(text: string): string {
    return encrypt(this.#key('seal'), randomBytes(12), text)
  }

  /** Decrypts a text of `encrypt`. Throws for anything else. */
  decrypt(sealed: string): string {
    return decrypt(this.#key('seal'), sealed)
  }

  /**
   * Derives the secret of a one-time link, 256 bits as 43 URL-safe characters. Without the site's key a seed reveals
   * nothing of it.
   */
  deriveLinkSecret(seed: string): string {
    return this.#sign('link', seed).toString('base64url')
  }

  /** Derives the six digits that sign in the browser with the ticket of this hash. Without the site's key the hash reveals nothing. */
  deriveSignInCode(ticket_hash: string): string {
    const digest = this.#sign('sign_in_code', ticket_hash)
    // 48 bits: the remainders differ by less than one in 10⁸.
    return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  }

  /**
   * Encrypts a list cursor, because it contains times that an anonymous request must not reveal. The same position gets the same
   * cursor.
   */
  encryptCursor(cursor: unknown): string {
    return seal(this.#key('cursor'), cursor)
  }

  /** Decrypts a cursor of `encryptCursor`; undefined when it is not valid. */
  decryptCursor(cursor: string): unknown {
    return open(this.#key('cursor'), cursor)
  }

  /**
   * Makes the token of a link in an email about notices, which acts for a person without signing in. The same value gives the
   * same token, so that each attempt sends an identical mail; nobody without the site's key can make or read one.
   */
  sealNoticeLink(value: unknown): string {
    return seal(this.#key('notice_link'), value)
  }

  /** Returns the value of a token of `sealNoticeLink`; undefined when it is not one. */
  openNoticeLink(token: string): unknown {
    return open(this.#key('notice_link'), token)
  }
}

/** The nonce comes from the text (as in SIV), so that the same value gives the same text. */
function seal(key: Buffer, value: unknown): string {
  const text = JSON.stringify(value)
  return encrypt(key, createHmac('sha256', key).update(text).digest().subarray(0, NONCE_BYTES), text)
}

function open(key: Buffer, sealed: string): unknown {
  try {
    return JSON.parse(decrypt(key, sealed))
  } catch {
    return undefined
  }
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

function encrypt(key: Buffer, nonce: Buffer, text: string): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function decrypt(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
