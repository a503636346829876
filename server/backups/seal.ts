import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { appendFileSync, closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { CommandError } from '../cli/command.ts'

// The last bytes of a backup are its seal: the digest of all before, which shows damage, and the signature of that
// digest with the site's key, which shows who made it. SQLite ignores bytes behind its last page.

const SEAL = /^\noremus backup sha256 ([\da-f]{64}) signature ([\da-f]{64})\n$/
const writeSeal = (digest: string, signature: string): string =>
  `\noremus backup sha256 ${digest} signature ${signature}\n`
const SEAL_BYTES = writeSeal('0'.repeat(64), '0'.repeat(64)).length

/** The smallest page of SQLite: every database is a multiple of it, so a file with a seal, even a damaged one, is none. */
const PAGE_BYTES = 512

export interface Seal {
  /** SHA-256 of the content, hexadecimal. */
  digest: string
  /** Undefined in backups of versions that did not sign. */
  signature: string | undefined
  /** Bytes before the seal. */
  content_bytes: number
}

async function digestContent(file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  if (bytes > 0) for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Signs a digest with a key that is derived from the site's `token.key`. Hexadecimal. */
export function signDigest(token_key: Buffer, digest: string): string {
  const key = Buffer.from(hkdfSync('sha256', token_key, '', 'backup', 32))
  return createHmac('sha256', key).update(digest).digest('hex')
}

/** Adds the seal to a complete backup. */
export async function sealBackup(file: string, token_key: Buffer): Promise<void> {
  const digest = await digestContent(file, statSync(file).size)
  appendFileSync(file, writeSeal(digest, signDigest(token_key, digest)))
}

/** Opens the file that was named as a backup. Throws a `CommandError` when it cannot be one. */
function openBackup(file: string): number {
  try {
    if (statSync(file).isFile()) return openSync(file, 'r')
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new CommandError(`The file ${file} doesn’t exist.`)
    if (code === 'EACCES' || code === 'EPERM')
      throw new CommandError(`This user can’t read ${file}. Make this user its owner.`)
    throw error
  }
  throw new CommandError(`${file} isn’t a file. Name a backup, which ends in .backup.`)
}

/**
 * Reads every byte and compares it with the seal. Throws a `CommandError` when they differ. A file of a version that
 * did not seal has no signature.
 */
export async function readSeal(file: string): Promise<Seal> {
  const handle = openBackup(file)
  const { size } = fstatSync(handle)
  const last = Buffer.alloc(Math.min(size, SEAL_BYTES))
  readSync(handle, last, 0, last.length, size - last.length)
  closeSync(handle)
  const found = SEAL.exec(last.toString('latin1'))
  const content_bytes = found ? size - SEAL_BYTES : size
  const digest = await digestContent(file, content_bytes)
  if (content_bytes % PAGE_BYTES !== 0 || (found && found[1] !== digest))
    throw new CommandError(`${file} is damaged, or isn’t a backup of Oremus. Use another backup.`)
  return { digest, signature: found?.[2], content_bytes }
}
