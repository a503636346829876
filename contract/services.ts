import type { Language } from './fields.ts'
import type { Services } from './render.ts'

// What is asked of services elsewhere: by the server and, where the operator lets them, by pages themselves. Free of zod.

/** A POST. Keys are in headers where the service takes them there, because addresses are written into logs. */
export interface ServiceRequest {
  url: string
  headers: Record<string, string>
  body: object
}

type Translation = NonNullable<NonNullable<Services['translation']>['direct']>
type Speech = NonNullable<NonNullable<Services['speech']>['direct']>

/**
 * Texts in another language: the second version of Google's call, or LibreTranslate's. `source` is null where the service
 * shall find out. https://cloud.google.com/translate/docs/reference/rest/v2/translate, https://libretranslate.com/docs
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

/** What the services call our languages. */
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
 * The words in a recording: 16-bit samples, one channel, 16,000 a second, in base64.
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

/** A text as MP3 in base64. https://cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize */
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
