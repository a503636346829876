import { describe, expect, it } from 'vitest'
import { classifierAudiences } from '../../../../contract/classifications.values.ts'
import { visibilities } from '../../../../contract/prayers.values.ts'
import {
  decideLinks,
  hasSameCategories,
  evaluateLinks,
  matchCategories,
  matchCategory,
  maySendToClassifier,
} from './classifications.rules.ts'

const known = [
  ['health', 'Health'],
  ['mind', 'Mind & peace'],
  [null, 'Art'],
  [null, 'Healing arts'],
  [null, 'Mental health'],
  [null, '健康'],
  [null, '家庭健康'],
  [null, 'Élan'],
  [null, 'الصحة'],
].map(([key, name], index) => ({ id: `c${index}`, key: key ?? null, name: name ?? '' }))

describe('matching a classifier’s word with a category', () => {
  it.each([
    // by key and by name, ignoring case
    ['health', 'Health'],
    ['HEALTH', 'Health'],
    ['  Health ', 'Health'],
    ['mind', 'Mind & peace'],
    ['mind &  PEACE', 'Mind & peace'],
    ['élan', 'Élan'],
    ['E\u0301lan', 'Élan'],
    // containment either way, by whole words, the longest name first
    ['Health problems', 'Health'],
    ['his mental health today', 'Mental health'],
    ['peace', 'Mind & peace'],
    ['works of art', 'Art'],
    ['Heart', undefined],
    ['Start', undefined],
    ['artful', undefined],
    ['healthy', undefined],
    ['arts', 'Healing arts'],
    // scripts without spaces: anywhere
    ['心理健康问题', '健康'],
    ['家庭健康问题', '家庭健康'],
    ['الصحة النفسية', 'الصحة'],
    // no match
    ['', undefined],
    ['   ', undefined],
    ['\u200b', undefined],
    ['Sport', undefined],
    ['&', undefined],
  ])('%j means %j', (said, name) => {
    expect(matchCategory(said, known)?.name).toBe(name)
  })

  it('never means a category without a name', () => {
    expect(matchCategory('anything', [{ id: 'x', key: null, name: ' ' }])).toBeUndefined()
  })

  it('takes each category once, three at most, and counts what meant nothing', () => {
    const said = ['Health', 'health problems', 'Sport', 'Art', 'mind', '健康'].map((name, index) => ({
      name,
      score: 1 - index / 10,
    }))
    expect(matchCategories(said, known)).toEqual({
      matches: [
        { category_id: 'c0', confidence: 1 },
        { category_id: 'c2', confidence: 0.7 },
        { category_id: 'c1', confidence: 0.6 },
      ],
      unmatched: 1,
    })
  })
})

const machine = (...ids: string[]) => ids.map((category_id) => ({ category_id, confidence: 0.9 }))
const links = (predicted: string[], manual: string[] = []) => ({ manual, predicted: machine(...predicted) })

describe('what to do with a request', () => {
  it.each([
    ['nothing there, something said', links([]), machine('a'), machine('a'), null],
    ['something there, something else said', links(['b']), machine('a'), machine('a'), null],
    ['something there, nothing said', links(['b']), [], null, 'disagrees'],
    ['nothing there, nothing said', links([]), [], null, 'unsorted'],
    ['a person chose', links([], ['p']), machine('a'), null, null],
    ['a person chose, the machine too', links(['b'], ['p']), machine('a'), null, null],
    [
      'hardly sure',
      links([]),
      [{ category_id: 'a', confidence: 0.2 }],
      [{ category_id: 'a', confidence: 0.2 }],
      'unsure',
    ],
  ])('%s', (_, before, said, replace, doubt) => {
    expect(decideLinks(before, said)).toEqual({ replace, doubt })
  })

  it.each([
    ['the same, in another order', links(['a', 'b']), machine('b', 'a'), null],
    ['one more', links(['a']), machine('a', 'b'), 'disagrees'],
    ['one less', links(['a', 'b']), machine('a'), 'disagrees'],
    ['nothing any more', links(['a']), [], 'disagrees'],
    ['nothing there', links([]), machine('a'), 'unsorted'],
    ['a person chose', links([], ['p']), machine('a'), null],
  ])('when the links stay: %s', (_, before, said, doubt) => {
    expect(evaluateLinks(before, said)).toBe(doubt)
  })

  it('knows the same links by their order', () => {
    expect(hasSameCategories(machine('a', 'b'), machine('a', 'b'))).toBe(true)
    expect(hasSameCategories(machine('a', 'b'), machine('b', 'a'))).toBe(false)
    expect(hasSameCategories(machine('a'), machine('a', 'b'))).toBe(false)
  })
})

describe('what is sent to a classification service', () => {
  const sent = {
    public: ['public'],
    members: ['public', 'members'],
    groups: ['public', 'members', 'group', 'team'],
  }
  it.each(classifierAudiences)('%s: published, unguarded requests of that audience, and no others', (sends) => {
    const shown = { publication: 'published', is_guarded: false } as const
    const may = visibilities.filter((visibility) => maySendToClassifier(sends, { ...shown, visibility }))
    expect(new Set<string>(may)).toEqual(new Set(sent[sends]))
    for (const visibility of visibilities) {
      expect(maySendToClassifier(sends, { ...shown, visibility, is_guarded: true })).toBe(false)
      for (const publication of ['held', 'hidden', 'deleted'] as const)
        expect(maySendToClassifier(sends, { ...shown, visibility, publication })).toBe(false)
    }
  })
})
