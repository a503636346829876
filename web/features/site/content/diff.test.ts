import { describe, expect, it } from 'vitest'
import { type MergeChoice, mergeChunks, diffLines, suggestChoice } from './diff.ts'

const lines = (text: string) => text.replaceAll(' ', '\n')

describe('the difference', () => {
  it.each([
    ['a b c', 'a b c', ['a b c']],
    ['a b c', 'a x c', ['a', '-b +x', 'c']],
    ['a c', 'a b c', ['a', '- +b', 'c']],
    ['a b c', 'a c', ['a', '-b +', 'c']],
    ['a b c d e', 'a x c y e', ['a', '-b +x', 'c', '-d +y', 'e']],
    ['a a b', 'a b', ['a', '-a +', 'b']],
    ['', 'a', ['- +a']],
  ])('from "%s" to "%s"', (from, to, drawn) => {
    const pieces = diffLines(lines(from), lines(to))
    expect(
      pieces.map((piece) =>
        piece.kind === 'same' ? piece.lines.join(' ') : `-${piece.before.join(' ')} +${piece.after.join(' ')}`,
      ),
    ).toEqual(drawn)
  })

  it('of long texts without anything in common is one change', () => {
    const text = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word}${index}`).join('\n')
    expect(diffLines(text('a'), text('b'))).toHaveLength(1)
  })

  it('of long texts with nothing in common but empty lines is one change between what begins and ends both', () => {
    const text = (word: string) =>
      ['first', ...Array.from({ length: 5000 }, (_, index) => (index % 2 ? '' : `${word}${index}`)), 'last'].join('\n')
    expect(diffLines(text('a'), text('b')).map(({ kind }) => kind)).toEqual(['same', 'changed', 'same'])
  })
})

describe('both texts together', () => {
  const [theirs, mine] = [lines('a THEIRS c d'), lines('a b c MINE d')]
  it.each<[MergeChoice[], string]>([
    [['theirs', 'theirs'], theirs],
    [['mine', 'mine'], mine],
    [['theirs', 'mine'], lines('a THEIRS c MINE d')],
    [['both', 'both'], lines('a THEIRS b c MINE d')],
  ])('%s', (choices, text) => {
    expect(mergeChunks(diffLines(theirs, mine), choices)).toBe(text)
  })

  it.each<[string, string[], string[], MergeChoice]>([
    ['a b', ['x'], ['b'], 'theirs'],
    ['a b', ['b'], ['x'], 'mine'],
    ['a b', ['x'], ['y'], 'both'],
    ['a b', [], ['y'], 'both'],
  ])('of "%s", theirs %s and mine %s: %s', (base, before, after, choice) => {
    expect(suggestChoice(lines(base), { before, after })).toBe(choice)
  })
})
