import { z } from 'zod'
import type { Language } from '../../contract/fields.ts'
import type { Config } from '../config.ts'
import { RemoteError, Service } from './service.ts'

/** Somebody waits for it. Milliseconds. */
const TIME_OUT = 10_000
const LONGEST_ANSWER = 256 * 1024

export interface TranslatorOptions extends NonNullable<Config['translation']> {
  clock: () => Date
  /** Milliseconds. */
  time_out?: number
}

export interface Wanted {
  /** Null: the service finds out. */
  source: Language | null
  target: Language
}

// https://cloud.google.com/translate/docs/reference/rest/v2/translate
const Google = z.object({ data: z.object({ translations: z.array(z.object({ translatedText: z.string() })) }) })
// https://libretranslate.com/docs
const LibreTranslate = z.object({ translatedText: z.array(z.string()) })

/** Asks a service that speaks Google's second version of the call, or LibreTranslate's. Nothing of a text is logged. */
export class Translator {
  /** The host, which people are told before their first text goes there. */
  readonly service: string
  readonly #options: TranslatorOptions
  readonly #service: Service

  constructor(options: TranslatorOptions) {
    this.#options = options
    this.service = new URL(options.url).host
    const { clock, time_out = TIME_OUT } = options
    this.#service = new Service({ clock, time_out, longest_answer: LONGEST_ANSWER })
  }

  /** The texts in the other language, in their order. @throws RemoteError */
  translate(texts: string[], wanted: Wanted): Promise<string[]> {
    return this.#options.provider === 'google' ? this.#askGoogle(texts, wanted) : this.#askLibreTranslate(texts, wanted)
  }

  #askGoogle(q: string[], { source, target }: Wanted): Promise<string[]> {
    const { url, key } = this.#options
    return this.#service.ask(new URL(url), {
      // In a header, because addresses are written into logs.
      headers: key === undefined ? {} : { 'x-goog-api-key': key },
      body: { q, target, ...(source !== null && { source }), format: 'text' },
      read: (value) => {
        const answer = Google.safeParse(value)
        return all(
          q,
          answer.data?.data.translations.map(({ translatedText }) => translatedText),
        )
      },
    })
  }

  #askLibreTranslate(q: string[], { source, target }: Wanted): Promise<string[]> {
    const { url, key } = this.#options
    return this.#service.ask(new URL('translate', url.endsWith('/') ? url : `${url}/`), {
      body: { q, source: source ?? 'auto', target, format: 'text', ...(key !== undefined && { api_key: key }) },
      read: (value) => all(q, LibreTranslate.safeParse(value).data?.translatedText),
    })
  }
}

/** One for each text, none of them empty: anything else is no translation. */
function all(texts: string[], translated: string[] | undefined): string[] {
  const isWhole = translated?.length === texts.length && translated.every((text) => text.trim() !== '')
  if (!isWhole) throw new RemoteError('invalid_format')
  return translated
}
