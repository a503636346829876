import { hash, verify } from '@node-rs/argon2'
import type { Config } from '../config.ts'
import { Refusal, check } from '../http/errors.ts'

// OWASP Password Storage Cheat Sheet: Argon2id m=19456 KiB, t=2, p=1. `algorithm: 2` is Argon2id.
const HASH_OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each hash takes about 25 ms of a core and 19 MiB: more at once would starve other requests. */
const MAX_CONCURRENT_HASHES = 2
const MAX_QUEUED_HASHES = 32

let running = 0
const queue: (() => void)[] = []

async function withHashSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_CONCURRENT_HASHES) {
    if (queue.length >= MAX_QUEUED_HASHES) throw new Refusal('sessions.busy')
    await new Promise<void>((resolve) => void queue.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

/** Returns the Argon2id hash in PHC format. Rejects with `sessions.busy` when too many wait. */
export const hashPassword = (password: string): Promise<string> => withHashSlot(() => hash(password, HASH_OPTIONS))

// Compared when there is no such account, so that both responses take the same time.
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$orpBXLZF0kzX6QLs2DcWbw$9co3HMUY+dyWEuouFBma9+O2Ry8HbUJai0xutVFWHkg'

/** True when the password matches the hash. Without a hash it takes as long and returns false. */
export const verifyPassword = (password: string, hashed: string | undefined): Promise<boolean> =>
  withHashSlot(async () => {
    // An account without a password must not respond faster either.
    const isHash = hashed?.startsWith('$argon2id$') === true
    return (await verify(isHash ? hashed : DUMMY_HASH, password).catch(() => false)) && isHash
  })

const PHC_PARAMETERS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/

/** True when a hash costs an attacker less memory or fewer passes than one made now. Placeholders are no hashes. */
export function isWeakHash(hashed: string): boolean {
  if (!hashed.startsWith('$argon2')) return false
  const [, memory, passes] = PHC_PARAMETERS.exec(hashed) ?? []
  return !(Number(memory) >= HASH_OPTIONS.memoryCost && Number(passes) >= HASH_OPTIONS.timeCost)
}

// Loaded on first use: a server without sign-ups need not hold these megabytes.
let commonPasswords: Promise<Set<string>> | undefined
const loadCommon = async (): Promise<Set<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** True when a password is among about 49,000 that attackers try first, or consists of words of this product. */
export async function isCommonPassword(password: string, words: string[]): Promise<boolean> {
  commonPasswords ??= loadCommon()
  const plain = password.toLowerCase()
  if ((await commonPasswords).has(plain)) return true
  const stripped = plain.replaceAll(/[^\p{Letter}]/gu, '')
  return words.some((word) => word.length >= 3 && stripped === word.toLowerCase().replaceAll(/[^\p{Letter}]/gu, ''))
}

/** Rejects a password that attackers would guess for this site or this person. */
export async function rejectCommonPassword(
  { site_name }: Pick<Config, 'site_name'>,
  password: string,
  email: string,
): Promise<void> {
  const words = [site_name, 'oremus', 'prayer', email.slice(0, email.lastIndexOf('@')), email]
  check(!(await isCommonPassword(password, words)), 'sessions.common_password')
}
