import { expect, it } from 'vitest'
import { readAddresses } from './addresses.ts'

it.each<[what: string, text: string, emails: string[], wrong: string | undefined]>([
  ['nothing', ' \n ', [], undefined],
  ['one', ' Ruth@Example.org ', ['ruth@example.org'], undefined],
  [
    'a pasted list',
    'a@example.org\nb@example.org, c@example.org; d@example.org',
    ['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`),
    undefined,
  ],
  ['words beside one another', 'a@example.org b@example.org', ['a@example.org', 'b@example.org'], undefined],
  [
    'names before addresses',
    'Ruth B. <ruth@example.org>, Silas <silas@example.org>',
    ['ruth@example.org', 'silas@example.org'],
    undefined,
  ],
  ['one twice', 'a@example.org, A@example.org', ['a@example.org'], undefined],
  ['a word that is none', 'a@example.org, ruth', ['a@example.org', 'ruth'], 'ruth'],
  ['half an address', 'ruth@', ['ruth@'], 'ruth@'],
])('reads %s', (_, text, emails, wrong) => {
  expect(readAddresses(text)).toEqual({ emails, wrong })
})
