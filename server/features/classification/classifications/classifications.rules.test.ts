import { describe, expect, it } from 'vitest'
import { classifierAudiences } from '../../../../contract/classifications.values.ts'
import { visibilities } from '../../../../contract/prayers.values.ts'
import {
  decideLinks,
  hasSameCategories,
  evaluateLinks,
  filterTeaching,
  matchCategories,
  matchCategory,
  maySendToClassifier,
  toPrediction,
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
    const { matches, unmatched } = matchCategories(said, known)
    expect(toPrediction('m', matches, unmatched)).toMatchObject({
      matches: [
        { category_id: 'c0', confidence: 1 },
        { category_id: 'c2', confidence: 0.7 },
        { category_id: 'c1', confidence: 0.6 },
      ],
      unmatched: 1,
    })
  })

  it('gives a category that was named twice the higher score, at the first place', () => {
    const said = [
      { name: 'Health', score: 0.2 },
      { name: 'mind', score: 0.6 },
      { name: 'health', score: 0.7 },
    ]
    expect(matchCategories(said, known).matches).toEqual([
      { category_id: 'c0', confidence: 0.7 },
      { category_id: 'c1', confidence: 0.6 },
    ])
  })
})

describe('what is sure enough to be shown', () => {
  const found = (...confidences: number[]) =>
    confidences.map((confidence, index) => ({ category_id: `c${index}`, confidence }))
  it.each([
    ['at the threshold', [0.5], ['c0'], []],
    ['below it', [0.49], [], ['c0']],
    ['a main one below it', [0.2, 0.8], ['c1'], ['c0']],
    ['more than three', [0.9, 0.4, 0.8, 0.7, 0.6], ['c0', 'c2', 'c3'], ['c1']],
    ['nothing', [], [], []],
  ])('%s', (_, confidences, shown, unlikely) => {
    const prediction = toPrediction('m', found(...confidences))
    expect(prediction.matches.map(({ category_id }) => category_id)).toEqual(shown)
    expect(prediction.unlikely.map(({ category_id }) => category_id)).toEqual(unlikely)
  })
})

describe('whose corrections teach', () => {
  const by = (author_id: string | null, part: object = {}) => ({
    author_id,
    is_by_moderator: false,
    wanted: ['grief'],
    wrong: [] as string[],
    likeliest: 'health',
    ...part,
  })
  const removed = { wanted: [], wrong: ['health'] }
  it.each([
    ['one author', [by('a')], 0],
    ['one author with three requests', [by('a'), by('a'), by('a')], 0],
    ['two authors', [by('a'), by('b'), by('b')], 0],
    ['three authors', [by('a'), by('b'), by('c')], 3],
    ['requests without an author', [by(null), by(null), by(null)], 0],
    ['a request without an author that three authors agree with', [by('a'), by('b'), by('c'), by(null)], 4],
    ['a moderator', [by('a', { is_by_moderator: true })], 1],
    ['a moderator, whose word is no author’s', [by('a', { is_by_moderator: true }), by('b'), by('c')], 1],
    ['three authors, of requests about something else', [by('a'), by('b'), by('c', { likeliest: 'work' })], 0],
    ['three authors, one of whom wants more', [by('a'), by('b'), by('c', { wanted: ['grief', 'family'] })], 2],
    ['three authors who took one away', [by('a', removed), by('b', removed), by('c', removed)], 3],
    ['three authors who want and do not want it', [by('a'), by('b'), by('c', { wanted: [], wrong: ['grief'] })], 0],
    ['nothing said', [by('a', { wanted: [] })], 0],
  ])('%s', (_, opinions, count) => expect(filterTeaching(opinions)).toHaveLength(count))
})

const machine = (...ids: string[]) => ids.map((category_id) => ({ category_id, confidence: 0.9 }))
const said = (...ids: string[]) => ({ matches: machine(...ids), unlikely: [] })
const unsure = { matches: [], unlikely: [{ category_id: 'a', confidence: 0.2 }] }
const links = (predicted: string[], manual: string[] = []) => ({ manual, predicted: machine(...predicted) })

describe('what to do with a request', () => {
  it.each([
    ['nothing there, something said', links([]), said('a'), machine('a'), null],
    ['something there, something else said', links(['b']), said('a'), machine('a'), null],
    ['something there, nothing said', links(['b']), said(), null, 'disagrees'],
    ['nothing there, nothing said', links([]), said(), null, 'unsorted'],
    ['a person chose', links([], ['p']), said('a'), null, null],
    ['a person chose, the machine too', links(['b'], ['p']), said('a'), null, null],
    ['nothing there, hardly sure', links([]), unsure, null, 'unsure'],
    ['something there, hardly sure', links(['b']), unsure, null, 'disagrees'],
  ])('%s', (_, before, prediction, replace, doubt) => {
    expect(decideLinks(before, prediction)).toEqual({ replace, doubt })
  })

  it.each([
    ['the same, in another order', links(['a', 'b']), said('b', 'a'), null],
    ['one more', links(['a']), said('a', 'b'), 'disagrees'],
    ['one less', links(['a', 'b']), said('a'), 'disagrees'],
    ['nothing any more', links(['a']), said(), 'disagrees'],
    ['hardly sure any more', links(['a']), unsure, 'disagrees'],
    ['nothing there, nothing said', links([]), said(), 'unsorted'],
    ['nothing there, hardly sure', links([]), unsure, 'unsure'],
    ['nothing there, something said', links([]), said('a'), 'unsorted'],
    ['a person chose', links([], ['p']), said('a'), null],
  ])('when the links stay: %s', (_, before, prediction, doubt) => {
    expect(evaluateLinks(before, prediction)).toBe(doubt)
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
