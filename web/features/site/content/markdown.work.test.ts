import inspector from 'node:inspector'
import renderMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitNesting, normalizeTree } from './normalizeMarkdown.ts'

const session = new inspector.Session()
beforeAll(() => {
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
})
afterAll(() => session.disconnect())

/** Returns how often the blocks of code were run since the last call. */
function takeCount(): number {
  let sum = 0
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error
    for (const { url, functions } of coverage?.result ?? []) {
      if (/vitest|node:/.test(url)) continue
      for (const { ranges } of functions) for (const { count } of ranges) sum += count
    }
  })
  return sum
}

/** Renders as `Markdown` does. */
const render = (text: string): string =>
  renderToStaticMarkup(renderMarkdown({ children: limitNesting(text), remarkPlugins: [remarkGfm, normalizeTree] }))

/** What ran since the last call is little beside it: the text was made. */
function workOf(text: string): number {
  render(text)
  return takeCount()
}

const fill = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length)
/** Joins parts that change with their number until they have a length. */
function grow(part: (index: number) => string, length: number): string {
  let text = ''
  for (let index = 0; text.length < length; index += 1) text += part(index)
  return text.slice(0, length)
}
const half = (length: number): number => Math.floor(length / 2)

const repeated = [
  '*_~', '*a ', 'a* ', ' *a', '_a __b', '~a~~b', 'a~ ', '[', ']', '[a]', '![x](', '[a](b) ', '[a](b "', '[a][', '[^',
  '![^a]', '[a\n', '[a]: b "\n', '`a``b```', '<', '<a ', '<a b="', 'x <!-- ', 'x<?', '<a:b', 'x <a b\n', 'www.',
  'http://', 'http://a.b/(', '.', 'a@', '&', '&lt;', '&a\\!', '- a\n', '-\n', '1. a\n', '- a\n\n', '> a\n\n',
  '> a\nb\n', '- a\nb\n', '- > a\n', '> ', '- ', '|a|b|\n|-|-|\n', '|a\n', 'a\n=\n', '    a\n\n', '```\n', '# ',
  '<div>\n', '[^a]: b\n\n', 'a  \n',
] // prettier-ignore

const hostile: Record<string, (length: number) => string> = {
  ...Object.fromEntries(repeated.map((part) => [JSON.stringify(part), (length: number) => fill(part, length)])),
  'emphasis in emphasis': (length) => fill('*a **b ', half(length)) + fill('c** d* ', half(length)),
  'brackets in brackets': (length) => fill('[', half(length)) + fill(']', half(length)),
  'backticks of all lengths': (length) => grow((index) => `${'`'.repeat(index + 1)} `, length),
  'definitions and references': (length) =>
    grow((index) => `[${index}]: a\n`, half(length)) + fill('\n[7] ', half(length)),
  'a quote with lazy lines': (length) => `> a\n${fill('b\n', length)}`,
  'lists that grow': (length) => grow((index) => `${' '.repeat(index * 2)}- x\n`, length),
  'short rows of a wide table': (length) =>
    `${fill('|a', length / 4)}|\n${fill('|-', length / 4)}|\n${fill('a\n', half(length))}`,
  'a row of a table': (length) => `|a|b|\n|-|-|\n${fill('|a|b|\n', length)}`,
}

const isFull = process.env.TEST_DEPTH === 'full'
// At most a third of MAX_PAGE_LENGTH of contract/content.values.ts: long enough for what grows with the square of the text.
const LENGTH = isFull ? 33_000 : 6000
/**
 * Runs of blocks of code for each character of the text. An ordinary page takes about a hundred. What grows with the square of a shorter
 * text does less for each, so `npm test` allows less.
 */
const MAX_WORK = isFull ? 3000 : 1500

// In `npm test` some of them.
const tried = Object.entries(hostile).filter(([name], index) => isFull || !name.startsWith('"') || index % 8 === 0)

describe('the work for a character is bounded, with', () => {
  it.each(tried)('%s', (_name, text) => {
    expect(workOf(text(LENGTH)) / LENGTH).toBeLessThan(MAX_WORK)
  })
})

/** A generator of numbers below 1, the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

it.each(isFull ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2])(
  'a mixture of hostile pieces takes bounded work (seed %i)',
  (seed) => {
    const next = random(seed)
    const pieces = Array.from(
      { length: 1 + Math.floor(next() * 4) },
      () => repeated[Math.floor(next() * repeated.length)],
    )
    const text = grow(() => pieces[Math.floor(next() * pieces.length)] ?? '', LENGTH)
    expect(workOf(text) / LENGTH).toBeLessThan(MAX_WORK)
  },
)

it('a table with too many cells keeps its words, and a quote with too many lines its lines', () => {
  const table = render(`${'|head'.repeat(300)}|\n${'|-'.repeat(300)}|\n${'cell\n'.repeat(100)}`)
  expect([table.split('head').length - 1, table.split('cell').length - 1]).toEqual([300, 100])
  expect(render(`> first\n${'line\n'.repeat(1000)}`).split('line')).toHaveLength(1001)
})
