// Repeats what a reader types and presses before the scripts of the page run: React would put its own value into a field,
// and knows nothing of a press.
{
  const { dataset } = document.documentElement
  const early = new Map()

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
    if (!window.oremusStarted) {
      requestAnimationFrame(repeat)
      return
    }
    const waiting = [...early]
    early.clear()
    for (const [element, done] of waiting) {
      if (!element.isConnected) continue
      if (element.matches('button')) element.click()
      else retype(element, done)
    }
    // theme.js sends a form only when its fields are right.
    if (early.size === 0) delete dataset.early
  }

  function remember(element) {
    if (early.size === 0) requestAnimationFrame(repeat)
    early.set(element, { value: element.value, checked: element.checked })
    dataset.early = ''
  }

  // React drops an event whose target it has not hydrated yet; `root.tsx` marks those that it handles.
  function watch(event) {
    const element = event.target.closest?.('input, textarea, select, button:not([type=submit])')
    if (!element) return
    if (!window.oremusStarted) remember(element)
    else
      setTimeout(() => {
        if (!event.oremusHandled) remember(element)
      })
  }

  addEventListener('input', watch, true)
  addEventListener('click', watch, true)
}
