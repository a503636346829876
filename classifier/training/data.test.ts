import { describe, expect, it } from 'vitest'
import { readExamples, testFolders } from '../runtime/dataset.ts'
import { clarities, readWritten } from './care-data.ts'
import { toComparable } from './folds.ts'
import { labels, languages } from '../runtime/labels.ts'
import { readLexicon } from './lexicon.ts'

// Throws on a line that does not parse, an unknown key or more than three labels.
const examples = readExamples()
const learned = [...examples, ...readWritten()]

describe('the training text', () => {
  it('has no text twice in a language', () => {
    const texts = examples.map((example) => `${example.language} ${example.text.trim().toLowerCase()}`)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })

  it.each(labels)('has at least 250 English texts, and 80 in each other language, about %s first', (label) => {
    for (const language of languages) {
      const count = examples.filter((one) => one.language === language && one.labels[0] === label).length
      expect(count, language).toBeGreaterThanOrEqual(language === 'en' ? 250 : 80)
    }
  })

  it('has texts without a need in every language', () => {
    for (const language of languages) {
      const count = examples.filter((one) => one.language === language && one.labels.length === 0).length
      expect(count, language).toBeGreaterThanOrEqual(language === 'en' ? 60 : 15)
    }
  })
})

describe('the texts as people write them', () => {
  const written = readWritten()
  const dense = ['zh', 'ja', 'ko']

  it('are of at least four authors in each language, each text once', () => {
    for (const language of languages) {
      const authors = new Set(written.filter((one) => one.language === language).map(({ author }) => author))
      expect(authors.size, language).toBeGreaterThanOrEqual(4)
    }
    const texts = written.map(({ text }) => toComparable(text))
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })

  it('are of every length, ordinary ones and danger of each clarity, in each language', () => {
    for (const language of languages) {
      const own = written.filter((one) => one.language === language)
      for (const [from, to] of [
        [0, 80],
        [80, 250],
        [250, 600],
        [600, Infinity],
      ] as const) {
        const count = own.filter(({ text }) => {
          const length = text.length * (dense.includes(language) ? 3 : 1)
          return length >= from && length < to
        }).length
        expect(count / own.length, `${language} ${from}`).toBeGreaterThan(0.08)
      }
      for (const clarity of [null, ...clarities])
        expect(own.filter((one) => one.clarity === clarity).length, `${language} ${clarity}`).toBeGreaterThan(40)
    }
  })
})

describe.each(testFolders.map((folder, index) => [index + 1, folder] as const))(
  'the held-out test %i',
  (number, folder) => {
    const heldOut = readExamples(folder)

    it('shares no text with the training text, by letters and digits', () => {
      const trained = new Set(learned.map((example) => toComparable(example.text)))
      expect(heldOut.filter((example) => trained.has(toComparable(example.text)))).toEqual([])
    })

    it('shares no text of some length with the training text, not even as a part', () => {
      const trained = learned.map((example) => toComparable(example.text)).join('\n')
      const long = heldOut.filter((example) => example.text.length >= 30)
      expect(long.filter((example) => trained.includes(toComparable(example.text)))).toEqual([])
    })

    it('has texts about every category, and texts without a need, in every language', () => {
      for (const language of languages) {
        const mains = heldOut.filter((one) => one.language === language).map((one) => one.labels[0])
        for (const label of [...labels, undefined]) {
          const count = mains.filter((main) => main === label).length
          const least = number === 1 ? (label === undefined ? 8 : 2) : 1
          expect(count, `${language} ${label ?? 'none'}`).toBeGreaterThanOrEqual(least)
        }
      }
    })
  },
)

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
