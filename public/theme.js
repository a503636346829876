// Before the first paint: the reader's theme, light or dark, text size, and whether they are signed in.
;(function (root) {
  root.dataset.js = ''
  try {
    var get = function (key) {
      return localStorage.getItem(key)
    }
    var dark = matchMedia('(prefers-color-scheme: dark)')
    var apply = function () {
      var appearance = get('appearance') || 'system'
      if (get('theme')) root.dataset.theme = get('theme')
      root.dataset.textSize = get('text_size') || 'normal'
      root.classList.toggle('dark', appearance === 'dark' || (appearance === 'system' && dark.matches))
    }
    apply()
    dark.addEventListener('change', apply)
    addEventListener('storage', apply)
    addEventListener('appearance', apply)
    if (get('auth_token')) root.dataset.signedIn = ''
  } catch (e) {}

  // A module that does not arrive: the page can still be read, and says what to do.
  var failed = function () {
    var note = document.getElementById('load-failure')
    if (!note || window.oremusStarted) return
    note.querySelector('a').href = location.href
    note.hidden = false
  }
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) failed()
    },
    true,
  )
  addEventListener('unhandledrejection', failed)
})(document.documentElement)
