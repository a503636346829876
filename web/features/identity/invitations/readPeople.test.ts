import { expect, it } from 'vitest'
import { judge } from './judge.ts'
import { decodeList, readPeople } from './readPeople.ts'

const anna = { name: 'Anna Beck', email: 'anna@example.org' }
const emeka = { name: 'Emeka Obi', email: 'emeka@example.org' }
const [bareAnna, bareEmeka, bareLea] = [anna, emeka, { email: 'lea@example.org' }].map(({ email }) => ({
  name: '',
  email,
}))

it.each([
  ['a line each', 'anna@example.org\nemeka@example.org\n', [bareAnna, bareEmeka]],
  ['commas', 'anna@example.org, emeka@example.org', [bareAnna, bareEmeka]],
  ['semicolons, as Outlook', 'anna@example.org; emeka@example.org;', [bareAnna, bareEmeka]],
  [
    'names with brackets',
    '"Beck, Anna" <anna@example.org>, Emeka Obi <emeka@example.org>',
    [{ ...anna, name: 'Beck, Anna' }, emeka],
  ],
  [
    'last names first, as Outlook',
    'To: Beck, Anna <anna@example.org>; Obi, Emeka <emeka@example.org>',
    [
      { ...anna, name: 'Beck, Anna' },
      { ...emeka, name: 'Obi, Emeka' },
    ],
  ],
  [
    'last names first, a line each',
    'Beck, Anna <anna@example.org>\nObi, Emeka <emeka@example.org>',
    [
      { ...anna, name: 'Beck, Anna' },
      { ...emeka, name: 'Obi, Emeka' },
    ],
  ],
  [
    'last names first among others',
    'Anna Beck <anna@example.org>, Obi, Emeka <emeka@example.org>',
    [anna, { ...emeka, name: 'Obi, Emeka' }],
  ],
  ['a name beside each', 'Anna Beck anna@example.org\nemeka@example.org Emeka Obi', [anna, emeka]],
  ['columns of a spreadsheet', 'Anna Beck\tanna@example.org\t0171 234\nEmeka Obi\temeka@example.org\t', [anna, emeka]],
  ['two names', 'Anna,Beck,anna@example.org\nEmeka,Obi,emeka@example.org', [anna, emeka]],
  [
    'a German spreadsheet',
    'Nr.;Nachname;Vorname;E-Mail;Eintritt\n1;Beck;Anna;anna@example.org;3.4.2019\n2;Obi;Emeka;;',
    [anna, { name: 'Emeka Obi', email: '' }],
  ],
  ['Google Forms', 'Timestamp,Email Address,Your name,Name\n2026/11/20 9:14,anna@example.org,x,Anna Beck', [anna]],
  ['Planning Center', 'Person ID,First Name,Last Name,Home Email,Work Email\n1,Anna,Beck,,anna@example.org', [anna]],
  ['Breeze', '"Breeze ID","First Name","Last Name","Email"\n"7","Emeka","Obi","emeka@example.org"', [emeka]],
  ['Chinese columns', '姓名,邮箱\nAnna Beck,anna@example.org', [anna]],
  ['Arabic columns', 'الاسم,البريد الإلكتروني\nEmeka Obi,emeka@example.org', [emeka]],
  ['a table with a wrong address', 'Name,Email\nAnna Beck,anna.example.org', [{ ...anna, email: 'anna.example.org' }]],
  ['full-width signs', 'anna＠example.org', [{ name: '', email: 'anna＠example.org' }]],
  ['spaces', 'anna@example.org emeka@example.org', [bareAnna, bareEmeka]],
  ['a row of a spreadsheet', 'anna@example.org\temeka@example.org', [bareAnna, bareEmeka]],
  ['brackets alone', 'Anna Beck <anna@example.org> Emeka Obi <emeka@example.org>', [anna, emeka]],
  ['names after addresses', 'anna@example.org Anna Beck emeka@example.org Emeka Obi', [anna, emeka]],
  ['a line above', 'Our emails\nanna@example.org, emeka@example.org', [bareAnna, bareEmeka]],
  ['a line above names', 'Email list\nAnna Beck <anna@example.org>; Emeka Obi <emeka@example.org>', [anna, emeka]],
  ['two in a cell', 'Name,Email\nBeck,anna@example.org emeka@example.org', [bareAnna, bareEmeka]],
  ['Japanese signs', 'anna@example.org、emeka@example.org', [bareAnna, bareEmeka]],
  ['Chinese signs', 'Anna Beck anna@example.org，Emeka Obi emeka@example.org；', [anna, emeka]],
  ['Arabic signs', 'anna@example.org، emeka@example.org؛', [bareAnna, bareEmeka]],
  ['addresses as names', "'anna@example.org' <anna@example.org>; emeka@example.org", [bareAnna, bareEmeka]],
  ['labels and lists', 'To: Anna Beck <anna@example.org>\n2. Emeka Obi - emeka@example.org', [anna, emeka]],
  [
    'phone numbers beside names',
    'Anna Beck +49 171 2345678 anna@example.org\nEmeka Obi - (0171) 234-567 - emeka@example.org',
    [anna, emeka],
  ],
  [
    'phone numbers within the signs around names',
    'anna@example.org (Anna Beck 0171 234)\n"Emeka Obi 0171" <emeka@example.org>',
    [anna, emeka],
  ],
  ['round brackets', 'Anna Beck (anna@example.org)\nemeka@example.org (Emeka Obi)', [anna, emeka]],
  ['two names, one with another hyphen', 'Anna–Lena,Beck,anna@example.org', [{ ...anna, name: 'Anna–Lena Beck' }]],
  [
    'last names first, with another hyphen',
    'Beck, Anna–Lena <anna@example.org>',
    [{ ...anna, name: 'Beck, Anna–Lena' }],
  ],
  ['no address', 'We meet on Sunday.\nBring a friend, please.', []],
  ['nothing', '  \n ', []],
  [
    'a list in which two have no address',
    'Our choir\nAnna Beck anna@example.org\nGrace O.\nemeka@example.org\n2. Tom Roe - tom.example.org\nlea@example.org',
    [anna, { name: 'Grace O.', email: '' }, bareEmeka, { name: 'Tom Roe', email: 'tom.example.org' }, bareLea],
  ],
  [
    'a table in which one has none',
    'Anna Beck;anna@example.org\nGrace O.;\nEmeka Obi;emeka@example.org',
    [anna, { name: 'Grace O.', email: '' }, emeka],
  ],
  ['words around a list', 'Dear Anna,\nanna@example.org\nemeka@example.org\nCall me: 555-1234.', [bareAnna, bareEmeka]],
  ['a letter', 'Please write to us.\nWe meet on Sundays.\nAnna\nanna@example.org', [bareAnna]],
])('reads people from %s', (_, text, people) => {
  expect(readPeople(text)).toEqual(people)
})

it.each([
  'Bob & Linda',
  'Maria (Oma)',
  '„Oma“ Resi',
  'می\u200cنا',
  'マリア・テレサ',
  'Chlöe 👩🏽\u200d🦽',
  'Anna\u00a0Beck',
  '山田\u3000花子',
])('reads %s from a column without a title', (name) =>
  expect(readPeople(`7\t${name}\t3.4.2019\tanna@example.org\n8\t\t\temeka@example.org`)[0]?.name).toBe(name),
)

it('reads five thousand lines', () => {
  const lines = Array.from({ length: 5000 }, (__, index) => `Person ${index};person-${index}@example.org`)
  expect(readPeople(lines.join('\r\n'))).toHaveLength(5000)
})

it.each([
  ['UTF-8', [0xc3, 0xa9], 'é'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'é'],
  ['UTF-16', [0xff, 0xfe, 0xe9, 0], 'é'],
  ['Windows', [0xe9], 'é'],
  ['no text', [0x50, 0x4b, 3, 4, 0, 0], undefined],
])('decodes a file in %s', (_, bytes, text) => {
  expect(decodeList(new Uint8Array(bytes))).toBe(text)
})

it.each([
  ['a long one is cut', 'A'.repeat(80), 'A'.repeat(60)],
  ['spaces of a spreadsheet', ' Anna\u00a0  Beck\t', 'Anna Beck'],
  ['nothing that can be seen', '\u200b\u2060', ''],
  ['half a character', 'Anna \ud83d', ''],
])('gives people names that an account may have: %s', (_, name, kept) => {
  expect(judge([{ name, email: anna.email }], new Map())[0]?.name).toBe(kept)
})

it('says of each person what inviting would do', () => {
  const list = ['anna@example.org', 'ANNA@example.org', 'emeka@', 'here@example.org', 'late@example.org']
  const known = new Map([
    ['anna@example.org', 'new'],
    ['here@example.org', 'member'],
  ] as const)
  const rows = judge(
    list.map((email) => ({ name: '', email })),
    known,
  )
  expect(rows.map(({ state }) => state)).toEqual(['new', 'double', 'wrong', 'member', 'unknown'])
})
