import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../test/shared-app.ts'
import { makePrayer } from '../test/make.ts'
import { searchPrayers } from './search.ts'
import { toIndexTokens, toWordQueries } from './words.ts'

type Row = [search: string, text: string, why: string]

/** By the language that the texts are taken to be in. */
const found: Record<string, Row[]> = {
  en: [
    ['exam', 'My exams begin next week', 'the plural of what was typed'],
    ['exams', 'The exam went badly', 'the singular of what was typed'],
    ['daughters', 'For my daughter', 'the singular'],
    ['pray', 'I am praying for rain', 'another form of the verb'],
    ['praying', 'Please pray', 'another form of the verb, the other way round'],
    ['families', 'Our family', 'a plural that changes its end'],
    ['mother', "My mother's operation", 'a possessive'],
    ["mother's", 'For my mother', 'a possessive that is typed'],
    ['chemo', 'The chemotherapy begins', 'the beginning of a word'],
    ['ODonnell', "Mrs O'Donnell is ill", 'a name without its apostrophe'],
    ["O'Donnell", 'Mrs ODonnell is ill', 'a name with an apostrophe'],
    ['O’Donnell', 'Mrs O´Donnell is ill', 'any apostrophe'],
    ['oʼdonnell', 'Mrs O`Donnell is ill', 'the letter that looks like one'],
    ['donnell', "Mrs O'Donnell is ill", 'the part of a name'],
    ['wellbeing', 'For her well-being', 'a compound without its hyphen'],
    ['well-being', 'For her wellbeing', 'a compound with a hyphen'],
    ['follow-up', 'The follow up is on Monday', 'a compound in two words'],
    ['🕯', 'Light a 🕯️ for her', 'a picture'],
    ['🙏', 'Please 🙏🏽', 'a picture in any colour'],
    ['🇺🇦', 'For peace in 🇺🇦', 'a flag'],
    ['1️⃣', 'My plea is 1️⃣', 'a key'],
    ['1', 'My plea is 1️⃣', 'the digit on a key'],
    ['1️⃣', 'In room 1', 'a digit'],
    ['oracion', 'Una oración por mi madre', 'accents'],
    ['ORACIÓN', 'una oracion', 'accents that are typed too much'],
    ['ﬁre', 'fire', 'ligatures'],
    ['１２', 'room 12', 'full-width digits'],
    ['soft\u00ADware', 'software', 'invisible characters'],
    ['mother operation', 'The operation of my mother', 'words in any order'],
    ['Istanbul', 'In İstanbul', 'the dotted capital'],
    ['Łódź', 'From Lodz', 'Polish letters'],
    ['Cau nguyen', 'Cầu nguyện', 'Vietnamese'],
    ['Cầu nguyện'.normalize('NFD'), 'Cầu nguyện', 'letters in pieces'],
  ],
  de: [
    ['Gemeinde', 'Für unsere Gemeinden', 'a plural'],
    ['Gemeinden', 'Für unsere Gemeinde', 'a singular'],
    ['Müller', 'Müllers Kinder', 'a name in the genitive'],
    ['Müllers', 'Frau Müller', 'a name that is typed in the genitive'],
    ['muellers', 'Müllers Kinder', 'an umlaut that is spelled out'],
    ['Müller', 'Frau Mueller', 'an umlaut that the text spells out'],
    ['muller', 'Frau Müller', 'an umlaut without its dots'],
    ['strasse', 'Auf der Straße', 'sharp s'],
    ['Krebs', 'Die Krebserkrankung', 'the beginning of a compound'],
    ['kinder', 'Mein Kind', 'a singular'],
  ],
  es: [
    ['oraciones', 'Una oración', 'a singular'],
    ['hospital', 'Los hospitales', 'a plural'],
    ['enfermo', 'Mi abuela está enferma', 'the other gender'],
  ],
  fr: [
    ['prière', 'Vos prières', 'a plural'],
    ["l'église", 'Notre église', 'an article that is typed'],
    ['église', 'Pour l’église', 'an article in the text'],
    ['hopitaux', "À l'hôpital", 'a singular'],
    ["aujourd'hui", 'Aujourd’hui', 'a word with an apostrophe'],
  ],
  pt: [
    ['oração', 'Muitas orações', 'a plural'],
    ['hospitais', 'No hospital', 'a singular'],
    ['irmã', 'Minhas irmãs', 'a plural'],
  ],
  ar: [
    ['مريض', 'صلوا للمريض والكنيسة', 'a preposition and the article'],
    ['الكنيسة', 'صلوا للمريض والكنيسة', '"and" before the article'],
    ['كنيسة', 'في الكنيسة', 'the article'],
    ['والدتي', 'لوالدتي المريضة', 'a preposition'],
    ['والد', 'والدي مريض', 'a word that only looks as if it had an article'],
    ['والدتي', 'من أجل والدتي', 'the same, twice'],
    ['الله', 'والله معنا', 'a word that is nearly an article'],
    ['احمد', 'صلّوا لأجل أحمد', 'alef with hamza'],
    ['أحمد', 'احمد مريض', 'alef without hamza'],
    ['مدرسة', 'في المدرسه', 'ta marbuta, and the article'],
    ['مستشفي', 'في مستشفى', 'alef maqsura'],
    ['محمد', 'مُحَمَّد', 'vowel signs'],
    ['سلام', 'ســــلام', 'tatweel'],
    ['٣', '3 days', 'Arabic digits'],
  ],
  hi: [
    ['प्रार्थना', 'कृपया प्रार्थना करें', 'Devanagari'],
    ['प्रार्थना', 'आपकी प्रार्थनाओं के लिए', 'a plural'],
    ['बच्चा', 'मेरे बच्चे', 'a plural'],
    ['लड़का', 'लड़का', 'nukta'],
    ['चिन्ता', 'मुझे बहुत चिंता है', 'a nasal for which the text has a dot'],
    ['शांति', 'मन की शान्ति के लिए', 'a dot for which the text has the nasal'],
  ],
  ja: [
    ['ウツ', 'うつが長い', 'katakana of hiragana'],
    ['うつ', 'ウツが長い', 'hiragana of katakana'],
    ['ガン', 'ｶﾞﾝの治療', 'half-width kana'],
    ['手術', '明日は母の手術です', 'Japanese words'],
    ['iPhones', '新しいiPhoneです', 'a foreign word'],
  ],
  zh: [
    ['母亲', '请为我的母亲祷告', 'Chinese words'],
    ['病', '母亲病了', 'one Chinese character'],
  ],
  ko: [['어머니', '어머니를 위해', 'Korean with a particle']],
  none: [
    ['exam', 'My exams', 'English, where a text has no language'],
    ['поезд', 'поёзд', 'Cyrillic'],
    ['больниц', 'В больнице', 'the beginning of a word'],
    ['Σωτηρης', 'Ο Σωτήρης', 'Greek'],
  ],
}

const missed: Record<string, Row[]> = {
  en: [
    ['heart art', 'heart', 'parts of words'],
    ['son', 'A song', 'a short word is no beginning of others'],
    ['exam', 'For example', 'a short word is no beginning of others'],
    ['car', 'They care for me', 'words that are one in Spanish alone'],
    ['mother car', 'my mother', 'one word missing'],
    ['%', 'all of it', 'a wildcard'],
    ['_____', 'words', 'a wildcard'],
    ['"" OR *', 'something', 'operators'],
    ['🕯', 'Please 🙏', 'another picture'],
    ['well-being', 'Being ill', 'a part of a compound'],
  ],
  ar: [['سلام', 'الكنيسة', 'another word']],
  hi: [['मां', 'अस्पताल में', 'short words with one stem']],
  ja: [['か', 'が', 'other kana are other words']],
  zh: [['亲母', '母亲', 'the order of characters']],
}

describe('the words of a search', () => {
  const app = sharedTestApp()
  let hannah: string
  beforeAll(async () => {
    hannah = await app.person('hannah')
  })

  const finds = async ([search, content]: Row, language: string): Promise<boolean[]> => {
    const id = await makePrayer(app.ctx, hannah, { content, language: language === 'none' ? null : (language as 'en') })
    const options = { where: sql<boolean>`prayers.id = ${id}`, after: undefined, limit: 1, offset: 0 }
    const results = [false, true].map((is_selective) => searchPrayers(app.ctx.db, search, { ...options, is_selective }))
    return (await Promise.all(results)).map((ids) => ids.length > 0)
  }
  const rows = (of: Record<string, Row[]>) =>
    Object.entries(of).flatMap(([language, cases]) => cases.map((row) => [...row, language] as const))

  it.each(rows(found))('%s finds %s (%s, in %s)', async (search, text, why, language) => {
    expect(await finds([search, text, why], language)).toEqual([true, true])
  })

  it.each(rows(missed))('%s does not find %s (%s, in %s)', async (search, text, why, language) => {
    expect(await finds([search, text, why], language)).toEqual([false, false])
  })

  it('gives the engines letters, marks, digits and pictures alone', () => {
    const hostile = `a'b"c\\d:*&|!()<->%_{}^ \u0000 NEAR AND OR NOT 😀 \uD800x ab-"cd`
    const tokens = [
      ...toIndexTokens(hostile, 'en'),
      ...JSON.stringify(toWordQueries(hostile, { beginnings: true })).matchAll(/"[^"]*"/gu),
    ]
    for (const one of tokens) expect(String(one)).toMatch(/^"?[\p{L}\p{N}\p{M}\p{Extended_Pictographic}·]+"?$/u)
  })

  it('takes as many words as a search can hold', async () => {
    const content = Array.from({ length: 50 }, (_, index) =>
      String.fromCodePoint(0x61 + (index % 26), 0x61 + (index >> 1)),
    )
    expect(await finds([content.join("'"), content.join("'"), ''], 'en')).toEqual([true, true])
    expect(await finds([content.join(' '), content.join(' '), ''], 'en')).toEqual([true, true])
  })

  it('cuts what is absurdly long, on both sides alike', async () => {
    expect(await finds(['x'.repeat(90), 'x'.repeat(4000), ''], 'en')).toEqual([true, true])
  })
})
