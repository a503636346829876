import type { IncomingHttpHeaders } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import type { Language } from '../../contract/fields.ts'
import { isLanguage } from '../../contract/languages.ts'
import type { Context } from '../context.ts'
import { readSetting } from '../settings/settings.ts'

/**
 * Returns the reader's language: their own choice, else the first supported one of the browser's. Reads the header
 * itself, because the page cache responds before Fastify parses cookies.
 */
export function requestedLanguage(headers: IncomingHttpHeaders): Language | undefined {
  const chosen = headers.cookie === undefined ? undefined : fastifyCookie.parse(headers.cookie)['language']
  if (isLanguage(chosen)) return chosen
  for (const part of (headers['accept-language'] ?? '').split(',').slice(0, 10)) {
    const tag = part.split(';')[0]?.trim().slice(0, 2).toLowerCase()
    if (isLanguage(tag)) return tag
  }
  return undefined
}

/** Returns the language of the reader's pages: their own, or that of the site. */
export const resolveLanguage = async (ctx: Pick<Context, 'db'>, headers: IncomingHttpHeaders = {}): Promise<Language> =>
  requestedLanguage(headers) ?? (await readSetting(ctx, 'default_language'))

/** Returns the country that the browser's languages name, ISO 3166-1, or undefined. Nobody is asked where they are. */
export const requestedCountry = ({ 'accept-language': languages = '' }: IncomingHttpHeaders): string | undefined =>
  /(?:^|[,\s])[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?![a-z\d-])/i.exec(languages.slice(0, 200))?.[1]?.toUpperCase()
