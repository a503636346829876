import { describe, expect, it } from 'vitest'
import { defaultDisplayName, deviceName, refreshDecision } from './sessions.rules.ts'

describe('refreshDecision', () => {
  const rotated_at = '2026-05-09T10:00:00.000Z'
  const row = { current_jti: 'new', previous_jti: 'old', rotated_at }
  const after = (ms: number): Date => new Date(Date.parse(rotated_at) + ms)
  it.each([
    ['the newest, at once', row, 'new', 0, 'rotate'],
    ['the newest, days later', row, 'new', 86_400_000, 'rotate'],
    ['the one before, within the grace', row, 'old', 29_999, 'same_successor'],
    ['the one before, after the grace', row, 'old', 30_000, 'revoke'],
    ['an older one, within the grace', row, 'older', 1, 'revoke'],
    ['any other, when there was none before', { ...row, previous_jti: null }, 'x', 1, 'revoke'],
  ] as const)('%s', (_, session, jti, ms, decision) => {
    expect(refreshDecision(session, jti, after(ms))).toBe(decision)
  })
})

it.each([
  ['hannah@example.org', 'hannah'],
  ['"a@b"@example.org', '"a@b"'],
  [`${'x'.repeat(64)}@example.org`, 'x'.repeat(60)],
])('%s is first called %s', (email, name) => {
  expect(defaultDisplayName(email)).toBe(name)
})

it.each([
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox, Linux'],
  ['curl/8', ''],
  [undefined, ''],
])('knows a device by a few words', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})
