import { expect, it } from 'vitest'
import { MAIL_TIMEOUTS } from '../../../mail/transport.ts'
import { problemOf, restOfTry } from './mail-server.rules.ts'

it.each([
  ['a closed port', 'ESOCKET'],
  ['a silent port', 'ETIMEDOUT'],
  ['a name that nobody has', 'EDNS'],
  ['something else that answers', 'EPROTOCOL'],
])('says the same of %s', (_, code) => expect(problemOf({ code, isAnswered: false })).toBe('mail_server.unreachable'))

it.each([
  [0, MAIL_TIMEOUTS.connect_ms],
  [3, MAIL_TIMEOUTS.connect_ms - 3],
  [MAIL_TIMEOUTS.connect_ms + 5, 0],
])('after %i ms the answer waits %i ms', (elapsed, rest) => expect(restOfTry(elapsed)).toBe(rest))
