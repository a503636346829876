import { useEffect, useState } from 'react'

// SPECIFICATION §9, milliseconds.
export const ROTATE_INTERVAL_MS = 8000
export const REST_DELAY_MS = 15_000

/**
 * Which of `count` things is shown: the next one every 8 s, unless stopped. After a choice by hand it rests for 15 s first.
 * `byHand` tells whether the one shown was chosen.
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
