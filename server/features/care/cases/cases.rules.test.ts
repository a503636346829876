import { describe, expect, it } from 'vitest'
import { firstNameOf, sentencesOf, wordsEndedBefore, wordsUntil } from './cases.rules.ts'

it.each([
  ['Ruth Katz', 'Ruth'],
  ['  Inês   D.', 'Inês'],
  ['김민지', '김민지'],
  ['Ein Mitglied', 'Ein Mitglied'],
  ['', ''],
])('calls %j %j', (name, first) => expect(firstNameOf(name)).toBe(first))

it.each([
  ['I am tired. I want to go!\nPray for me', ['I am tired.', 'I want to go!', 'Pray for me']],
  ['もう疲れました。消えたい。', ['もう疲れました。', '消えたい。']],
  ['हर रात। अकेला हूँ', ['हर रात।', 'अकेला हूँ']],
  [' ', []],
])('finds the sentences of %j', (text, sentences) => expect(sentencesOf(text)).toEqual(sentences))

describe('the words of a closed case', () => {
  const closed_at = '2026-05-01T10:00:00.000Z'
  it.each([
    ['2026-05-31T09:59:59.999Z', false],
    ['2026-05-31T10:00:00.000Z', true],
  ])('at %s are over: %s', (at, isOver) => {
    expect(wordsUntil(closed_at)).toBe('2026-05-31T10:00:00.000Z')
    expect(closed_at <= wordsEndedBefore(new Date(at))).toBe(isOver)
  })
})
