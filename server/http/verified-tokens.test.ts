import { beforeEach, describe, expect, it } from 'vitest'
import { eachTestApp } from '../test/shared-app.ts'
import { TOKEN_TTL_MS } from './session.ts'
import { VerifiedTokens } from './verified-tokens.ts'

it('remembers ten thousand tokens, and forgets the first ones', () => {
  const tokens = new VerifiedTokens<number>(() => true)
  for (let index = 0; index < 10_002; index += 1) tokens.add(`token ${index}`, { iat: 0, exp: 1 }, index)
  expect(tokens.size).toBe(10_000)
  expect([0, 1, 2, 10_001].map((index) => tokens.find(`token ${index}`, new Date(0)))).toEqual([
    undefined,
    undefined,
    2,
    10_001,
  ])
})

describe('a token that was accepted before', () => {
  const app = eachTestApp()
  let as: string
  beforeEach(async () => {
    as = await app.signIn('hannah')
    expect(await ask()).toBe(200)
    expect(await ask()).toBe(200)
  })
  const ask = async (token = as) => (await app.ask('sessions.current', {}, { as: token })).status

  it('ends with its time', async () => {
    app.advance(TOKEN_TTL_MS)
    expect(await ask()).toBe(401)
  })

  it('is not believed when the clock is put back by more than a day', async () => {
    app.advance(-26 * 3_600_000)
    expect(await ask()).toBe(401)
  })

  it('is another one with another signature', async () => {
    const [head, body, signature = ''] = as.split('.')
    expect(await ask(`${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`)).toBe(401)
  })
})
