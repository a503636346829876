import { useEffect, useState } from 'react'

// In milliseconds.
export const ROTATE_INTERVAL_MS = 8000
export const REST_DELAY_MS = 15_000

/**
 * Returns the index of the item to show out of `count`: moves to the next one every 8 s unless stopped, and waits 15 s
 * after a manual choice. `byHand`: true if the reader chose the current item.
 */
export function useRotation(
  count: number,
  stopped: boolean,
): { index: number; byHand: boolean; go: (step: number) => void } {
  const [{ index, byHand }, set] = useState({ index: 0, byHand: false })
  const shown = count === 0 ? 0 : index % count
  useEffect(() => {
    if (stopped || count < 2) return undefined
    const timer = setTimeout(
      () => set({ index: (shown + 1) % count, byHand: false }),
      byHand ? REST_DELAY_MS : ROTATE_INTERVAL_MS,
    )
    return () => clearTimeout(timer)
  }, [count, stopped, shown, byHand])
  return { index: shown, byHand, go: (step) => set({ index: (shown + step + count) % count, byHand: true }) }
}
