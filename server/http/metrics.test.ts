import { describe, expect, it } from 'vitest'
import { newTestApp, sharedTestApp } from '../test/shared-app.ts'
import { makePrayer } from '../test/make.ts'

const METRICS_TOKEN = 'a-token-of-the-operator'
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('metrics', () => {
  const app = sharedTestApp({ environment: { METRICS_TOKEN } })

  it('count by routes, and hold nothing of a person', async () => {
    const id = await makePrayer(app.ctx, await app.person('hannah'))
    await app.ask('prayers.one', { id }, { as: await app.signIn('hannah') })
    await app.ask('prayers.list')
    await app.ask('prayers.list')
    const response = await app.fetch('/metrics', bearer(METRICS_TOKEN))
    const text = await response.text()
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/prayers\/:id",status="200"\} 1/,
    )
    expect(text).toMatch(/^oremus_page_cache_answers 1$/m)
    expect(text).toMatch(/^oremus_page_cache_bytes \d{4,}$/m)
    expect(text).toMatch(/^oremus_database_bytes \d{5,}$/m)
    expect(text).not.toContain(id)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|127\.0\.0\.1/)
  })

  it.each([
    ['without a token', {}],
    ['with another', bearer('b-token-of-the-operator')],
    ['with a part of it', bearer('a-token')],
  ])('are not there %s', async (_, init) => {
    expect((await app.fetch('/metrics', init)).status).toBe(404)
  })

  it('are not there for administrators either', async () => {
    expect((await app.fetch('/metrics', bearer(await app.signIn('peter')))).status).toBe(404)
  })

  it('are not there at all without the setting', async () => {
    const other = await newTestApp()
    expect((await other.fetch('/metrics', bearer(METRICS_TOKEN))).status).toBe(404)
  })
})
