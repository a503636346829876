import { type TouchEvent, useRef } from 'react'

/** CSS pixels. */
const MIN_DISTANCE_PX = 60

/** Turns a swipe to the side into a step: forward is against the direction of reading. */
export function useSwipe(move: (step: 1 | -1) => void) {
  const from = useRef<[number, number] | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      from.current = touch ? [touch.clientX, touch.clientY] : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!touch || !from.current) return
      const [x, y] = [touch.clientX - from.current[0], touch.clientY - from.current[1]]
      if (Math.abs(x) < MIN_DISTANCE_PX || Math.abs(x) < 2 * Math.abs(y)) return
      const rtl = document.documentElement.dir === 'rtl'
      move(x < 0 === !rtl ? 1 : -1)
    },
  }
}
