import { expect, it } from 'vitest'
import { type Mark, applyMark, slugify } from './markup.ts'

/** `[` and `]` stand for the ends of the selection. */
const parse = (drawn: string) => ({
  text: drawn.replaceAll(/[[\]]/g, ''),
  start: drawn.indexOf('['),
  end: drawn.indexOf(']') - 1,
})
const draw = ({ text, start, end }: ReturnType<typeof applyMark>) =>
  `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`

it.each<[Mark, string, string]>([
  ['bold', 'a [b] c', 'a **[b]** c'],
  ['bold', 'a **[b]** c', 'a [b] c'],
  ['italic', '[]', '*[]*'],
  ['heading', 'one\n[two]', 'one\n## [two]'],
  ['heading', '## t[w]o', 't[w]o'],
  ['listul', '[one\ntwo]', '- [one\n- two]'],
  ['quote', '> [one\n> two]', '[one\ntwo]'],
])('puts %s on %s: %s', (kind, before, after) => {
  expect(draw(applyMark(parse(before), kind))).toBe(after)
})

it('makes a link of words', () => {
  expect(applyMark({ text: 'see this', start: 4, end: 8 }, 'link')).toEqual({
    text: 'see [this](https://)',
    start: 5,
    end: 9,
  })
})

it.each([
  ['Praying in hard seasons', 'praying-in-hard-seasons'],
  ['  Où prier ? Été… ', 'ou-prier-ete'],
  ['祈り', ''],
  ['a'.repeat(120), 'a'.repeat(100)],
  [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
])('makes an address of "%s": %s', (title, slug) => expect(slugify(title)).toBe(slug))
