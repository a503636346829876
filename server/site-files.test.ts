import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { languages } from '../contract/fields.ts'
import { directionOf } from '../contract/languages.ts'
import { newTestApp } from './test/shared-app.ts'
import { makePng } from './test/png.ts'

it('says where weaknesses are reported, for half a year, when the operator named it', async () => {
  const PUBLIC_URL = 'https://pray.example.org'
  const app = await newTestApp({ environment: { PUBLIC_URL, SECURITY_CONTACT: 'security@example.org' } })
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
})

it('has no security.txt without a contact, and leads password managers to the form', async () => {
  const app = await newTestApp()
  expect((await app.fetch('/.well-known/security.txt')).status).toBe(404)
  const response = await app.fetch('/.well-known/change-password', { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/profile?tab=account'])
  expect((await app.fetch('/.well-known/resource-that-should-not-exist')).status).toBe(404)
})

it.each([
  ['off', 'max-age=63072000'],
  ['on', 'max-age=63072000; includeSubDomains'],
])('keeps browsers on https, for other hosts below only when asked: %s', async (HSTS_SUBDOMAINS, header) => {
  const app = await newTestApp({ environment: { PUBLIC_URL: 'https://pray.example.org', HSTS_SUBDOMAINS } })
  for (const path of ['/api/prayers', '/robots.txt', '/api/nothing', '/api/docs'])
    expect((await app.fetch(path)).headers.get('strict-transport-security'), path).toBe(header)
})

it('gives browsers a page for later in ten languages, which says nothing of the site and needs no other file', async () => {
  const app = await newTestApp({ environment: { SITE_NAME: 'Saint Clare' } })
  const open = async (language: string, country = 'GB') => {
    const headers = { 'accept-language': `xx-${country}` }
    const response = await app.fetch(`/offline?language=${language}`, { headers })
    return { headers: response.headers, html: await response.text() }
  }
  const titles = new Set<string>()
  for (const language of languages) {
    const { headers, html } = await open(language)
    const file = new URL(`../messages/${language}/offline.json`, import.meta.url)
    const { offline_page } = JSON.parse(readFileSync(file, 'utf8')) as { offline_page: { title: string } }
    expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
    expect(html).toContain(`<h1>${offline_page.title}</h1>`)
    titles.add(offline_page.title)
    // The domain is not named either: the link leads to the address that was wanted.
    expect(html).toContain('href=""')
    expect(html).not.toMatch(/clare|oremus|pray|localhost|127\.0|<svg|<img|<link|<script|src=|url\(/i)
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect([headers.get('content-type'), headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
      'text/html; charset=utf-8',
      'no-store',
      'noindex',
    ])
    expect(headers.get('set-cookie')).toBeNull()
  }
  expect(titles.size).toBe(10)
  expect((await open('en')).html).toContain('<a dir="ltr" href="tel:116123">116 123</a> <bdi>Samaritans')
  expect((await open('en', 'ZZ')).html).not.toContain('<details>')
  expect((await open('"><b>')).html).toContain('<html lang="en" dir="ltr">')
})

it('counts no call of a hall whose browsers each ask for the page that they keep, the manifest and the logo', async () => {
  const app = await newTestApp({ limit_scale: 1 })
  const logo = { png: makePng(64).toString('base64') }
  const { data } = await app.ask('logo.write', logo, { as: await app.signIn('peter') })
  for (const path of ['/offline', '/manifest.webmanifest', '/plain.webmanifest', data.logo ?? ''])
    for (let asked = 0; asked < 301; asked += 1) expect((await app.fetch(path)).status, path).toBe(200)
  expect((await app.fetch('/api/prayers')).status).toBe(200)
})
