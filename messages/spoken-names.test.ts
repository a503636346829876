import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Buttons whose name says more than is seen: file, section, what is seen, the name. */
const buttons = [
  ['admin_site', 'checks', 'again', 'again_one'],
  ['admin_site', 'people', 'approve', 'approve_one'],
  ['admin_site', 'people', 'decline', 'decline_one'],
  ['lists', 'today', 'pray', 'pray_for'],
  ['profile', 'devices', 'end', 'end_one'],
  ['second_factors', 'second_factors', 'remove', 'remove_one'],
] as const

const languages = readdirSync('messages', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
type Catalogue = Record<string, Record<string, string>>
const read = (language: string, area: string): Catalogue =>
  JSON.parse(readFileSync(`messages/${language}/${area}.json`, 'utf8')) as Catalogue

// Who speaks to the device says what they see (WCAG 2.5.3). The names that are put together in other ways are looked at in the browser.
it.each(languages)('a button’s name begins with what is seen on it: %s', (language) => {
  for (const [area, section, seen, name] of buttons) {
    const words = read(language, area)[section] ?? {}
    expect(words[seen], `${area}.${section}.${seen}`).toBeTruthy()
    expect(words[name]?.toLowerCase(), `${area}.${section}.${name}`).toMatch(
      new RegExp(`^${RegExp.escape(words[seen]?.toLowerCase() ?? '')}`, 'u'),
    )
  }
  expect(read(language, 'groups')['groups']?.['act_on']).toMatch(/^\{act\}/)
})
