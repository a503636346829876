import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Prayer } from '../../../contract/prayers.ts'
import { useReadAloud } from '../../features/language/speech/useReadAloud.ts'

/** Seconds of quiet after a request that was read; 0: nothing is read by itself. */
export const pauses = [0, 5, 15, 30, 60] as const

/** `pause`: one of `pauses`. */
export interface HandsFree {
  pause: number
  choose: (seconds: number) => void
}

/** Returns what is read aloud: the request and its update, when both are in one language. */
const spokenText = ({ title, content, language, latest_update: update }: Prayer) => ({
  title,
  language,
  content: update?.language === language ? `${content}\n\n${update.content}` : content,
})

/**
 * Reads the request on the screen aloud, at a press or by itself: after the chosen quiet follows the next one. By itself it
 * reads no request with extra privacy, which others in the room must not hear, and none that no voice of the device can read.
 */
export function useHandsFree(prayer: Prayer | undefined, next: () => void) {
  const [pause, setPause] = useState(0)
  // The request after which it is quiet, until the next one comes.
  const [quietAfter, setQuietAfter] = useState<string | null>(null)
  const id = prayer?.id
  const { exists, reading, read, stop } = useReadAloud(prayer && spokenText(prayer))
  const readId = useRef<string>(undefined)
  const isSilent = !exists || prayer?.is_guarded === true
  const begin = useEffectEvent((begun: string) => {
    readId.current = begun
    read()
  })
  const isOn = pause > 0
  const ended = useEffectEvent(() => {
    if (isOn && id !== undefined && readId.current === id) setQuietAfter(id)
  })
  // Before the next begins: where somebody goes on while one is read, its end is not that of the next.
  useEffect(() => {
    if (!reading) ended()
  }, [reading])
  useEffect(() => {
    if (isOn && !isSilent && id !== undefined) begin(id)
  }, [isOn, isSilent, id])
  const goOn = useEffectEvent(next)
  const isQuiet = isOn && id !== undefined && (isSilent || quietAfter === id)
  useEffect(() => {
    if (!isQuiet) return undefined
    const timer = setTimeout(() => goOn(), pause * 1000)
    return () => clearTimeout(timer)
  }, [isQuiet, pause])
  const end = () => {
    stop()
    setPause(0)
    setQuietAfter(null)
  }
  const handsFree: HandsFree = {
    pause,
    choose: (seconds) => (seconds === 0 ? end() : setPause(seconds)),
  }
  return { exists, isReading: reading || isOn, read, stop, end, handsFree }
}
