/**
 * Ref of what comes in place of a button that was pressed, such as the next page of a list: takes the focus, unless the reader has gone
 * on to something else meanwhile. It needs a `tabIndex`.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
