import { describe, expect, it } from 'vitest'
import { sharedTestApp } from '../test/shared-app.ts'
import { requestedCountry } from './language.ts'

describe('the country that the languages of a browser name', () => {
  it.each([
    ['en-GB,en;q=0.9', 'GB'],
    ['de,en-ie;q=0.8', 'IE'],
    ['zh-Hant-TW', 'TW'],
    ['fr; q=0.9, pt-BR', 'BR'],
    ['en', undefined],
    ['', undefined],
    ['*', undefined],
    ['es-419', undefined],
    ['en-GBX', undefined],
    ['x-en-GB', undefined],
    [`${'a,'.repeat(2000)}en-GB`, undefined],
  ])('%s', (languages, country) => expect(requestedCountry({ 'accept-language': languages })).toBe(country))
  it('is none without the header', () => expect(requestedCountry({})).toBeUndefined())
})

describe('the page of help', () => {
  const app = sharedTestApp({ without_pages: false })
  const open = (path: string, languages: string) =>
    fetch(app.url + path, { headers: { 'accept-language': languages }, redirect: 'manual' })

  it('leads each reader to their own country, however often another was there before', async () => {
    for (const [languages, country] of [
      ['en-GB', 'GB'],
      ['en-US', 'US'],
      ['en-GB', 'GB'],
    ] as const) {
      const { status, headers } = await open('/help-now', languages)
      expect([status, headers.get('location')]).toEqual([302, `/help-now?country=${country}`])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('has the numbers of the country in the page itself, and those of all others behind links', async () => {
    const body = await (await open('/help-now?country=GB', 'en-GB')).text()
    expect(body).toContain('href="tel:116123"')
    expect(body).toContain('href="sms:85258?&amp;body=SHOUT"')
    expect(body).toContain('href="tel:999"')
    expect(body).not.toContain('href="tel:988"')
    expect(body).toContain('country=US')
    const unknown = await (await open('/help-now?country=ZZ', 'en-GB')).text()
    expect(unknown).not.toContain('href="tel:')
    expect(unknown).toContain('country=GB')
    expect((await open('/help-now', 'en')).status).toBe(200)
  })
})
