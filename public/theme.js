// Before the first paint: the reader's theme, light or dark, text size, and whether they are signed in.
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
      // Closed storage: the page looks as the site decided.
    }
  }

  // A module that does not arrive: the page can still be read, and says what to do.
  function failed({ type, target }) {
    const note = document.getElementById('load-failure')
    if (!note || window.oremusStarted || (type === 'error' && !(target instanceof HTMLScriptElement))) return
    note.querySelector('a').href = location.href
    note.hidden = false
  }

  root.dataset.js = ''
  apply()
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)
  addEventListener('appearance', apply)
  addEventListener('error', failed, true)
  addEventListener('unhandledrejection', failed)
}
