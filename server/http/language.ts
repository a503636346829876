import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../../contract/fields.ts'
import { isLanguage } from '../../contract/languages.ts'
import { readCookie } from './binding-cookie.ts'

/** Returns the reader's language: their own choice, else the first supported one of the browser's. */
export function requestedLanguage(headers: IncomingHttpHeaders): Language | undefined {
  const chosen = readCookie(headers.cookie, 'language')
  if (isLanguage(chosen)) return chosen
  for (const part of (headers['accept-language'] ?? '').split(',').slice(0, 10)) {
    const tag = part.split(';')[0]?.trim().slice(0, 2).toLowerCase()
    if (isLanguage(tag)) return tag
  }
  return undefined
}

/** Returns the reader's language, or English. */
export const resolveLanguage = (headers: IncomingHttpHeaders): Language => requestedLanguage(headers) ?? 'en'
