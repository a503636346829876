import { expect, it } from 'vitest'
import { isWeakHash } from './passwords.ts'

it.each([
  ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA', false],
  ['$argon2id$v=19$m=47104,t=3,p=1$c2FsdHNhbHQ$aGFzaA', false],
  ['$argon2id$v=19$m=4096,t=2,p=1$c2FsdHNhbHQ$aGFzaA', true],
  ['$argon2id$v=19$m=65536,t=1,p=1$c2FsdHNhbHQ$aGFzaA', true],
  ['$argon2id$v=16$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA', true],
  ['$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA', true],
  ['none', false],
])('%s is weak: %s', (hashed, weak) => expect(isWeakHash(hashed)).toBe(weak))
