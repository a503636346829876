// Applies the reader's theme, light or dark mode, text size and signed-in state before the first paint.
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

  // Holds back a form that is submitted before hydration: a native submit would lose its text.
  let tries = 0
  function wait(event) {
    if (event.defaultPrevented) return
    event.preventDefault()
    const form = event.target
    tries += 1
    const again = () => {
      if ('early' in root.dataset) setTimeout(again, 50)
      else if (form.isConnected) form.requestSubmit()
    }
    if (tries < 100) setTimeout(again, 200)
  }

  root.dataset.js = ''
  apply()
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)
  addEventListener('appearance', apply)
  addEventListener('submit', wait)
  addEventListener('error', failed, true)
  addEventListener('unhandledrejection', failed)
}
