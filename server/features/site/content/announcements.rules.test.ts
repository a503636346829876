import { expect, it } from 'vitest'
import type { Language } from '../../../../contract/fields.ts'
import { chooseUnread } from './announcements.rules.ts'

const of = (slug: string | null, language: Language, is_read?: boolean) => ({
  slug,
  language,
  metadata: is_read === undefined ? {} : { is_read },
})

it.each([
  ['the reader’s language', 'de', [of('tea', 'en'), of('tea', 'de'), of('tea', 'fr')], ['tea de']],
  ['English where theirs is missing', 'ko', [of('tea', 'de'), of('tea', 'en')], ['tea en']],
  ['any where both are missing', 'ko', [of('tea', 'de'), of('tea', 'fr')], ['tea de']],
  ['all that have no address', 'de', [of(null, 'en'), of(null, 'en'), of(null, 'fr')], ['- en', '- en', '- fr']],
  ['each address once', 'en', [of('tea', 'en'), of('walk', 'de'), of('walk', 'en')], ['tea en', 'walk en']],
  ['nothing that was read in another language', 'de', [of('tea', 'de', false), of('tea', 'en', true)], []],
  ['what was not read, beside what was', 'de', [of(null, 'de', true), of(null, 'de', false)], ['- de']],
] as const)('shows %s', (_, language, items, shown) => {
  expect(chooseUnread([...items], language).map((item) => `${item.slug ?? '-'} ${item.language}`)).toEqual(shown)
})
