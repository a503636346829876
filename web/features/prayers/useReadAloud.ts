import { useEffect, useState } from 'react'
import type { Prayer } from '../../../contract/prayers.ts'

const synthesis = (): SpeechSynthesis | undefined =>
  typeof window !== 'undefined' && 'speechSynthesis' in window ? window.speechSynthesis : undefined

/** Reads a request with a voice of the device itself: its words go nowhere. `exists`: there is a voice. */
export function useReadAloud(prayer: Prayer | undefined) {
  const [exists, setExists] = useState(false)
  const [reading, setReading] = useState(false)
  useEffect(() => {
    const speech = synthesis()
    if (!speech) return undefined
    // Voices that live on a server would be sent the words.
    const look = () => setExists(speech.getVoices().some(({ localService }) => localService))
    look()
    speech.addEventListener('voiceschanged', look)
    return () => {
      speech.removeEventListener('voiceschanged', look)
      speech.cancel()
    }
  }, [])
  const stop = () => {
    synthesis()?.cancel()
    setReading(false)
  }
  const read = () => {
    const speech = synthesis()
    if (!speech || !prayer) return
    const utterance = new SpeechSynthesisUtterance([prayer.title, prayer.content].filter(Boolean).join('. '))
    const language = prayer.language ?? document.documentElement.lang
    const voices = speech.getVoices().filter(({ localService }) => localService)
    utterance.voice = voices.find(({ lang }) => lang.toLowerCase().startsWith(language)) ?? voices[0] ?? null
    utterance.lang = language
    utterance.addEventListener('end', () => setReading(false))
    utterance.addEventListener('error', () => setReading(false))
    speech.cancel()
    speech.speak(utterance)
    setReading(true)
  }
  return { exists, reading, read, stop }
}
