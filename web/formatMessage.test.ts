import { expect, it } from 'vitest'
import formatMessage from './formatMessage.ts'

type Message = Parameters<typeof formatMessage>[1]

const format = (locale: string, message: Message, values: Record<string, string>) =>
  formatMessage('key', message, values, { locale, cache: {}, formatters: {} } as Parameters<typeof formatMessage>[3])

it.each([
  ['ar', 'تحديث من ', 'تحديث من \u2068Hannah W.\u2069'],
  ['en', 'Update from ', 'Update from Hannah W.'],
])('keeps a name with its dot together where sentences are read from right to left: %s', (locale, words, shown) => {
  expect(format(locale, [words, ['name']], { name: 'Hannah W.' })).toBe(shown)
})

it('ends a sentence once, also with a name that ends with a dot', () => {
  expect(format('en', ['We tell ', ['name'], '.'], { name: 'Hannah W.' })).toBe('We tell Hannah W.')
  expect(format('en', ['We tell ', ['name'], '.'], { name: 'Hannah' })).toBe('We tell Hannah.')
})

it('lets a word select a form where sentences are read from right to left', () => {
  expect(format('ar', [['part', 1, { morning: 'صباحًا', other: 'مساءً' }]], { part: 'morning' })).toBe('صباحًا')
})
