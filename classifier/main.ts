// npm run --silent classify: JSON Lines {id, text} on standard input, {id, labels, scores, alert} on standard output.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { loadClassifier } from './runtime/classifier.ts'
import { answerLines } from './runtime/lines.ts'

// Else it would wait for ever for what nobody types.
if (process.argv.length > 2) {
  console.error('npm run classify reads its lines from standard input, and takes no other word: < requests.jsonl')
  process.exit(1)
}
try {
  await pipeline(Readable.from(answerLines(process.stdin, loadClassifier())), process.stdout)
} catch (error) {
  // The reader of the output may close it early, as `head` does.
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
}
