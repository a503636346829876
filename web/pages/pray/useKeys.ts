import { useEffect, useEffectEvent } from 'react'

const ownKeys = 'input, select, textarea, summary, details[open], dialog, [contenteditable], [role=menu]'
const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/**
 * Keys of prayer mode: the arrow against the reading direction for the next request, the other for the one before,
 * Space to pray, Escape to close. Leaves alone what a control or an open panel needs, keys with modifiers, and the
 * keys up and down, which scroll. A screen reader in browse mode keeps its keys to itself.
 */
export function useKeys(act: {
  move: (step: 1 | -1) => void
  pray: (() => void) | undefined
  close: () => void
}): void {
  // Acts on what is on the screen, also in the moment before the effects of a render run.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (event.defaultPrevented || event.repeat || isIn(target, ownKeys)) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (key === 'ArrowLeft' || key === 'ArrowRight') act.move(key === forward ? 1 : -1)
    else if (key === 'Escape') act.close()
    else if (key === ' ' && act.pray && !isIn(target, 'a, button')) act.pray()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
