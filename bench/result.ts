import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Returns today's date, as in the names of the files in `bench/results`. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Writes `bench/results/<date>-<name>.md`. */
export function writeResult(name: string, text: string): void {
  const folder = path.join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${today()}-${name}.md`), text)
}
