import { useEffect, useRef, useState } from 'react'

interface Text {
  title: string | null
  content: string
  language: string | null
}

const synthesis = (): SpeechSynthesis | undefined =>
  typeof window !== 'undefined' && 'speechSynthesis' in window ? window.speechSynthesis : undefined

const languageOf = ({ language }: Text): string => language ?? document.documentElement.lang

/** A voice for a language that is on the device: those that live on a server would be sent the words. */
const voiceFor = (speech: SpeechSynthesis, language: string): SpeechSynthesisVoice | undefined =>
  speech.getVoices().find(({ localService, lang }) => localService && lang.toLowerCase().startsWith(language))

/** Reads a text with a voice of the device itself: its words go nowhere. `exists`: there is one for its language. */
export function useReadAloud(text: Text | undefined) {
  const [exists, setExists] = useState(false)
  const [reading, setReading] = useState(false)
  const own = useRef<SpeechSynthesisUtterance | null>(null)
  const language = text?.language
  useEffect(() => {
    const speech = synthesis()
    if (!speech || language === undefined) return undefined
    const look = () => setExists(voiceFor(speech, language ?? document.documentElement.lang) !== undefined)
    look()
    speech.addEventListener('voiceschanged', look)
    return () => speech.removeEventListener('voiceschanged', look)
  }, [language])
  useEffect(
    () => () => {
      if (own.current) synthesis()?.cancel()
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
    utterance.voice = voiceFor(speech, languageOf(text)) ?? null
    utterance.lang = languageOf(text)
    const end = () => {
      if (own.current !== utterance) return
      own.current = null
      setReading(false)
    }
    utterance.addEventListener('end', end)
    utterance.addEventListener('error', end)
    speech.cancel()
    own.current = utterance
    speech.speak(utterance)
    setReading(true)
  }
  return { exists, reading, read, stop }
}
