import { describe, expect, it } from 'vitest'
import { readExamples } from './dataset.ts'
import { labels, languages } from './labels.ts'
import { readLexicon } from './lexicon.ts'

// Reading fails on a line that does not parse, an unknown key or more than three labels.
const examples = readExamples()

describe('the training text', () => {
  it('has no text twice in a language', () => {
    const texts = examples.map((example) => `${example.language} ${example.text.trim().toLowerCase()}`)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })

  it.each(labels)('has at least 60 English texts, and 15 in each other language, about %s first', (label) => {
    for (const language of languages) {
      const count = examples.filter((one) => one.language === language && one.labels[0] === label).length
      expect(count, language).toBeGreaterThanOrEqual(language === 'en' ? 60 : 15)
    }
  })

  it('has texts without a need in every language', () => {
    for (const language of languages) {
      const count = examples.filter((one) => one.language === language && one.labels.length === 0).length
      expect(count, language).toBeGreaterThanOrEqual(language === 'en' ? 60 : 15)
    }
  })
})

describe('the lexicon', () => {
  it('has at least 30 terms for every category in every language', () => {
    const terms = readLexicon()
    for (const language of languages) {
      for (const label of labels) {
        const count = terms.filter((term) => term.language === language && term.label === label).length
        expect(count, `${language} ${label}`).toBeGreaterThanOrEqual(30)
      }
    }
  })
})
