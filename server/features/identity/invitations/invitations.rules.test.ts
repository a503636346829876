import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../contract/time.values.ts'
import { mailDelay, stateOf } from './invitations.rules.ts'

const at = new Date('2026-11-26T12:00:00.000Z')
const sent = {
  mail: 'sent' as const,
  opened_at: null,
  revoked_at: null,
  expires_at: '2026-12-10T12:00:00.000Z',
  uses: 0,
  max_uses: 1,
}
it.each([
  [{}, 'sent'],
  [{ mail: null }, 'open'],
  [{ opened_at: at.toISOString() }, 'opened'],
  [{ mail: 'refused' as const }, 'refused'],
  [{ expires_at: at.toISOString(), opened_at: at.toISOString() }, 'expired'],
  [{ revoked_at: at.toISOString(), mail: 'refused' as const }, 'taken_back'],
  [{ uses: 1, revoked_at: at.toISOString() }, 'here'],
])('what became of an invitation with %j: %s', (change, state) => {
  expect(stateOf({ ...sent, ...change }, at)).toBe(state)
})

it.each([
  [0, 120, 0],
  [60, 120, MINUTE_MS],
  [47, 1, 94 * MINUTE_MS],
])('of mails to a list %i leave before it, at %i in a minute: after %i ms', (waiting, pace, delay) => {
  expect(mailDelay(waiting, pace)).toBe(delay)
})
