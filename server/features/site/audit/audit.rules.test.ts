import { expect, it } from 'vitest'
import { formatCell, formatLine } from './audit.rules.ts'

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
