import { expect, it } from 'vitest'
import { languages } from './fields.ts'
import { isNameless, nameFor, namelessNames } from './languages.ts'

it.each(languages)('calls who has given no name in %s what its readers say, whatever was stored', (language) => {
  for (const stored of Object.values(namelessNames)) {
    expect([isNameless(stored), nameFor(stored, language)]).toEqual([true, namelessNames[language]])
  }
})

it('leaves the names of people as they are', () => {
  for (const name of ['Hannah W.', 'a member', 'Membre Dupont']) {
    expect([isNameless(name), nameFor(name, 'de')]).toEqual([false, name])
  }
})
