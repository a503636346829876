import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { loadClassifier } from './runtime/classifier.ts'
import { answerLines } from './runtime/lines.ts'

interface Answer {
  id: string | number | null
  labels?: string[]
  scores?: Record<string, number>
  alert?: { kind: string } | null
  error?: string
}

/** Returns the command's answers to these lines. */
async function classify(lines: Iterable<string>): Promise<Answer[]> {
  const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname])
  Readable.from(lines).pipe(child.stdin)
  const answers: Answer[] = []
  for await (const line of createInterface({ input: child.stdout })) answers.push(JSON.parse(line) as Answer)
  return answers
}

const ask = (id: number | string, text: string): string => `${JSON.stringify({ id, text })}\n`
const ILL = 'Please pray for my mother, who has cancer and begins chemotherapy on Monday'

describe('the command that classifies lines', () => {
  it('answers many thousands through a pipe, in their order', async () => {
    const count = process.env.TEST_DEPTH === 'full' ? 100_000 : 10_000
    function* lines(): Generator<string> {
      for (let id = 0; id < count; id += 1) yield ask(id, id % 2 === 0 ? ILL : '')
    }
    const answers = await classify(lines())
    expect(answers).toHaveLength(count)
    expect(answers.findIndex(({ id }, at) => id !== at)).toBe(-1)
    expect(answers.findIndex(({ labels }, at) => labels?.length !== (at % 2 === 0 ? 1 : 0))).toBe(-1)
  }, 120_000)

  it('answers whatever it is sent, one line for each', async () => {
    const answers = await classify([
      ask('long', `${ILL}. `.repeat(100).slice(0, 5000)),
      ask('empty', ''),
      ask('blank', '  \t '),
      ask('emoji', '🙏🙏❤️👨‍👩‍👧‍👦😭'),
      ask('danger', 'I want to kill myself tonight, I have the pills here'),
      '\n',
      'not JSON\n',
      '{"id":"none"}\n',
      ask('last', ILL).trimEnd(),
    ])
    expect(answers.map(({ id }) => id)).toEqual(['long', 'empty', 'blank', 'emoji', 'danger', null, 'none', 'last'])
    const [long, empty, blank, emoji, danger, broken, none, last] = answers
    expect(long).toMatchObject({ labels: ['health'], alert: null })
    for (const answer of [empty, blank, emoji]) {
      expect(answer).toMatchObject({ labels: [], alert: null })
      expect(Object.keys(answer?.scores ?? {})).toHaveLength(15)
    }
    expect(danger?.alert).not.toBe(null)
    expect(broken?.error).toMatch(/JSON/)
    expect(none?.error).toMatch(/text/)
    expect(last?.labels).toEqual(['health'])
  })

  it('reads a file as Windows saves it, with a byte order mark and CRLF', async () => {
    const answers = await classify(['\uFEFF', ask('first', ILL).replace('\n', '\r\n'), ask('last', ILL)])
    expect(answers).toMatchObject([
      { id: 'first', labels: ['health'] },
      { id: 'last', labels: ['health'] },
    ])
  })

  it('reads no further than its answers are taken', async () => {
    let read = 0
    function* lines(): Generator<string> {
      while (read < 1_000_000) yield ask((read += 1), ILL)
    }
    const answers = answerLines(Readable.from(lines()), loadClassifier())
    for (let taken = 0; taken < 10; taken += 1) await answers.next()
    // In these turns the command reads everything that it would read without a consumer of its output.
    for (let turn = 0; turn < 10_000; turn += 1) await new Promise<void>((resolve) => void setImmediate(resolve))
    expect(read).toBeLessThan(10_000)
    await answers.return(undefined)
  })
})
