import { MAX_LISTENING_MS, type ListeningHandle, type SpeechError } from './recognition.ts'

/** Sample rate that speech services accept, in Hz. */
const SAMPLE_RATE = 16_000
/** Duration of silence after which recording stops, in milliseconds. */
const SILENCE_TIMEOUT_MS = 2500
/** Minimum amplitude that counts as sound, from 0 to 1. */
const SOUND_THRESHOLD = 0.02
const SAMPLE_INTERVAL_MS = 100

/** True if the browser can access a microphone and record it. */
export const isRecordingSupported = (): boolean =>
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- undefined outside of secure contexts
  typeof MediaRecorder !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined

export interface RecordingOptions {
  onListening: () => void
  /**
   * Receives 16-bit samples, one channel, 16,000 a second, in base64, which are stored nowhere else. Null if nothing
   * was spoken.
   */
  onAudio: (audio: string | null) => void
  onError: (trouble: SpeechError) => void
}

const toSpeechError = (error: unknown): SpeechError => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' ? 'no_microphone' : 'failed'
}

/**
 * Requests the microphone and records until it is stopped, nobody speaks, or a minute has passed. Then releases the
 * microphone.
 */
export function record({ onListening, onAudio, onError }: RecordingOptions): ListeningHandle {
  const stopped = new AbortController()
  const run = async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, noiseSuppression: true } })
    try {
      if (stopped.signal.aborted) return onAudio(null)
      onListening()
      const { sound, heard } = await recordUntilSilence(stream, stopped.signal)
      onAudio(heard ? await encodeSamples(sound) : null)
    } finally {
      for (const track of stream.getTracks()) track.stop()
    }
  }
  run().catch((error: unknown) => onError(toSpeechError(error)))
  return { stop: () => stopped.abort() }
}

async function recordUntilSilence(stream: MediaStream, signal: AbortSignal): Promise<{ sound: Blob; heard: boolean }> {
  const recorder = new MediaRecorder(stream)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data))
  const ended = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => resolve())
  })
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const began = performance.now()
  let lastHeard = began
  let heard = false
  const stop = () => recorder.state !== 'inactive' && recorder.stop()
  const levelTimer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const now = performance.now()
    if (samples.some((sample) => Math.abs(sample) > SOUND_THRESHOLD)) {
      heard = true
      lastHeard = now
    }
    // Allows more time before the first sound.
    const silenceLimit = heard ? SILENCE_TIMEOUT_MS : 3 * SILENCE_TIMEOUT_MS
    if (now - lastHeard > silenceLimit || now - began > MAX_LISTENING_MS) stop()
  }, SAMPLE_INTERVAL_MS)
  signal.addEventListener('abort', stop)
  recorder.start()
  try {
    await ended
  } finally {
    clearInterval(levelTimer)
    void context.close()
  }
  return { sound: new Blob(parts, { type: recorder.mimeType }), heard }
}

/** Decodes to the required sample rate and to one channel. */
async function encodeSamples(sound: Blob): Promise<string> {
  const decoder = new OfflineAudioContext(1, 1, SAMPLE_RATE)
  const decoded = await decoder.decodeAudioData(await sound.arrayBuffer())
  const length = Math.min(decoded.length, (SAMPLE_RATE * MAX_LISTENING_MS) / 1000)
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, index) => decoded.getChannelData(index))
  // Lowest byte first, as the processors of all browsers have it.
  const samples = Int16Array.from({ length }, (_, index) => {
    const value = channels.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channels.length
    return Math.round(Math.max(-1, Math.min(1, value)) * 32_767)
  })
  return btoa(Array.from(new Uint8Array(samples.buffer), (byte) => String.fromCodePoint(byte)).join(''))
}
