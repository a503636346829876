/**
 * Gives the focus to what comes in place of a button that was pressed, such as the next page of a list, unless the reader has gone on
 * to something else meanwhile. The element needs a `tabIndex`. Also a ref, of what comes by a press alone.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
