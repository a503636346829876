// Runs before the first paint: applies the reader's theme, light or dark mode, text size and signed-in state, and keeps what
// is typed, pressed and sent before the scripts of the page run.
{
  // oxlint-disable unicorn/consistent-function-scoping -- in the block their names are shortened, and none is global
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const early = new Map()
  // Events of which it is not known yet whether React handled them.
  let open = 0

  const apply = (event) => {
    try {
      const { theme, appearance, text_size, auth_token } = localStorage
      if (theme) root.dataset.theme = theme
      root.dataset.textSize = text_size || ''
      root.classList.toggle('dark', appearance === 'dark' || (appearance !== 'light' && dark.matches))
      // A page that comes for a member is theirs, also where the browser has cleared the token.
      root.toggleAttribute('data-signed-in', auth_token || (!event && root.hasAttribute('data-signed-in')))
    } catch {
      // Storage is blocked: the page uses the site's default appearance.
    }
  }

  // A module failed to load: the page stays readable, and shows what to do.
  const failed = ({ type, target }) => {
    const note = document.getElementById('load-failure')
    if (!note || window.oremusStarted || (type === 'error' && target.localName !== 'script')) return
    note.hidden = false
  }

  // React would put its own value into a field, and compares with what it saw last, which only its own setter changes.
  const retype = (field, { value, was, checked }) => {
    const tell = (type) => field.dispatchEvent(new Event(type, { bubbles: true }))
    // It takes what it finds when it hydrates a part of the page as what it saw: the first event only hydrates.
    tell('input')
    if (field.type === 'checkbox' || field.type === 'radio') {
      field.checked = !checked
      field.click()
      return
    }
    // One for files has them, and nobody may put any there.
    if (field.type !== 'file') {
      // A draft that the page has put there meanwhile stays, above what was typed.
      const { value: now } = field
      const isDraft = field.matches('textarea,[type=text]') && now !== was && !value.includes(now.trim())
      const words = isDraft ? [now, value].join(field.rows ? '\n\n' : ' ') : value
      field.value = ''
      Reflect.set(Object.getPrototypeOf(field), 'value', words, field)
      tell('input')
    }
    tell('change')
  }

  // Elements of the kind of this one, in their order: its place among them is kept when React makes the page anew. Buttons with other
  // words may come only then, as those that show a password.
  const alike = (element) =>
    [...document.querySelectorAll(element.localName)].filter(
      (other) =>
        ['type', 'name'].every((key) => other.getAttribute(key) === element.getAttribute(key)) &&
        (element.localName !== 'button' || other.textContent === element.textContent),
    )
  const placeOf = (element) => alike(element).indexOf(element)
  const find = (element, place) => (element.isConnected ? element : alike(element)[place])

  const repeat = () => {
    if (!window.oremusStarted) {
      requestAnimationFrame(repeat)
      return
    }
    const waiting = [...early]
    early.clear()
    for (const [before, done] of waiting) {
      const element = find(before, done.place)
      if (!element) {
        // Its part of the page may be on its way, which begins with the scripts, however late they came.
        done.until ??= performance.now() + 10_000
        if (performance.now() < done.until) keep(before, done)
        continue
      }
      if (!element.matches('button')) {
        retype(element, done)
        if (element !== before) element.focus({ preventScroll: true })
      } else element.click()
    }
  }

  const keep = (element, done) => {
    if (early.size === 0) requestAnimationFrame(repeat)
    early.set(element, done)
  }

  // React drops an event whose target it has not hydrated yet; `root.tsx` marks those that it handles.
  const watch = (event) => {
    const element = event.target.closest?.('input, textarea, select, button:not([type=submit])')
    if (!element) return
    // As it is now: React may put back what it knows, or make the page anew, before the timer fires.
    const { value, checked, defaultValue: was } = element
    const done = { value, checked, was, place: placeOf(element) }
    if (!window.oremusStarted) return keep(element, done)
    open += 1
    setTimeout(() => {
      open -= 1
      if (!event.oremusHandled) keep(element, done)
    })
  }

  // Holds back a form that is submitted before hydration: a native submit would lose its text. Also one that is hydrated by
  // the press itself, before what was typed into it is retyped: React would send it empty. Sends it when its fields are right.
  let tries = 0
  // A button that is gone holds nothing back: it may be gone for good, and nothing was typed into it.
  const holds = (element) => element.isConnected || !element.matches('button')
  // Also where nothing was typed: what is only pressed waits for the scripts as long as they take.
  const isLate = () => !window.oremusStarted || open > 0 || [...early.keys()].some(holds)
  const wait = (event) => {
    if (event.eventPhase === 1 ? !isLate() : event.defaultPrevented) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const form = event.target
    const place = placeOf(form)
    tries += 1
    // What is retyped may wait once more, when its part of the page was not hydrated yet.
    const again = (isQuiet) => {
      if (isLate() || !isQuiet) setTimeout(again, 50, !isLate())
      else find(form, place)?.requestSubmit()
    }
    if (tries < 100) setTimeout(again, 200)
  }

  root.dataset.js = ''
  apply()
  dark.addEventListener('change', apply)
  addEventListener('load', () => void import('/offline.js').catch(() => {}))
  addEventListener('storage', apply)
  addEventListener('appearance', apply)
  addEventListener('input', watch, true)
  addEventListener('click', watch, true)
  addEventListener('submit', wait, true)
  addEventListener('submit', wait)
  addEventListener('error', failed, true)
  addEventListener('unhandledrejection', failed)
}
