// Applies the reader's theme, light or dark mode, text size and signed-in state before the first paint, and keeps what
// somebody does before the scripts of the page run.
{
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')

  function apply() {
    try {
      const { theme, appearance, text_size, auth_token } = localStorage
      if (theme) root.dataset.theme = theme
      root.dataset.textSize = text_size || ''
      root.classList.toggle('dark', appearance === 'dark' || (appearance !== 'light' && dark.matches))
      root.toggleAttribute('data-signed-in', Boolean(auth_token))
    } catch {
      // Storage is blocked: the page uses the site's default appearance.
    }
  }

  // A module failed to load: the page stays readable, and shows what to do.
  function failed({ type, target }) {
    const note = document.getElementById('load-failure')
    if (!note || window.oremusStarted || (type === 'error' && !(target instanceof HTMLScriptElement))) return
    note.querySelector('a').href = location.href
    note.hidden = false
  }

  // Repeats what was typed and pressed before hydration: React would put its own value into a field, and knows nothing of
  // a press.
  const isHydrated = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const early = new Map()
  function retype(field, { value, checked }) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      field.checked = !checked
      if (checked !== field.checked) field.click()
      return
    }
    // React compares with what it saw last, which only its own setter changes.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
  function repeat() {
    for (const [element, done] of early) {
      if (!element.isConnected) early.delete(element)
      else if (isHydrated(element)) {
        early.delete(element)
        if (element.matches('button')) element.click()
        else retype(element, done)
      }
    }
    if (early.size > 0) requestAnimationFrame(repeat)
  }
  function remember({ target }) {
    const element = target.closest?.('input, textarea, select, button:not([type=submit])')
    if (!element || isHydrated(element)) return
    if (early.size === 0) requestAnimationFrame(repeat)
    early.set(element, { value: element.value, checked: element.checked })
  }

  // Holds back a form that is submitted before hydration: a native submit would lose its text.
  let tries = 0
  function wait(event) {
    if (event.defaultPrevented) return
    event.preventDefault()
    const form = event.target
    tries += 1
    const again = () => {
      if (!form.isConnected) return
      if (early.size > 0) requestAnimationFrame(again)
      else form.requestSubmit()
    }
    if (tries < 100) setTimeout(again, 200)
  }

  root.dataset.js = ''
  apply()
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)
  addEventListener('appearance', apply)
  addEventListener('submit', wait)
  addEventListener('input', remember, true)
  addEventListener('click', remember, true)
  addEventListener('error', failed, true)
  addEventListener('unhandledrejection', failed)
}
