import { readFileSync } from 'node:fs'
import { errors } from '../../contract/errors.ts'
import type { Language } from '../../contract/fields.ts'
import { directionOf } from '../../contract/languages.ts'
import type german from '../../messages/de/errors.json'

const known = new Map<Language, string>([['en', errors['server.unavailable'][1]]])

function sentence(language: Language): string {
  let found = known.get(language)
  if (found === undefined) {
    const file = new URL(`../../messages/${language}/errors.json`, import.meta.url)
    found = (JSON.parse(readFileSync(file, 'utf8')) as typeof german).server.unavailable
    known.set(language, found)
  }
  return found
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A page without anything that has to be looked up or rendered: for when there is no time for that. It asks again by itself. */
export function busyPage(options: {
  language: Language
  site_name: string
  nonce: string
  /** Seconds. */
  retry_after?: number | undefined
}): string {
  const { language, site_name, nonce, retry_after = 5 } = options
  // Not all at the same moment.
  const again = retry_after + Math.floor(Math.random() * retry_after)
  const name = escaped(site_name)
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${again}">
<title>${name}</title>
<style nonce="${nonce}">body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 30rem; margin: 20vh auto; padding: 0 1rem }</style>
</head>
<body>
<h1>${name}</h1>
<p>${escaped(sentence(language))}</p>
</body>
</html>
`
}
