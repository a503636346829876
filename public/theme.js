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

  // Leaves out the announcements that were closed in this browser, as the page itself does once its scripts run, and
  // keeps the room that a member's own took at the last visit.
  function prepareBanner() {
    try {
      const { read_notifications, banner_room = '', auth_token } = localStorage
      const listed = (root.dataset.notifications ?? '').match(/[\w-]+/g) ?? []
      const closed = listed.filter((id) => JSON.parse(read_notifications ?? '[]').includes(id))
      const [first, ...others] = listed.filter((id) => !closed.includes(id))
      const [width, height] = banner_room.split(' ').map(Number)
      if (auth_token && width === innerWidth) root.style.setProperty('--banner-room', `${height}px`)
      if (closed.length === 0) return
      const rules = closed.map((id) => `[data-notification="${id}"] { display: none !important }`)
      if (first) {
        rules.push(`[data-notification="${first}"] { visibility: visible !important }`)
        rules.push(`i[data-notification="${first}"] { inline-size: 1.125rem !important }`)
        if (others.length === 0) rules.push('[data-banner-nav] { display: none !important }')
      } else {
        rules.push('[data-banner] { display: none !important }')
      }
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules.join('\n'))
      document.adoptedStyleSheets = [sheet]
    } catch {
      // Storage is blocked, or the browser is old: what was closed goes when the scripts of the page run.
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
    if (tries < 100) setTimeout(() => form.isConnected && form.requestSubmit(), 200)
  }

  root.dataset.js = ''
  apply()
  prepareBanner()
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)
  addEventListener('appearance', apply)
  addEventListener('submit', wait)
  addEventListener('error', failed, true)
  addEventListener('unhandledrejection', failed)
}
