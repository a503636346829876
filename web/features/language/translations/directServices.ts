import type { Language } from '../../../../contract/fields.ts'
import { appendHeard } from '../../../../contract/heard.ts'
import type { Services } from '../../../../contract/render.ts'
import {
  type ServiceRequest,
  recognitionRequest,
  synthesisRequest,
  translationRequest,
} from '../../../../contract/services.ts'

// Used only if the operator allows pages to call services directly: BROWSER_SERVICES.

type TranslationConfig = NonNullable<NonNullable<Services['translation']>['direct']>
type SpeechConfig = NonNullable<NonNullable<Services['speech']>['direct']>

const REQUEST_TIMEOUT_MS = 10_000

async function postToService({ url, headers, body }: ServiceRequest): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  return await response.json()
}

/** Returns the translated texts in their order. Rejects when the service responds with anything else. */
export async function translate(
  service: TranslationConfig,
  sourceTexts: string[],
  wanted: { source: Language | null; target: Language },
): Promise<string[]> {
  const answer = await postToService(translationRequest(service, sourceTexts, wanted))
  const texts =
    service.provider === 'google'
      ? (answer as { data: { translations: { translatedText?: string }[] } }).data.translations.map(
          ({ translatedText }) => translatedText,
        )
      : (answer as { translatedText: (string | undefined)[] }).translatedText
  return sourceTexts.map((_, i) => {
    const text = texts[i]
    if (typeof text !== 'string' || text.trim() === '') throw new Error('The service gave no translation')
    return text
  })
}

/** Returns the text of a recording of 16-bit samples, 16,000 a second, in base64. */
export async function recognize(service: SpeechConfig, content: string, language: Language): Promise<string> {
  const answer = await postToService(recognitionRequest(service, content, language))
  const { results = [] } = answer as { results?: { alternatives?: { transcript?: string }[] }[] }
  return results
    .map(({ alternatives }) => alternatives?.[0]?.transcript?.trim() ?? '')
    .filter(Boolean)
    .reduce((heard, piece) => appendHeard(heard, piece), '')
}

/** Returns a text as MP3 in base64. */
export async function synthesize(service: SpeechConfig, text: string, language: Language): Promise<string> {
  const { audioContent } = (await postToService(synthesisRequest(service, text, language))) as { audioContent?: string }
  if (audioContent === undefined) throw new Error('The service gave no sound')
  return audioContent
}
