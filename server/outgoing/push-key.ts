import { type KeyObject, createECDH, createPrivateKey } from 'node:crypto'

/** Order of the group of P-256 (FIPS 186-5). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The key by which push services know this site (RFC 8292). */
export interface PushKey {
  sign: KeyObject
  /** 65 bytes, base64url: what browsers are given when they subscribe. */
  public_key: string
}

/**
 * Makes the key pair from a seed of 48 bytes, always the same one (FIPS 186-5, A.2.1): every process of a site has it without
 * asking another, and a restored site has it again.
 */
export function derivePushKey(seed: Buffer): PushKey {
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  const private_key = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(private_key)
  const point = pair.getPublicKey()
  const part = (start: number): string => point.subarray(start, start + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: private_key.toString('base64url'), x: part(1), y: part(33) }
  return { sign: createPrivateKey({ key: jwk, format: 'jwk' }), public_key: point.toString('base64url') }
}
