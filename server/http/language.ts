import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../contract/fields.ts'
import { isLanguage } from '../../contract/languages.ts'
import { readCookie } from './binding-cookie.ts'

/** The language that a reader asks for: their choice, else the first of the browser's that there is. */
export function requestedLanguage(headers: IncomingHttpHeaders): Language | undefined {
  const chosen = readCookie(headers.cookie, 'language')
  if (isLanguage(chosen)) return chosen
  for (const part of (headers['accept-language'] ?? '').split(',').slice(0, 10)) {
    const tag = part.split(';')[0]?.trim().slice(0, 2).toLowerCase()
    if (isLanguage(tag)) return tag
  }
  return undefined
}

/** The same, or English. */
export const resolveLanguage = (headers: IncomingHttpHeaders): Language => requestedLanguage(headers) ?? 'en'
