import { expect, it } from 'vitest'
import { changeOf, formatCell, formatLine } from './audit.rules.ts'

it.each([
  ['an act', 'accounts.suspend', 'accounts.suspend'],
  ['nothing', null, ''],
  ['a comma', 'rude, twice', '"rude, twice"'],
  ['a quotation mark', 'called me "fool"', '"called me ""fool"""'],
  ['a line end', 'one\ntwo', '"one\ntwo"'],
  ['a formula', '=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['a plus', '+1+2', "'+1+2"],
  ['a minus', '-2+3', "'-2+3"],
  ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
  ['a full-width sign', '＝1+1', "'＝1+1"],
  ['a tab', '\t=1', "'\t=1"],
  ['a carriage return', '\r=1', `"'\r=1"`],
  ['a formula behind spaces', '  =1', "'  =1"],
  ['a sign in the middle', 'a=b', 'a=b'],
])('%s in a cell', (_, value, written) => {
  expect(formatCell(value)).toBe(written)
})

it('ends a line as RFC 4180 says', () => {
  expect(formatLine(['a', null, 'c'])).toBe('a,,c\r\n')
})

it.each<[string, Parameters<typeof changeOf>[0], ReturnType<typeof changeOf>]>([
  [
    'a decision',
    { action: 'reports.decide', detail: { status: 'actioned', decision: 'hidden' } },
    { from: null, to: ['hidden'] },
  ],
  ['a dismissal', { action: 'reports.decide', detail: { status: 'dismissed' } }, { from: null, to: ['dismissed'] }],
  ['nothing of care', { action: 'reports.decide', detail: { decision: 'referred_to_care' } }, { from: null, to: [] }],
  [
    'nothing of care undone',
    { action: 'decisions.undo', detail: { decision: 'referred_to_care' } },
    { from: null, to: [] },
  ],
  [
    'nothing of danger',
    { action: 'holds.keep', detail: { held_reason: 'crisis', from: 'a', to: 'b' } },
    { from: null, to: [] },
  ],
  ['an appeal', { action: 'appeals.decide', detail: { outcome: 'upheld' } }, { from: null, to: ['upheld'] }],
  ['a setting', { action: 'settings.write', detail: { from: true, value: false } }, { from: 'on', to: ['off'] }],
  ['no list of people', { action: 'settings.write', detail: { from: ['a'], value: ['b'] } }, { from: null, to: [] }],
  ['no half of a change', { action: 'settings.write', detail: { value: 'open' } }, { from: null, to: [] }],
])('tells %s of an act', (_, act, change) => expect(changeOf(act)).toEqual(change))
