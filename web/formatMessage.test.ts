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

it('keeps a name in Arabic letters apart from what follows it in a sentence from left to right', () => {
  expect(format('en', ['Update from ', ['name']], { name: 'مريم' })).toBe('Update from \u2068مريم\u2069')
})

it('ends a sentence once, also with a name that ends with a dot', () => {
  expect(format('en', ['We tell ', ['name'], '.'], { name: 'Hannah W.' })).toBe('We tell Hannah W.')
  expect(format('en', ['We tell ', ['name'], '.'], { name: 'Hannah' })).toBe('We tell Hannah.')
  expect(format('en', ['We tell ', ['name'], '.'], { name: 'يوسف ح.' })).toBe('We tell \u2068يوسف ح.\u2069')
  expect(format('ar', ['غادرت ', ['name'], '.'], { name: 'Hannah W.' })).toBe('غادرت \u2068Hannah W.\u2069')
})

it('lets a word select a form where sentences are read from right to left', () => {
  expect(format('ar', [['part', 1, { morning: 'صباحًا', other: 'مساءً' }]], { part: 'morning' })).toBe('صباحًا')
})
