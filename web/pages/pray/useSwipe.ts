import { type TouchEvent, useRef } from 'react'

/** Minimum distance of a swipe, in CSS pixels. */
const MIN_DISTANCE_PX = 60

/** Converts a horizontal swipe to a step: forward is against the reading direction. */
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
