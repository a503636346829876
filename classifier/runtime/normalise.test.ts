import { describe, expect, it } from 'vitest'
import { normalise } from './normalise.ts'

describe('normalise', () => {
  it.each([
    ['upper case', 'PRAY For Me', 'pray for me'],
    ['full width', 'Ｐｒａｙ', 'pray'],
    ['Latin accents', 'Oración por mi mamá, ção, Übung', 'oracion por mi mama, cao, ubung'],
    ['letters without decomposition', 'Straße, cœur', 'strasse, coeur'],
    ['decomposed accents', 'mama\u0301', 'mama'],
    ['zero-width characters', 'can\u200bcer\ufeff', 'cancer'],
    ['apostrophes within a word', 'don’t', 'dont'],
    ['elisions', "l'église d'Afrique", 'l eglise d afrique'],
    ['digits', '27 days', '00 days'],
    ['alef, ya and ta marbuta', 'أمى مريضة', 'امي مريضه'],
    ['Arabic diacritics and tatweel', 'صَلُّوا لـــي', 'صلوا لي'],
    ['numbers of parcels', 'He is better, 1Z999AA10123456784 thanks', 'he is better,   thanks'],
    ['a word with letters written as digits, which stays', 'su1c1de', 'su0c0de'],
    ['long numbers, which stay', '2026101810', '0000000000'],
    ['Devanagari vowel signs, which stay', 'बीमार', 'बीमार'],
    ['Hangul, which stays whole', '기도', '기도'],
  ])('folds %s', (_, text, expected) => {
    expect(normalise(text)).toBe(expected)
  })
})
