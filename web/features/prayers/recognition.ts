/** What the types of the browser do not know yet: https://webaudio.github.io/web-speech-api/ */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
}
interface RecognitionEvent extends Event {
  resultIndex: number
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}
interface RecognitionError extends Event {
  error: string
}

/** Nobody speaks for longer without a pause for thought. Milliseconds. */
export const LONGEST_MS = 60_000

export interface Listening {
  /** Ends listening; what was said before it is still written down. */
  stop(): void
}

export type Trouble = 'denied' | 'no_microphone' | 'nothing' | 'failed'

export interface Hears {
  language: string
  onListening: () => void
  /** Words that are sure. */
  onWords: (words: string) => void
  /** Words that may still change. */
  onGuess: (words: string) => void
  onEnd: (trouble: Trouble | null) => void
}

const constructorOf = (): (new () => Recognition) | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: new () => Recognition
    webkitSpeechRecognition?: new () => Recognition
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}

/** Whether the browser can write down speech itself. */
export const recognizes = (): boolean => constructorOf() !== undefined

const troubles: Record<string, Trouble | null> = {
  'not-allowed': 'denied',
  'service-not-allowed': 'denied',
  'audio-capture': 'no_microphone',
  'no-speech': 'nothing',
  aborted: null,
}

/** Listens with the recogniser of the browser, which asks for the microphone itself and stops when nobody speaks. */
export function listen({ language, onListening, onWords, onGuess, onEnd }: Hears): Listening {
  const Constructor = constructorOf()
  if (!Constructor) throw new Error('This browser has no recogniser')
  const recognition = new Constructor()
  let trouble: Trouble | null = null
  recognition.lang = language
  recognition.continuous = true
  recognition.interimResults = true
  const limit = setTimeout(() => recognition.stop(), LONGEST_MS)
  // A recogniser that goes on until it is stopped is stopped when it has heard nothing for a while.
  let silence = setTimeout(() => recognition.stop(), 10_000)
  recognition.addEventListener('start', onListening)
  recognition.addEventListener('result', (event) => {
    const { results, resultIndex } = event as RecognitionEvent
    clearTimeout(silence)
    silence = setTimeout(() => recognition.stop(), 4000)
    let guess = ''
    for (let index = resultIndex; index < results.length; index += 1) {
      const result = results[index]
      const words = result?.[0]?.transcript.trim() ?? ''
      if (result?.isFinal === true) onWords(words)
      else guess = `${guess} ${words}`.trim()
    }
    onGuess(guess)
  })
  recognition.addEventListener('error', (event) => {
    const { error } = event as RecognitionError
    trouble = error in troubles ? (troubles[error] ?? null) : 'failed'
  })
  recognition.addEventListener('end', () => {
    clearTimeout(limit)
    clearTimeout(silence)
    onEnd(trouble)
  })
  recognition.start()
  return { stop: () => recognition.stop() }
}
