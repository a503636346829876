import { readFileSync } from 'node:fs'
import { defaultDataFolder } from './dataset.ts'
import { type Label, isLabel, labels } from './labels.ts'

/** A text with its categories, the main one first; empty when nothing fits. */
export interface LabelledText {
  readonly text: string
  readonly labels: readonly Label[]
}

/**
 * Reads `each` texts of each category, and as many without one, from the English training text: always the same ones.
 */
export function readSamples(each: number): LabelledText[] {
  const lines = readFileSync(new URL('en.jsonl', defaultDataFolder), 'utf8').split('\n')
  const texts = lines.filter((line) => line !== '').map(parseSample)
  return [...labels, undefined].flatMap((label) => {
    const own = texts.filter((one) => one.labels[0] === label)
    const step = Math.max(1, Math.floor(own.length / each))
    return own.filter((_, at) => at % step === 0).slice(0, each)
  })
}

function parseSample(line: string): LabelledText {
  const value = JSON.parse(line) as { text: string; labels: string[] }
  return { text: value.text, labels: value.labels.filter(isLabel) }
}
