import type { Language } from '../../../contract/fields.ts'
import type { Services } from '../../../contract/render.ts'

// Only where the operator lets pages ask services themselves: BROWSER_SERVICES. The calls are those of server/outgoing.

type Translation = NonNullable<NonNullable<Services['translation']>['direct']>
type Speech = NonNullable<NonNullable<Services['speech']>['direct']>

const LATEST = 10_000

async function ask(url: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(LATEST),
  })
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  return await response.json()
}

/** The texts in the other language, in their order. Rejects when the service gives anything else. */
export async function translate(
  { provider, url, key }: Translation,
  q: string[],
  { source, target }: { source: Language | null; target: Language },
): Promise<string[]> {
  let texts: (string | undefined)[]
  if (provider === 'google') {
    const body = { q, target, ...(source !== null && { source }), format: 'text' }
    const answer = await ask(url, key === undefined ? {} : { 'x-goog-api-key': key }, body)
    const { data } = answer as { data: { translations: { translatedText?: string }[] } }
    texts = data.translations.map(({ translatedText }) => translatedText)
  } else {
    const body = { q, source: source ?? 'auto', target, format: 'text', ...(key !== undefined && { api_key: key }) }
    const answer = await ask(`${url.replace(/\/$/, '')}/translate`, {}, body)
    texts = (answer as { translatedText: string[] }).translatedText
  }
  return q.map((_, i) => {
    const text = texts[i]
    if (typeof text !== 'string' || text.trim() === '') throw new Error('The service gave no translation')
    return text
  })
}

/** What the services call our languages. */
const spoken: Record<Language, [heard: string, voice: string]> = {
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

/** The words in a recording of 16-bit samples, 16,000 a second, in base64. */
export async function recognize({ key, recognition_url }: Speech, content: string, language: Language) {
  const config = { encoding: 'LINEAR16', sampleRateHertz: 16_000, languageCode: spoken[language][0] }
  const answer = await ask(recognition_url, { 'x-goog-api-key': key }, { config, audio: { content } })
  const { results = [] } = answer as { results?: { alternatives?: { transcript?: string }[] }[] }
  return results.map(({ alternatives }) => alternatives?.[0]?.transcript?.trim() ?? '').join(' ')
}

/** A text as MP3 in base64. */
export async function synthesize({ key, synthesis_url }: Speech, text: string, language: Language): Promise<string> {
  const answer = await ask(
    synthesis_url,
    { 'x-goog-api-key': key },
    {
      input: { text },
      voice: { languageCode: spoken[language][1], ssmlGender: 'NEUTRAL' },
      audioConfig: { audioEncoding: 'MP3' },
    },
  )
  const { audioContent } = answer as { audioContent?: string }
  if (audioContent === undefined) throw new Error('The service gave no sound')
  return audioContent
}
