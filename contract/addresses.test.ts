import { expect, it } from 'vitest'
import { mailboxOf, readAddress, toLookupAddress } from './addresses.ts'
import { email } from './sessions.ts'

it.each([
  ['upper case and spaces', ' Ruth@Example.ORG ', 'ruth@example.org'],
  ['a plus, an apostrophe, a hyphen', "o'neill+pray-1@sub.example.org", "o'neill+pray-1@sub.example.org"],
  ['an ampersand', 'a&b@example.org', 'a&b@example.org'],
  ['a department', 'user/dept=x@example.org', 'user/dept=x@example.org'],
  ['a domain in Cyrillic', 'anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['the same as a browser sends it', 'anna@xn--e1afmkfd.xn--p1ai', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['an umlaut in the domain', 'anna@München.example', 'anna@xn--mnchen-3ya.example'],
  ['the same as a Mac writes it', 'anna@mu\u0308nchen.example', 'anna@xn--mnchen-3ya.example'],
  ['a name beyond ASCII', 'Jürgen@example.org', 'jürgen@example.org'],
  ['the same as a Mac writes it', 'ju\u0308rgen@example.org', 'jürgen@example.org'],
  ['a name in Hindi', 'हन्ना@example.org', 'हन्ना@example.org'],
  ['an address in Chinese', '用户@例子。公司', '用户@xn--fsqu00a.xn--55qx5d'],
  ['a Japanese keyboard', 'ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'anna@example.org'],
  ['a long ending', 'anna@example.photography', 'anna@example.photography'],
  ['invisible signs around it', '\u202aanna@example.org\u202c\u200b', 'anna@example.org'],
  ['a line break of Word', 'anna@example.org\u000b', 'anna@example.org'],
  ['a name before it', 'Anna Weber <anna@example.org>', 'anna@example.org'],
  ['a copied link', 'mailto:anna@example.org', 'anna@example.org'],
  ['the end of a sentence', 'anna@example.org.', 'anna@example.org'],
])('takes %s', (_, written, address) => {
  expect(readAddress(written)).toEqual({ address })
  expect(email.parse(written)).toBe(address)
  expect(readAddress(address)).toEqual({ address })
  expect(toLookupAddress(written)).toBe(address)
})

it.each([
  [' ', 'empty'],
  ['anna', 'no_at'],
  ['anna.example.org', 'no_at'],
  ['anna weber@example.org', 'space'],
  ['anna@exam ple.org', 'space'],
  ['anna@ruth@example.org', 'many_at'],
  ['@example.org', 'no_name'],
  ['anna@', 'no_ending'],
  ['anna@example', 'no_ending'],
  ['anna@example.', 'no_ending'],
  ['anna@example..org', 'dots'],
  ['anna@.example.org', 'dots'],
  ['.anna@example.org', 'dots'],
  ['anna.@example.org', 'dots'],
  ['an(na@example.org', 'sign'],
  ['"anna"@example.org', 'sign'],
  ['anna@exa_mple.org', 'sign'],
  ['anna@example.org/x', 'sign'],
  ['anna@-example.org', 'domain'],
  ['anna@127.0.0.1', 'domain'],
  ['anna@example.12', 'domain'],
  [`anna@${'x'.repeat(64)}.org`, 'domain'],
  [`${'ü'.repeat(122)}@example.org`, 'too_long'],
  ['x'.repeat(1001), 'too_long'],
])('refuses %j, and knows why: %s', (written, problem) => {
  expect(readAddress(written)).toMatchObject({ problem })
  expect(email.safeParse(written).success).toBe(false)
  expect(toLookupAddress(written)).toBe(written.trim())
})

it('names the sign that no address has', () => {
  expect(readAddress('an🙏na@example.org')).toEqual({ problem: 'sign', sign: '🙏' })
})

it.each([
  ['a Cyrillic a in the domain', 'anna@apple.example', 'anna@аpple.example'],
  ['a Cyrillic a in the name', 'anna@example.org', 'аnna@example.org'],
  ['an i without a dot', 'mike@example.org', 'mıke@example.org'],
  ['a sharp s', 'anna@fass.example', 'anna@faß.example'],
  ['a ligature', 'fish@example.org', 'ﬁsh@example.org'],
])('keeps two that look alike apart: %s', (_, one, other) => {
  expect(email.parse(one)).not.toBe(email.parse(other))
})

it.each([
  ['hannah@example.org', 'hannah@example.org'],
  ['hannah+1@example.org', 'hannah@example.org'],
  ['h.a.nnah+list+1@sub.example.org', 'hannah@sub.example.org'],
  ['+hannah@example.org', '+hannah@example.org'],
])('%s leads to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
