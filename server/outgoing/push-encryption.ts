import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

// Encryption of push messages: RFC 8291, in the coding aes128gcm of RFC 8188, as one record.

/** The keys that a browser makes for its subscription. */
export interface PushKeys {
  /** Public key on P-256: 65 bytes, base64url. */
  p256dh: string
  /** A secret that the browser and this site share: 16 bytes, base64url. */
  auth: string
}

/** Made anew for each message. */
export interface MessageSecrets {
  salt: Buffer
  /** Private key on P-256. */
  sender: Buffer
}

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const TAG_BYTES = 16
/** The record size that every receiver takes (RFC 8291, section 4). Bytes. */
const RECORD_BYTES = 4096
const LAST_RECORD = 2
/**
 * Messages are filled up to this length, so that it tells the push service nothing: longer than any of ours, and one body of it
 * is well below what push services take. Bytes.
 */
const PADDED_BYTES = 2560

const newSecrets = (): MessageSecrets => {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return { salt: randomBytes(SALT_BYTES), sender: pair.getPrivateKey() }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** True for keys with which a message can be encrypted. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  try {
    const pair = createECDH(CURVE)
    pair.generateKeys()
    // Refuses what is no point of the curve.
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
    return Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

/** Encrypts a message for one browser. Returns the body for its push service. `padded`: its length before, in bytes. */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: PushKeys,
  { salt, sender }: MessageSecrets = newSecrets(),
  padded = PADDED_BYTES,
): Buffer {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(sender)
  const [receiver_key, sender_key] = [Buffer.from(p256dh, 'base64url'), pair.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver_key, sender_key])
  const secret = derive(pair.computeSecret(receiver_key), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const padding = Buffer.alloc(Math.max(0, padded - message.length - 1))
  if (message.length + 1 + padding.length + TAG_BYTES > RECORD_BYTES) throw new RangeError('the message is too long')
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = [cipher.update(message), cipher.update(Buffer.from([LAST_RECORD])), cipher.update(padding)]
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD_BYTES)
  size.writeUInt8(sender_key.length, 4)
  return Buffer.concat([salt, size, sender_key, ...record, cipher.final(), cipher.getAuthTag()])
}
