import { expect, it, vi } from 'vitest'
import { ownCountry } from './ownCountry.ts'

it.each([
  [['de', 'en-GB', 'pt-BR'], 'GB'],
  [['C', 'en_US.UTF-8', 'en-US@posix', '', 'pt-BR'], 'BR'],
  [['c'], ''],
  [[], ''],
])('of the languages %j the country is "%s"', (languages, country) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  expect(ownCountry()).toBe(country)
})
