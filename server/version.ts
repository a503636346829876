import { readFileSync } from 'node:fs'

let version: string | undefined

/** Returns the version of the program. */
export function readVersion(): string {
  const file = new URL('../package.json', import.meta.url)
  return (version ??= (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version)
}
