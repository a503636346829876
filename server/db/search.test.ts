import { describe, expect, it } from 'vitest'
import { toIndexTokens, toSearchTokens } from './search.ts'

const finds = (search: string, text: string): boolean => {
  const words = toSearchTokens(search)
  const index = new Set(toIndexTokens(text))
  return words.length > 0 && words.every((one) => index.has(one))
}

describe('the one form of words', () => {
  it.each([
    ['oracion', 'Una oración por mi madre', 'accents'],
    ['ORACIÓN', 'una oracion', 'accents that are typed too much'],
    ['strasse', 'Auf der Straße', 'sharp s'],
    ['ﬁre', 'fire', 'ligatures'],
    ['１２', 'room 12', 'full-width digits'],
    ['احمد', 'صلّوا لأجل أحمد', 'alef with hamza'],
    ['أحمد', 'احمد مريض', 'alef without hamza'],
    ['مدرسة', 'في المدرسه', 'ta marbuta, and the article'],
    ['مستشفي', 'في مستشفى', 'alef maqsura'],
    ['محمد', 'مُحَمَّد', 'vowel signs'],
    ['سلام', 'ســــلام', 'tatweel'],
    ['٣', '3 days', 'Arabic digits'],
    ['母亲', '请为我的母亲祷告', 'Chinese words'],
    ['病', '母亲病了', 'one Chinese character'],
    ['手術', '明日は母の手術です', 'Japanese words'],
    ['ガン', 'ｶﾞﾝの治療', 'half-width kana'],
    ['어머니', '어머니를 위해', 'Korean with a particle'],
    ['प्रार्थना', 'कृपया प्रार्थना करें', 'Devanagari'],
    ['поезд', 'поёзд', 'Cyrillic'],
    ['mother operation', 'The operation of my mother', 'words in any order'],
    ['soft\u00ADware', 'software', 'invisible characters'],
  ])('%s finds %s (%s)', (search, text) => expect(finds(search, text)).toBe(true))

  it.each([
    ['か', 'が', 'other kana are other words'],
    ['亲母', '母亲', 'the order of characters'],
    ['heart art', 'heart', 'parts of words'],
    ['mother car', 'my mother', 'one word missing'],
    ['%', 'all of it', 'a wildcard'],
    ['_____', 'words', 'a wildcard'],
    ['"" OR *', 'something', 'operators'],
  ])('%s does not find %s (%s)', (search, text) => expect(finds(search, text)).toBe(false))

  it('gives the engines letters, marks and digits alone', () => {
    const hostile = `a'b"c\\d:*&|!()<->%_{}^ \u0000 NEAR AND OR NOT 😀 \uD800x`
    for (const one of [...toIndexTokens(hostile), ...toSearchTokens(hostile)])
      expect(one).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
  })

  it('cuts what is absurdly long, on both sides alike', () => {
    expect(finds('x'.repeat(90), 'x'.repeat(4000))).toBe(true)
  })
})
