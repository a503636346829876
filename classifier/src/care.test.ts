import { describe, expect, it } from 'vitest'
import { isDanger, readCareExamples } from './care-data.ts'
import { compilePhrase, createFinder, isDense, keysOf, toWords } from './care-phrases.ts'
import { careRules } from './care-rules.ts'
import { loadClassifier } from './classifier.ts'
import { comparable } from './folds.ts'
import { languages } from './labels.ts'
import { normalise } from './normalise.ts'

const classifier = loadClassifier()
const dev = readCareExamples('dev')

describe('the texts by which the detection of danger is measured', () => {
  it.each([
    ['dev', 20],
    ['test', 12],
  ] as const)('%s has at least %i of danger and as many quiet ones in each language', (name, least) => {
    const examples = readCareExamples(name)
    for (const language of languages) {
      const own = examples.filter((example) => example.language === language)
      expect(own.filter(isDanger).length, language).toBeGreaterThanOrEqual(least)
      expect(own.filter((example) => !isDanger(example)).length, language).toBeGreaterThanOrEqual(least)
    }
  })

  it('are in one of the two only', () => {
    const known = new Set(dev.map(({ text }) => comparable(text)))
    expect(readCareExamples('test').filter(({ text }) => known.has(comparable(text)))).toEqual([])
  })
})

describe('danger', () => {
  it('is noticed where the rules were mended with it in view, and hardly where there is none', () => {
    const found = dev.filter(({ text }) => classifier.classify(text).alert !== null)
    const right = found.filter(isDanger)
    expect(right.length / dev.filter(isDanger).length).toBeGreaterThan(0.97)
    expect(right.length / found.length).toBeGreaterThan(0.97)
  })

  it.each([
    ['I want to end my life', 'self_harm'],
    ['Mi hijo dice que se quiere matar', 'third_person'],
    ['Mein Mann schlägt mich', 'unsafe_home'],
    ['Help me die to self every day', null],
    ['Three years ago I wanted to die. God carried me.', null],
    ['Pray for the victims of the suicide bombing', null],
    ['', null],
  ])('in “%s” is %s', (text, kind) => {
    expect(classifier.classify(text).alert?.kind ?? null).toBe(kind)
  })
})

describe('a phrase', () => {
  it('is found by its keys wherever it stands', () => {
    for (const language of languages) {
      const { self, third, home, weak } = careRules[language]
      const items = [...self, ...third, ...home, ...weak].map((phrase) => ({ phrase: compilePhrase(phrase, language) }))
      const find = createFinder(items, { isDense: isDense(language), isArabic: language === 'ar' })
      for (const { text } of dev.filter((example) => example.language === language)) {
        const read = isDense(language) ? normalise(text) : toWords(normalise(text))
        const missed = items.filter((item) => item.phrase.expression.test(read) && !find(read).has(item))
        expect(
          missed.map((item) => item.phrase.source),
          text,
        ).toEqual([])
      }
    }
  })

  it.each([
    ['(want|wish) to (die|disappear)', false, ['want', 'wish']],
    ['(a|the) rope', false, ['rope']],
    ['cut~ myself', false, ['myself']],
    ['(very |)much alone', false, ['alone']],
    ['(不想|不愿)(再)?活', true, ['不想', '不愿']],
    ['(.{0,8})药', true, ['药']],
  ])('%s has as keys what it surely holds', (phrase, isUnspaced, keys) => {
    expect(keysOf(phrase, isUnspaced)).toEqual(keys)
  })

  it('ends where the sentence ends', () => {
    const { expression } = compilePhrase('my father * hits me', 'en')
    expect(expression.test(toWords('my father often hits me'))).toBe(true)
    expect(expression.test(toWords('my father is ill. she hits me'))).toBe(false)
  })
})
