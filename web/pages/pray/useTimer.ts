import { useEffect, useState } from 'react'
import { MINUTE_MS } from '../../../contract/time.values.ts'

export const times = [0, 5, 10, 20] as const
type Minutes = (typeof times)[number]

/** `left`: minutes that are left, rounded up; 0 when the time is over, null without a timer. */
export interface Timer {
  minutes: Minutes
  left: number | null
  choose: (minutes: number) => void
}

/** Counts down in minutes. Goes by the clock, so that a device that slept counts that too. */
export function useTimer(onEnd: (minutes: number) => void): Timer {
  const [timer, setTimer] = useState<{ minutes: Minutes; ends: number; left: number | null }>({
    minutes: 0,
    ends: 0,
    left: null,
  })
  const isRunning = timer.left !== null && timer.left > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const interval = setInterval(() => {
      const left = Math.max(0, Math.ceil((timer.ends - Date.now()) / MINUTE_MS))
      if (left === timer.left) return
      setTimer({ ...timer, left })
      if (left === 0) onEnd(timer.minutes)
    }, 1000)
    return () => clearInterval(interval)
  }, [isRunning, timer, onEnd])
  const choose = (chosen: number) => {
    const minutes = times.find((time) => time === chosen) ?? 0
    setTimer({ minutes, ends: Date.now() + minutes * MINUTE_MS, left: minutes === 0 ? null : minutes })
  }
  return { minutes: timer.minutes, left: timer.left, choose }
}
