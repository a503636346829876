import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { TOTP } from 'otpauth'
import type { TestApp } from './app.ts'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const uint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
// Flags of WebAuthn §6.1: user present, user verified, attested credential data included.
const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

/** Creates a passkey in memory with the responses that a browser sends when the person agrees. `counted`: its uses elsewhere. */
export function newAuthenticator(origin: string, { counted = 0 } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let uses = counted

  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number, rest = Buffer.alloc(0)): Buffer =>
    Buffer.concat([sha256(new URL(origin).hostname), uint(flags, 1), uint((uses += 1), 4), rest])
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }

  return {
    /** Responds to `navigator.credentials.create`. */
    create(challenge: string) {
      // COSE (RFC 9053): EC2, ES256, P-256.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, isoCBOR.encode(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(PRESENT | VERIFIED | HAS_KEY, attested))],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Responds to `navigator.credentials.get`. Without `verified` the device did not verify the user. */
    get(challenge: string, { verified = true } = {}) {
      const client = clientData('webauthn.get', challenge)
      const data = authenticatorData(verified ? PRESENT | VERIFIED : PRESENT)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

/** The time for which an app shows a code. Milliseconds. */
export const STEP_MS = 30_000

/** The code that an app with the secret shows, now or some steps later. */
export const codeOf = ({ ctx }: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: ctx.clock().getTime() + steps * STEP_MS })

/** Adds an authenticator app to an account, and advances the clock, so that its next code is valid. */
export async function addTotp(app: TestApp, as: string): Promise<{ secret: string; recovery_codes: string[] }> {
  const { secret } = (await app.ask('second_factors.begin_totp', {}, { as })).data
  const { status, data } = await app.ask('second_factors.finish_totp', { code: codeOf(app, secret) }, { as })
  if (status !== 200) throw new Error('the authenticator app was not taken')
  app.advance(STEP_MS)
  return { secret, recovery_codes: data.recovery_codes }
}

/** Adds a passkey to an account. */
export async function addPasskey(app: TestApp, as: string) {
  const device = newAuthenticator(app.ctx.config.public_url)
  const { challenge } = (await app.ask('second_factors.begin_passkey', {}, { as })).data
  const response = device.create(challenge)
  const { status, data } = await app.ask('second_factors.finish_passkey', { name: 'My phone', response }, { as })
  if (status !== 200) throw new Error('the passkey was not taken')
  return { device, passkey: data }
}
