import { z } from 'zod'
import type { Language } from '../../contract/fields.ts'
import { appendHeard } from '../../contract/heard.ts'
import { recognitionRequest, synthesisRequest } from '../../contract/services.ts'
import type { Config } from '../config.ts'
import { RemoteError, RemoteService } from './service.ts'

/** A person waits for the response. Milliseconds. */
const ANSWER_TIMEOUT_MS = 15_000
/** A response holds a minute or two of MP3 in base64. Bytes. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/** Maximum text per call of the synthesis service. Bytes. https://cloud.google.com/text-to-speech/quotas */
const MAX_TEXT_BYTES = 4500

export interface SpeechOptions extends NonNullable<Config['speech']> {
  clock: () => Date
}

// https://cloud.google.com/speech-to-text/docs/reference/rest/v1/speech/recognize: silence returns no results.
const Recognized = z.object({
  results: z
    .array(z.object({ alternatives: z.array(z.object({ transcript: z.string().optional() })).optional() }))
    .optional(),
})
// https://cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize
const Synthesized = z.object({ audioContent: z.base64().min(1) })

/** Calls services that implement version 1 of both Google APIs. Neither audio nor text is stored or logged. */
export class Speech {
  /** The hosts, shown to people before their voice or a text is sent there. */
  readonly service: string
  readonly #options: SpeechOptions
  readonly #recognition: RemoteService
  readonly #synthesis: RemoteService

  constructor(options: SpeechOptions) {
    const { clock, recognition_url, synthesis_url } = options
    const limits = { clock, time_out: ANSWER_TIMEOUT_MS, max_answer_bytes: MAX_ANSWER_BYTES }
    this.#options = options
    this.service = [...new Set([recognition_url, synthesis_url].map((url) => new URL(url).host))].join(', ')
    this.#recognition = new RemoteService(limits)
    this.#synthesis = new RemoteService(limits)
  }

  /**
   * Returns the text of a recording: 16-bit samples, one channel, 16 kHz, in base64. Empty when nothing is recognized.
   * @throws RemoteError
   */
  recognize(content: string, language: Language): Promise<string> {
    const { url, ...request } = recognitionRequest(this.#options, content, language)
    return this.#recognition.postJson(new URL(url), {
      ...request,
      read: (value) => {
        const { success, data } = Recognized.safeParse(value)
        if (!success) throw new RemoteError('invalid_format')
        return (data.results ?? [])
          .map(({ alternatives }) => alternatives?.[0]?.transcript?.trim() ?? '')
          .filter(Boolean)
          .reduce((heard, piece) => appendHeard(heard, piece), '')
      },
    })
  }

  /** Returns a text as MP3 in base64. @throws RemoteError */
  synthesize(text: string, language: Language): Promise<string> {
    const { url, ...request } = synthesisRequest(this.#options, text, language)
    return this.#synthesis.postJson(new URL(url), {
      ...request,
      read: (value) => {
        const { success, data } = Synthesized.safeParse(value)
        if (!success) throw new RemoteError('invalid_format')
        return data.audioContent
      },
    })
  }
}

/** Splits a text into parts that the service accepts, at the end of a sentence, else of a word. */
export function splitText(text: string, max_bytes = MAX_TEXT_BYTES): string[] {
  const parts: string[] = []
  let part = ''
  const add = (piece: string): void => {
    if (Buffer.byteLength(part + piece) > max_bytes && part.trim() !== '') {
      parts.push(part.trim())
      part = ''
    }
    part += piece
  }
  for (const sentence of text.split(/(?<=[.!?。！？।؟\n])/u)) {
    if (Buffer.byteLength(sentence) <= max_bytes) add(sentence)
    else for (const word of sentence.split(/(?<=\s)/u)) for (const piece of splitWord(word, max_bytes)) add(piece)
  }
  if (part.trim() !== '') parts.push(part.trim())
  return parts
}

/** Splits a word, or text of a script without spaces, into parts that fit. A character takes at most four bytes. */
function splitWord(word: string, max_bytes: number): string[] {
  if (Buffer.byteLength(word) <= max_bytes) return [word]
  const characters = Array.from(word)
  const size = Math.floor(max_bytes / 4)
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, i) =>
    characters.slice(i * size, (i + 1) * size).join(''),
  )
}
