import { SignJWT, decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { sharedTestApp } from '../test/shared-app.ts'
import { TOKEN_TTL_MS, isLifetime } from './session.ts'

const at = new Date('2026-05-09T10:00:00.000Z')
const NOW = at.getTime() / 1000
const TTL = TOKEN_TTL_MS / 1000

it.each([
  [NOW, NOW + TTL, true],
  [NOW - 3600, NOW - 3600 + TTL, true],
  // The clock was put back by a day.
  [NOW + 86_400, NOW + 86_400 + TTL, true],
  [NOW + 90_001, NOW + 90_001 + TTL, false],
  [NOW, NOW + TTL + 1, false],
  [NOW, NOW + 1e9, false],
  [NOW, NOW, false],
  [NOW, NOW - 1, false],
  [NOW + 0.5, NOW + TTL, false],
  [NOW, NOW + TTL - 0.5, false],
  [String(NOW), NOW + TTL, false],
  [undefined, NOW + TTL, false],
  [NOW, undefined, false],
  [-Number.MAX_VALUE, NOW, false],
  [Number.NaN, NOW + TTL, false],
  [NOW, Infinity, false],
])('issued at %s, until %s: %s', (iat, exp, allowed) => expect(isLifetime(iat, exp, at)).toBe(allowed))

describe('a token that bears the signature of the site', () => {
  const app = sharedTestApp()

  it.each([
    ['lives for years', { exp: 4_102_444_800 }],
    ['was issued in the future', { iat: 4_102_444_800, exp: 4_102_444_801 }],
    ['does not say when it was issued', { iat: undefined }],
    ['says it in part of a second', { iat: 1.5 }],
  ])('is refused when it %s, also to be refreshed', async (_, change) => {
    const own = await app.signIn('hannah')
    const as = await new SignJWT({ ...decodeJwt(own), ...(change as object) })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(app.ctx.secrets.tokenKey)
    expect((await app.ask('sessions.current', {}, { as })).status).toBe(401)
    expect((await app.ask('sessions.refresh', {}, { as })).status).toBe(401)
    expect((await app.ask('sessions.current', {}, { as: own })).status).toBe(200)
  })
})
