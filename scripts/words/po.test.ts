import { describe, expect, it } from 'vitest'
import { type PoEntry, PoError, readPo, writePo } from './po.ts'

const entry = (fields: Partial<PoEntry>): PoEntry => ({
  context: 'app.feed.title',
  id: 'Prayer requests',
  text: 'Intentions',
  isFuzzy: false,
  notes: [],
  places: [],
  ...fields,
})

describe('a text comes back as it was written', () => {
  it.each([
    ['empty', ''],
    ['quotation marks', 'Sie sagte "Amen", und „ja“, and “yes”.'],
    ['backslashes', String.raw`C:\new \\ \" \n`],
    ['lines', 'One\nTwo\n\nThree\n'],
    ['a tab and a carriage return', 'a\tb\r\nc'],
    ['a plural', '{count, plural, =0 {none} one {# "request"} other {# requests}}'],
    ['tags', '<line>Bring what you carry.</line><line>{name}</line>'],
    ['from right to left', 'صلّى {count} \u200F«أشخاص»\u200F <b>معك</b>'],
    ['what begins like a comment', '#, fuzzy'],
    ['spaces around', '  a  '],
  ])('%s', (_, text) => {
    const { entries } = readPo(writePo('fr', [], [entry({ text }), entry({ context: 'b', id: text, text: 'x' })]))
    expect(entries.map((one) => [one.id, one.text])).toEqual([
      ['Prayer requests', text],
      [text, 'x'],
    ])
  })
})

it('keeps the mark, the notes, the places and the language', () => {
  const marked = entry({ isFuzzy: true, notes: ['Area: app', 'Meaning: "all"'], places: ['web/a.tsx:1'] })
  const file = writePo('ar', ['How to', ''], [marked, entry({ context: 'other' })])
  expect(readPo(file)).toEqual({ language: 'ar', entries: [marked, entry({ context: 'other' })] })
})

it('names the sentence that the translation was made from', () => {
  const file = writePo('fr', [], [entry({ isFuzzy: true, previous: 'The "requests"' })])
  expect(file).toContain('#, fuzzy\n#| msgid "The \\"requests\\""\nmsgctxt "app.feed.title"')
  expect(readPo(file).entries).toEqual([entry({ isFuzzy: true })])
})

it('reads what programs for translators write', () => {
  const file = [
    '\uFEFFmsgid ""',
    'msgstr ""',
    '"Language: pt\\n"',
    '"X-Generator: Poedit 3.4\\n"',
    '',
    '# A translator’s own remark',
    '#: web/a.tsx:1 web/b.tsx:2',
    '#, c-format, fuzzy',
    'msgctxt "app.feed.hero"',
    'msgid ""',
    '"Bring what "',
    '"you carry."',
    'msgstr ""',
    '"Traga o que "',
    '"carrega."',
    'msgctxt "app.feed.title"',
    'msgid "Prayer requests"',
    'msgstr   "Pedidos"',
    '#~ msgctxt "app.gone"',
    '#~ msgid "Gone"',
    '#~ msgstr "Foi"',
  ].join('\r\n')
  const { language, entries } = readPo(file)
  expect(language).toBe('pt')
  expect(entries.map(({ context, id, text, isFuzzy }) => [context, id, text, isFuzzy])).toEqual([
    ['app.feed.hero', 'Bring what you carry.', 'Traga o que carrega.', true],
    ['app.feed.title', 'Prayer requests', 'Pedidos', false],
  ])
})

it('forgives a quotation mark without its backslash', () => {
  const file = 'msgctxt "a"\nmsgid "Say it"\nmsgstr "Dites "oui" ici"\n'
  expect(readPo(file).entries[0]?.text).toBe('Dites "oui" ici')
})

describe('names the line of', () => {
  it.each([
    ['a text that does not end', 'msgctxt "a"\nmsgid "b"\nmsgstr "c\n', 'Line 3 of'],
    ['a line of something else', 'msgctxt "a"\nmsgid "b"\n<<<<<<< ours\nmsgstr "c"\n', 'Line 3 of'],
    ['a text that belongs nowhere', 'msgctxt "a"\nmsgid "b"\nmsgstr "c"\n\n"d"\n', 'Line 5 of'],
    ['an entry without its translation', 'msgctxt "a"\nmsgid "b"\n\nmsgctxt "c"\nmsgid "d"\nmsgstr "e"\n', 'Line 4 of'],
    ['an entry without its key', 'msgid "b"\nmsgstr "c"\n\n', 'Line 3 of'],
    ['a plural of gettext', 'msgctxt "a"\nmsgid "b"\nmsgid_plural "c"\nmsgstr[0] "d"\n', 'Line 3 of'],
  ])('%s', (_, file, start) => {
    expect(() => readPo(file)).toThrow(PoError)
    expect(() => readPo(file)).toThrow(start)
  })
})
