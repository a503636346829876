/** Types that the browser's type definitions lack: https://webaudio.github.io/web-speech-api/ */
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

/** Maximum duration of listening, in milliseconds: nobody speaks for longer without a pause. */
export const MAX_LISTENING_MS = 60_000

export interface ListeningHandle {
  /** Stops listening; speech from before is still transcribed. */
  stop(): void
}

export type SpeechError = 'denied' | 'no_microphone' | 'nothing' | 'failed'

export interface RecognitionOptions {
  language: string
  onListening: () => void
  /** Receives final text. */
  onTranscript: (words: string) => void
  /** Receives text that may still change. */
  onInterim: (words: string) => void
  onEnd: (trouble: SpeechError | null) => void
}

const getRecognitionConstructor = (): (new () => Recognition) | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: new () => Recognition
    webkitSpeechRecognition?: new () => Recognition
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}

/** True if the browser can transcribe speech itself. */
export const isRecognitionSupported = (): boolean => getRecognitionConstructor() !== undefined

const speechErrors: Record<string, SpeechError | null> = {
  'not-allowed': 'denied',
  'service-not-allowed': 'denied',
  'audio-capture': 'no_microphone',
  'no-speech': 'nothing',
  aborted: null,
}

/** Listens with the recogniser of the browser, which requests the microphone itself and stops when nobody speaks. */
export function listen({ language, onListening, onTranscript, onInterim, onEnd }: RecognitionOptions): ListeningHandle {
  const Constructor = getRecognitionConstructor()
  if (!Constructor) throw new Error('This browser has no recogniser')
  const recognition = new Constructor()
  let speechError: SpeechError | null = null
  recognition.lang = language
  recognition.continuous = true
  recognition.interimResults = true
  const limit = setTimeout(() => recognition.stop(), MAX_LISTENING_MS)
  // Stops a continuous recogniser after a period of silence.
  let silence = setTimeout(() => recognition.stop(), 10_000)
  recognition.addEventListener('start', onListening)
  recognition.addEventListener('result', (event) => {
    const { results, resultIndex } = event as RecognitionEvent
    clearTimeout(silence)
    silence = setTimeout(() => recognition.stop(), 4000)
    let interim = ''
    for (let index = resultIndex; index < results.length; index += 1) {
      const result = results[index]
      const words = result?.[0]?.transcript.trim() ?? ''
      if (result?.isFinal === true) onTranscript(words)
      else interim = `${interim} ${words}`.trim()
    }
    onInterim(interim)
  })
  recognition.addEventListener('error', (event) => {
    const { error } = event as RecognitionError
    speechError = error in speechErrors ? (speechErrors[error] ?? null) : 'failed'
  })
  recognition.addEventListener('end', () => {
    clearTimeout(limit)
    clearTimeout(silence)
    onEnd(speechError)
  })
  recognition.start()
  return { stop: () => recognition.stop() }
}
