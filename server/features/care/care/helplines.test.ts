import { describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { isStale, readHelplines } from './helplines.queries.ts'

describe('helplines', () => {
  const app = sharedTestApp()

  it('cover thirty countries or more, each with a number that can be called, a source and a date of a year at most', () => {
    const { items } = readHelplines()
    const countries = new Set(items.map(({ country }) => country))
    expect(countries.size).toBeGreaterThanOrEqual(30)
    for (const country of ['US', 'GB', 'ES', 'MX', 'FR', 'DE', 'CN', 'JP', 'KR', 'EG', 'IN', 'BR', 'PT'])
      expect(countries).toContain(country)
    for (const { name, number, checked_on, verified_until } of items) {
      expect(number, name).toMatch(/^[\d *#()+-]+$/)
      expect(Date.parse(verified_until) - Date.parse(checked_on), name).toBeLessThanOrEqual(366 * 86_400_000)
    }
  })

  it('say that they were looked up when they claim to be good for longer', () => {
    const { items } = readHelplines()
    for (const { name, country, checked_against, verified_until } of items) {
      if (verified_until > '2026-06-30') expect(checked_against, `${country} ${name}`).not.toBe(null)
    }
    const numbers = items.map(({ country, kind, number }) => `${country} ${kind} ${number}`)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('name the police where the number for emergencies calls an ambulance', () => {
    const { items } = readHelplines()
    const emergencies = items.filter(({ kind }) => kind === 'emergency')
    // No number is two: `119 / 110` reads as if one of them could not be rung.
    for (const { country, number, kind } of items.filter(({ name }) => /\d \/ \d/.test(name)))
      expect(`${country} ${kind} ${number}`).toMatch(/^(IE|KE) /)
    const police = items.filter(({ kind }) => kind === 'police')
    for (const country of ['JP', 'KR', 'CN', 'TW', 'BR', 'EG', 'SA', 'LB'])
      expect(police.map((line) => line.country)).toContain(country)
    for (const { country, number } of police)
      expect(emergencies.find((line) => line.country === country)?.number, country).not.toBe(number)
  })

  it('are for everybody, and administrators are told which are to be looked at again', async () => {
    const { data } = await app.ask('helplines.list')
    expect(data.international).toBe('https://findahelpline.com')
    expect(data.items.find(({ country, kind }) => country === 'GB' && kind === 'crisis')?.number).toBe('116 123')
    const words = data.items.filter(({ keyword }) => keyword !== null)
    expect(words.map(({ country, kind, keyword }) => `${country} ${kind} ${keyword}`).toSorted()).toEqual([
      'GB text SHOUT',
      'IE text HELLO',
    ])
    const { items, stale } = (await app.ask('helplines.check', {}, { as: await app.signIn('peter') })).data
    expect(stale).toBe(items.filter(({ is_stale }) => is_stale).length)
    expect(isStale({ verified_until: '2026-06-30' }, '2026-06-30T23:00:00.000Z')).toBe(false)
    expect(isStale({ verified_until: '2026-06-30' }, '2026-07-01T00:00:00.000Z')).toBe(true)
  })
})
