import { useEffect, useRef, useState } from 'react'

interface ReadableText {
  title: string | null
  content: string
  language: string | null
}

const synthesis = (): SpeechSynthesis | undefined =>
  typeof window !== 'undefined' && 'speechSynthesis' in window ? window.speechSynthesis : undefined

const resolveLanguage = ({ language }: ReadableText): string => language ?? document.documentElement.lang

/** A voice for a language that is on the device: those that live on a server would be sent the words. */
const findLocalVoice = (speech: SpeechSynthesis, language: string): SpeechSynthesisVoice | undefined =>
  speech.getVoices().find(({ localService, lang }) => localService && lang.toLowerCase().startsWith(language))

/** Reads a text with a voice of the device itself: its words go nowhere. `exists`: there is one for its language. */
export function useReadAloud(text: ReadableText | undefined) {
  const [exists, setExists] = useState(false)
  const [reading, setReading] = useState(false)
  const currentUtterance = useRef<SpeechSynthesisUtterance | null>(null)
  const language = text?.language
  useEffect(() => {
    const speech = synthesis()
    if (!speech || language === undefined) return undefined
    const checkVoices = () => setExists(findLocalVoice(speech, language ?? document.documentElement.lang) !== undefined)
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
  const read = () => {
    const speech = synthesis()
    if (!speech || !text) return
    const utterance = new SpeechSynthesisUtterance([text.title, text.content].filter(Boolean).join('. '))
    utterance.voice = findLocalVoice(speech, resolveLanguage(text)) ?? null
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
  }
  return { exists, reading, read, stop }
}
