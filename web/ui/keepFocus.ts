/**
 * Ref of a row that may go with what has the focus, such as the button that removes it: the part of the page around it takes the focus
 * then. A page that follows does as it likes.
 */
export function keepFocus(row: HTMLElement | null): (() => void) | undefined {
  if (row === null) return undefined
  // Called while the row is still in its place.
  return () => {
    if (!row.contains(document.activeElement)) return
    const around: HTMLElement[] = []
    for (let place = row.parentElement; place !== null; place = place.parentElement)
      if (place.matches('section, dialog, main')) around.push(place)
    queueMicrotask(() => {
      const next = around.find((place) => place.isConnected)
      if (!next || document.activeElement !== document.body) return
      if (!next.hasAttribute('tabindex')) {
        next.tabIndex = -1
        next.addEventListener('blur', () => next.removeAttribute('tabindex'), { once: true })
      }
      next.focus({ preventScroll: true })
    })
  }
}
