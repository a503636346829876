import { describe, expect, it } from 'vitest'
import { isDanger, readCareExamples, readCareTraining, heldOutFiles, readHeldOut, readLife } from './care-data.ts'
import { careThresholds, detectCare, toAlert } from '../runtime/care.ts'
import { compilePhrase, createFinder, isDense, extractKeys, toWords } from '../runtime/care-phrases.ts'
import { careRules } from '../runtime/care-rules.ts'
import { loadClassifier } from '../runtime/classifier.ts'
import { toComparable } from './folds.ts'
import { languages } from '../runtime/labels.ts'
import { normalise } from '../runtime/normalise.ts'

const classifier = loadClassifier()
const examples = readCareExamples()
const dev = examples.filter(({ source }) => source === 'dev')

describe('the texts from which danger is learned', () => {
  it('are at least 150 of danger and 200 without in each language', () => {
    for (const language of languages) {
      const own = examples.filter((example) => example.language === language)
      expect(own.filter(isDanger).length, language).toBeGreaterThanOrEqual(150)
      expect(own.filter((example) => !isDanger(example)).length, language).toBeGreaterThanOrEqual(200)
    }
  })

  it('are there once each, by letters and digits', () => {
    const texts = examples.map(({ language, text }) => `${language} ${toComparable(text)}`)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })
})

describe('danger', () => {
  it('is noticed in the texts from which it was learned, and hardly where there is none', () => {
    const found = examples.filter(({ text }) => classifier.classify(text).alert !== null)
    const right = found.filter(isDanger)
    expect(right.length / examples.filter(isDanger).length).toBeGreaterThan(0.93)
    expect(right.length / found.length).toBeGreaterThan(0.9)
  })

  it.each([
    ['I want to end my life', 'self_harm'],
    ['Mi hijo dice que se quiere matar', 'third_person'],
    ['Mein Mann schlägt mich', 'unsafe_home'],
    ['Help me die to self every day', null],
    ['Three years ago I wanted to die. God carried me.', null],
    ['Pray for the victims of the suicide bombing', null],
    ['', null],
    // In words that no rule contains.
    ['He took the battery out of my phone and the car keys, and I count his steps on the stairs', 'unsafe_home'],
    ['My best friend gave me her cat and her guitar and says she will not need them any more', 'third_person'],
    ['昨晚又在阳台边站了很久，觉得自己是大家的累赘', 'self_harm'],
    // Short texts, as people describe how somebody is; a name or a number must not cause an alert.
    ['He is better', null],
    ['He is better, Oluwaseun sends his love', null],
    ['He is fine. 1Z999AA10123456784', null],
    ['Il va plus mal', null],
    ['He hits me', 'unsafe_home'],
    ['I am dead tired, three night shifts in a row, pray for rest', null],
  ])('in “%s” is %s', (text, kind) => {
    expect(classifier.classify(text).alert?.kind ?? null).toBe(kind)
  })

  it.each([
    ['My knee hurts me when I climb stairs.', null],
    ['My tooth hurts me and I am afraid of the dentist.', null],
    ['He hurts me when he drinks.', 'unsafe_home'],
    ['God is good. My knee hurts me when I climb stairs.', null],
    ['My husband hurts me and my knee hurts me too.', 'unsafe_home'],
    ['He kicks my knee, hurts me and laughs.', 'unsafe_home'],
    ['He threw a chair and my foot hurts me.', 'unsafe_home'],
    ['He grabs my arm, hurts me and laughs.', 'unsafe_home'],
    ['Me tiro a la vía.', 'self_harm'],
    ['Ele é violento.', 'unsafe_home'],
  ])('by the rules, in “%s” is %s', (text, kind) => {
    expect(detectCare(normalise(text), {})).toBe(kind)
  })
})

describe('a phrase', () => {
  it('is found by its keys wherever it stands', () => {
    for (const language of languages) {
      const { self, third, home, weak } = careRules[language]
      const items = [...self, ...third, ...home, ...weak].map((phrase) => ({ phrase: compilePhrase(phrase, language) }))
      const find = createFinder(items)
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
    ['(want|wish) to (die|disappear)', ['want', 'wish']],
    ['(a|the) rope', ['rope']],
    ['cut~ myself', ['myself']],
    ['(very |)much alone', ['alone']],
    ['(cut|burn)~ (me|us)', ['cut~', 'burn~']],
    ['(two|three (days|nights)) *', []],
  ])('%s has as keys what it surely holds', (phrase, keys) => {
    expect(extractKeys(phrase)).toEqual(keys)
  })

  it('ends where the sentence ends', () => {
    const { expression } = compilePhrase('my father * hits me', 'en')
    expect(expression.test(toWords('my father often hits me'))).toBe(true)
    expect(expression.test(toWords('my father is ill. she hits me'))).toBe(false)
  })
})

const few = 'Please pray for my mother. '

describe('a level of danger', () => {
  it.each([
    ['a plain phrase in few words', 'I want to end my life', 'certain'],
    ['the same among much else', `I want to end my life. ${few.repeat(12)}`, 'perhaps'],
    [
      'what only the model tells',
      'I cannot sleep and I wonder whether anybody would miss me if I were gone.',
      'perhaps',
    ],
    ['an ordinary request', few.repeat(2), null],
    ['an ordinary request that is long', few.repeat(60), null],
  ])('%s', (_, text, level) => {
    expect(classifier.classify(text).alert?.level ?? null).toBe(level)
  })

  it('asks as much more of a text as it is longer', () => {
    const [short, long] = [60, 600].map((length) => 'a'.repeat(length))
    const levelOf = (text: string | undefined, danger: number) =>
      toAlert({ text: text ?? '', margins: Float64Array.of(danger, 0, 0, 0) }, () => null)?.level ?? null
    const { certain, perhaps } = careThresholds
    expect([levelOf(short, certain), levelOf(short, certain - 0.01)]).toEqual(['certain', 'perhaps'])
    expect([levelOf(short, perhaps), levelOf(short, perhaps - 0.01)]).toEqual(['perhaps', null])
    const more = 0.6 * Math.log(600 / 80)
    expect([levelOf(long, certain + more), levelOf(long, certain + more - 0.01)]).toEqual(['certain', 'perhaps'])
    expect([levelOf(long, perhaps + more), levelOf(long, perhaps + more - 0.01)]).toEqual(['perhaps', null])
  })

  it('holds at most one in a hundred requests as they are written, and asks about at most eight more', () => {
    const ordinary = readLife().filter(({ clarity }) => clarity === null)
    const levels = ordinary.map(({ text }) => classifier.classify(text).alert?.level)
    expect(levels.filter((level) => level === 'certain').length / ordinary.length).toBeLessThanOrEqual(0.01)
    expect(levels.filter((level) => level === 'perhaps').length / ordinary.length).toBeLessThanOrEqual(0.08)
  })

  it('notices most danger as it is written, and nearly all that is said plainly', () => {
    const danger = readLife().filter(({ clarity }) => clarity !== null)
    const share = (some: typeof danger, holds: (level: string | undefined) => boolean) =>
      some.filter(({ text }) => holds(classifier.classify(text).alert?.level)).length / some.length
    const plain = danger.filter(({ clarity }) => clarity === 'plain')
    expect(share(danger, (level) => level === 'certain')).toBeGreaterThanOrEqual(0.6)
    expect(share(danger, (level) => level !== undefined)).toBeGreaterThanOrEqual(0.87)
    expect(share(plain, (level) => level !== undefined)).toBeGreaterThanOrEqual(0.97)
  })
})

it('is measured on texts from which nothing is learned', () => {
  const learned = new Set(readCareTraining().map(({ text }) => normalise(text)))
  const heldOut = [...heldOutFiles.flatMap(readHeldOut), ...readLife()]
  expect(heldOut.length).toBeGreaterThan(1200)
  expect(heldOut.filter(({ text }) => learned.has(normalise(text)))).toEqual([])
})
