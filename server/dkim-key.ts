import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Shorter keys are refused by those who check signatures (RFC 8301). Bits. */
const MIN_KEY_BITS = 1024

/** Reads the private key that signs mails: PEM, RSA, which all who check signatures know. Undefined when it is none. */
export function readDkimKey(file: string): string | undefined {
  try {
    const pem = readFileSync(file, 'utf8')
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS ? pem : undefined
  } catch {
    return undefined
  }
}
