import type { Language } from './fields.ts'
import type { Services } from './render.ts'

// Requests to external services, sent by the server or, where the operator allows it, by pages. No import of zod.

/** A POST request. Keys are in headers where the service accepts that, because URLs are logged. */
export interface ServiceRequest {
  url: string
  headers: Record<string, string>
  body: object
}

type Translation = NonNullable<NonNullable<Services['translation']>['direct']>
type Speech = NonNullable<NonNullable<Services['speech']>['direct']>

/**
 * Builds a translation request: version 2 of Google's API, or LibreTranslate's. `source` is null when the service
 * detects it. https://cloud.google.com/translate/docs/reference/rest/v2/translate, https://libretranslate.com/docs
 */
export function translationRequest(
  { provider, url, key }: Omit<Translation, 'key'> & { key?: string | undefined },
  q: string[],
  { source, target }: { source: Language | null; target: Language },
): ServiceRequest {
  if (provider === 'google') {
    return {
      url,
      headers: key === undefined ? {} : { 'x-goog-api-key': key },
      body: { q, target, ...(source !== null && { source }), format: 'text' },
    }
  }
  return {
    url: new URL('translate', url.endsWith('/') ? url : `${url}/`).href,
    headers: {},
    body: { q, source: source ?? 'auto', target, format: 'text', ...(key !== undefined && { api_key: key }) },
  }
}

/** Language codes of the services. */
const languageCodes: Record<Language, [heard: string, voice: string]> = {
  en: ['en-US', 'en-US'],
  es: ['es-ES', 'es-ES'],
  fr: ['fr-FR', 'fr-FR'],
  de: ['de-DE', 'de-DE'],
  zh: ['cmn-Hans-CN', 'cmn-CN'],
  ja: ['ja-JP', 'ja-JP'],
  ko: ['ko-KR', 'ko-KR'],
  ar: ['ar-EG', 'ar-XA'],
  hi: ['hi-IN', 'hi-IN'],
  pt: ['pt-BR', 'pt-BR'],
}

/**
 * Builds a recognition request of a recording: 16-bit samples, one channel, 16 kHz, in base64.
 * https://cloud.google.com/speech-to-text/docs/reference/rest/v1/speech/recognize
 */
export function recognitionRequest(
  { key, recognition_url }: Speech,
  content: string,
  language: Language,
): ServiceRequest {
  const [languageCode] = languageCodes[language]
  return {
    url: recognition_url,
    headers: { 'x-goog-api-key': key },
    body: {
      config: { encoding: 'LINEAR16', sampleRateHertz: 16_000, languageCode, enableAutomaticPunctuation: true },
      audio: { content },
    },
  }
}

/**
 * Builds a synthesis request, whose response is MP3 in base64.
 * https://cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize
 */
export function synthesisRequest({ key, synthesis_url }: Speech, text: string, language: Language): ServiceRequest {
  const [, languageCode] = languageCodes[language]
  return {
    url: synthesis_url,
    headers: { 'x-goog-api-key': key },
    body: {
      input: { text },
      voice: { languageCode, ssmlGender: 'NEUTRAL' },
      audioConfig: { audioEncoding: 'MP3' },
    },
  }
}
