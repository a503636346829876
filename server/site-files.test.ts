import { expect, it } from 'vitest'
import { startTestApp } from './test/app.ts'

it('says where weaknesses are reported, for half a year, when the operator named it', async () => {
  const PUBLIC_URL = 'https://pray.example.org'
  const app = await startTestApp({ environment: { PUBLIC_URL, SECURITY_CONTACT: 'security@example.org' } })
  const response = await app.fetch('/.well-known/security.txt')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = new Map(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  )
  expect(fields.get('Contact')).toBe('mailto:security@example.org')
  expect(fields.get('Canonical')).toBe(`${PUBLIC_URL}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - app.ctx.clock().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(178)
  expect(days).toBeLessThan(365)
  await app.stop()
})

it('has no security.txt without a contact, and leads password managers to the form', async () => {
  const app = await startTestApp()
  expect((await app.fetch('/.well-known/security.txt')).status).toBe(404)
  const response = await app.fetch('/.well-known/change-password', { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/profile?tab=account'])
  expect((await app.fetch('/.well-known/resource-that-should-not-exist')).status).toBe(404)
  await app.stop()
})

it.each([
  ['off', 'max-age=63072000'],
  ['on', 'max-age=63072000; includeSubDomains'],
])('keeps browsers on https, for other hosts below only when asked: %s', async (HSTS_SUBDOMAINS, header) => {
  const app = await startTestApp({ environment: { PUBLIC_URL: 'https://pray.example.org', HSTS_SUBDOMAINS } })
  for (const path of ['/api/prayers', '/robots.txt', '/api/nothing', '/api/docs'])
    expect((await app.fetch(path)).headers.get('strict-transport-security'), path).toBe(header)
  await app.stop()
})
