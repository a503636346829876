import { type TouchEvent, useRef } from 'react'

/** Minimum distance of a swipe, in CSS pixels. */
const MIN_DISTANCE_PX = 60

/** Converts a horizontal swipe with one finger to a step: forward is against the reading direction. */
export function useSwipe(move: (step: 1 | -1) => void) {
  const from = useRef<[number, number] | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      // Two fingers zoom.
      from.current = touch && touches.length === 1 ? [touch.clientX, touch.clientY] : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      const start = from.current
      from.current = null
      // Dragging a handle of selected text is no swipe.
      if (!touch || !start || getSelection()?.isCollapsed === false) return
      const [x, y] = [touch.clientX - start[0], touch.clientY - start[1]]
      if (Math.abs(x) < MIN_DISTANCE_PX || Math.abs(x) < 2 * Math.abs(y)) return
      const rtl = document.documentElement.dir === 'rtl'
      move(x < 0 === !rtl ? 1 : -1)
    },
  }
}
