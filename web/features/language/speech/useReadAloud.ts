import { useEffect, useRef, useState } from 'react'
import { pageLanguage } from '../../../messages.ts'

interface ReadableText {
  title: string | null
  content: string
  language: string | null
}

const synthesis = (): SpeechSynthesis | undefined =>
  typeof window !== 'undefined' && 'speechSynthesis' in window ? window.speechSynthesis : undefined

const resolveLanguage = ({ language }: ReadableText): string => language ?? pageLanguage()

/** Returns a voice on the device for a language. Remote voices would send the text to a server. */
const findLocalVoice = (speech: SpeechSynthesis, language: string): SpeechSynthesisVoice | undefined =>
  speech.getVoices().find(({ localService, lang }) => localService && lang.toLowerCase().startsWith(language))

/**
 * Reads a text aloud with a voice on the device: the text does not leave it. `exists`: true if there is a voice for its
 * language.
 */
export function useReadAloud(text: ReadableText | undefined) {
  const [exists, setExists] = useState(false)
  const [reading, setReading] = useState(false)
  const currentUtterance = useRef<SpeechSynthesisUtterance | null>(null)
  const language = text?.language
  useEffect(() => {
    const speech = synthesis()
    if (!speech || language === undefined) return undefined
    const checkVoices = () => setExists(findLocalVoice(speech, language ?? pageLanguage()) !== undefined)
    checkVoices()
    speech.addEventListener('voiceschanged', checkVoices)
    return () => speech.removeEventListener('voiceschanged', checkVoices)
  }, [language])
  useEffect(
    () => () => {
      if (currentUtterance.current) synthesis()?.cancel()
    },
    [],
  )
  const stop = () => {
    synthesis()?.cancel()
    setReading(false)
  }
  /** Returns false if there is no voice for the text. */
  const read = (): boolean => {
    const speech = synthesis()
    const voice = speech && text && findLocalVoice(speech, resolveLanguage(text))
    if (!voice) return false
    const utterance = new SpeechSynthesisUtterance([text.title, text.content].filter(Boolean).join('. '))
    utterance.voice = voice
    utterance.lang = resolveLanguage(text)
    const end = () => {
      if (currentUtterance.current !== utterance) return
      currentUtterance.current = null
      setReading(false)
    }
    utterance.addEventListener('end', end)
    utterance.addEventListener('error', end)
    speech.cancel()
    currentUtterance.current = utterance
    speech.speak(utterance)
    setReading(true)
    return true
  }
  return { exists, reading, read, stop }
}
