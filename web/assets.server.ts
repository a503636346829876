import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../contract/fields.ts'

type Manifest = Record<string, { file: string }>
let manifest: Manifest | undefined

/** Returns the URL of a language's messages, so that the page can preload them; undefined in development. */
export function messagesUrl(language: Language): string | undefined {
  if (!import.meta.env.PROD) return undefined
  manifest ??= JSON.parse(readFileSync(join(import.meta.dirname, '../client/.vite/manifest.json'), 'utf8')) as Manifest
  const file = manifest[`messages/${language}/app.json`]?.file
  return file === undefined ? undefined : `/${file}`
}
