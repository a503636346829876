import { useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { focusWrong } from '../../../../useFailureFocus.ts'
import { useIsHydrated } from '../../../../ui/useIsHydrated.ts'

/** Matches where both steps stand side by side. The style sheet has the same width. */
const WIDE = '(min-width: 1024px)'
/** State of a history entry of the second step that lies above one of the first. */
const ABOVE_WORDS = 'above words'

/** Matches where both steps stand side by side. */
export const showsBothSteps = (): boolean => matchMedia(WIDE).matches

export type Leave = (address: string, state?: object) => void

/**
 * The step of a form, which stands in its address: the words, then who can read them. `isEmpty`: true if the form began
 * without words. A new step takes the focus to its heading.
 */
export function useSteps(form: RefObject<HTMLFormElement | null>, isEmpty: boolean) {
  const { state, key } = useLocation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  // An entry that is opened without the words shows the first step.
  const [opened] = useState(isEmpty ? key : undefined)
  const isAhead = isHydrated && search.get('step') === '2' && key !== opened
  const [leaving, setLeaving] = useState<() => void>()
  const step = isAhead || leaving ? 2 : 1
  const [turned, setTurned] = useState({ step, ever: false })
  if (turned.step !== step) setTurned({ step, ever: true })
  /** Selector of what takes the focus after the next render. */
  const target = useRef<string>(undefined)
  const shown = useRef({ step, isAhead, isTurning: false })

  useEffect(() => {
    if (shown.current.step !== step) target.current ??= step === 1 ? 'h1' : 'h2'
    shown.current = { step, isAhead, isTurning: shown.current.isTurning && shown.current.step === step }
    const element = target.current === undefined ? null : form.current?.querySelector<HTMLElement>(target.current)
    element?.closest('details')?.setAttribute('open', '')
    // Laid out once its step is shown. An iPhone before iOS 17.4 has no `checkVisibility`.
    if (!element?.getClientRects().length) return
    target.current = undefined
    focusWrong(element)
  })
  useEffect(() => {
    if (!isAhead) leaving?.()
  }, [isAhead, leaving])

  /** The second step has its own address, so that the Back button of the device returns to the words. */
  function turnTo(next: 1 | 2) {
    if (next === step || shown.current.isTurning || showsBothSteps()) return
    shown.current.isTurning = true
    const there = new URLSearchParams(search)
    if (next === 2) {
      there.set('step', '2')
      void navigate({ search: there.toString() }, { state: ABOVE_WORDS })
    } else if (state === ABOVE_WORDS) void navigate(-1)
    else {
      there.delete('step')
      void navigate({ search: there.toString() }, { replace: true })
    }
  }

  /** Removes the entry of the second step, so that the page of the request takes the place of both. */
  const leave: Leave = (address, reason) => {
    const go = () => {
      // A page whose file is gone, as after an upgrade, makes React Router reload the address that stands there.
      history.replaceState(history.state, '', address)
      void navigate(address, { replace: true, state: reason })
    }
    if (shown.current.isAhead && state === ABOVE_WORDS) {
      setLeaving(() => go)
      void navigate(-1)
    } else go()
  }

  /** Shows a step, and focuses the first element that matches the selector there. */
  function focusAt(at: 1 | 2, selector: string) {
    target.current = selector
    turnTo(at)
  }

  return { step, hasTurned: turned.ever, turnTo, leave, focusAt } as const
}
