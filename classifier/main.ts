// npm run --silent classify: JSON Lines {id, text} on standard input, {id, labels, scores, alert} on standard output.
import { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { loadClassifier } from './src/classifier.ts'
import { answerLine } from './src/lines.ts'

const classifier = loadClassifier()

async function* answers(): AsyncGenerator<string> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() !== '') yield `${answerLine(line, classifier)}\n`
  }
}

try {
  await pipeline(Readable.from(answers()), process.stdout)
} catch (error) {
  // The reader of our output may leave early, as `head` does.
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
}
