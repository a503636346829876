import { z } from 'zod'
import type { Language } from '../../contract/fields.ts'
import { translationRequest } from '../../contract/services.ts'
import type { Config } from '../config.ts'
import { RemoteError, RemoteService } from './service.ts'

/** A person waits for the response. Milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 256 * 1024

export interface TranslatorOptions extends NonNullable<Config['translation']> {
  clock: () => Date
}

export interface LanguagePair {
  /** Null: the service detects it. */
  source: Language | null
  target: Language
}

// https://cloud.google.com/translate/docs/reference/rest/v2/translate
const Google = z.object({ data: z.object({ translations: z.array(z.object({ translatedText: z.string() })) }) })
// https://libretranslate.com/docs
const LibreTranslate = z.object({ translatedText: z.array(z.string()) })

/** Calls a service that implements version 2 of Google's API, or LibreTranslate's. Logs no text. */
export class Translator {
  /** The host, shown to people before their first text is sent there. */
  readonly service: string
  readonly #options: TranslatorOptions
  readonly #service: RemoteService

  constructor(options: TranslatorOptions) {
    this.#options = options
    this.service = new URL(options.url).host
    const { clock } = options
    this.#service = new RemoteService({ clock, time_out: ANSWER_TIMEOUT_MS, max_answer_bytes: MAX_ANSWER_BYTES })
  }

  /** Returns the texts in the target language, in their order. @throws RemoteError */
  translate(texts: string[], wanted: LanguagePair): Promise<string[]> {
    const { url, ...request } = translationRequest(this.#options, texts, wanted)
    const read = (value: unknown): string[] =>
      ensureComplete(
        texts,
        this.#options.provider === 'google'
          ? Google.safeParse(value).data?.data.translations.map(({ translatedText }) => translatedText)
          : LibreTranslate.safeParse(value).data?.translatedText,
      )
    return this.#service.postJson(new URL(url), { ...request, read })
  }
}

/** Requires one non-empty translation for each text. */
function ensureComplete(texts: string[], translated: string[] | undefined): string[] {
  const isWhole = translated?.length === texts.length && translated.every((text) => text.trim() !== '')
  if (!isWhole) throw new RemoteError('invalid_format')
  return translated
}
