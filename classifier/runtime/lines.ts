import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Classifier } from './classifier.ts'

/** The `id` of a line unchanged: a string or a number, or null when there is none. */
type LineId = string | number | null

/** Answers line after line in order and reads only a few lines ahead, so that a slow consumer pauses the input. */
export async function* answerLines(input: Readable, classifier: Classifier): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() !== '') yield `${answerLine(line, classifier)}\n`
  }
}

/**
 * Answers one line of JSON, `{"id", "text"}`, with another, `{"id", "labels", "scores", "alert"}`. Any other line
 * returns `{"id", "error"}`, with the id when it is readable. Never throws.
 */
export function answerLine(line: string, classifier: Classifier): string {
  const value = parseJson(line)
  if (typeof value !== 'object' || value === null) return errorLine(null, 'The line is not a JSON object.')
  const id = 'id' in value && (typeof value.id === 'string' || typeof value.id === 'number') ? value.id : null
  if (!('text' in value) || typeof value.text !== 'string')
    return errorLine(id, 'The line has no text, or it is not a string.')
  const { labels, scores, alert } = classifier.classify(value.text)
  const rounded = Object.entries(scores).map(([label, score]) => [label, Math.round(score * 10_000) / 10_000])
  return JSON.stringify({ id, labels, scores: Object.fromEntries(rounded), alert })
}

function parseJson(line: string): unknown {
  try {
    // `trim` also takes the byte order mark with which Windows begins a file.
    return JSON.parse(line.trim())
  } catch {
    return undefined
  }
}

function errorLine(id: LineId, error: string): string {
  return JSON.stringify({ id, error })
}
