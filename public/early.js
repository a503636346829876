// Repeats what a member types and presses before the scripts of the page run: React would put its own value into a field,
// and knows nothing of a press. Comes with pages that are rendered for a member.
{
  const { dataset } = document.documentElement
  const early = new Map()
  // The start of the name by which React marks an element that it has rendered.
  const mark = '__reactProps'
  // The page is in use once `oremusStarted` is set.
  const isInUse = (element) =>
    window.oremusStarted && Object.keys(element).some((key) => key.startsWith(mark))

  function retype(field, { value, checked }) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      field.checked = !checked
      field.click()
      return
    }
    // React compares with what it saw last, which only its own setter changes.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }

  function repeat() {
    for (const [element, done] of early) {
      const { isConnected } = element
      if (isConnected && !isInUse(element)) continue
      early.delete(element)
      if (isConnected && element.matches('button')) element.click()
      else if (isConnected) retype(element, done)
    }
    if (early.size > 0) requestAnimationFrame(repeat)
    // theme.js sends a form only when its fields are right.
    else delete dataset.early
  }

  function remember({ target }) {
    const element = target.closest?.('input, textarea, select, button:not([type=submit])')
    if (!element || isInUse(element)) return
    if (early.size === 0) requestAnimationFrame(repeat)
    early.set(element, { value: element.value, checked: element.checked })
    dataset.early = ''
  }

  addEventListener('input', remember, true)
  addEventListener('click', remember, true)
}
