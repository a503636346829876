// Discreet mode, before the first paint: the way out, which works before the scripts of the page run. What was left stays out
// of sight, also when somebody presses Back; who comes by themselves is let in again.
{
  // oxlint-disable unicorn/consistent-function-scoping -- in the block their names are shortened, and none is global
  const hide = () => {
    const exit = sessionStorage.left
    if (!exit) return
    document.documentElement.hidden = true
    location.replace(exit)
  }
  const leave = (event) => {
    const link = event.target.closest?.('[data-leave]')
    if (!link) return
    event.preventDefault()
    event.stopImmediatePropagation()
    document.documentElement.hidden = true
    try {
      sessionStorage.left = link.href
    } catch {
      // Storage is blocked: Back may lead here again.
    }
    location.replace(link.href)
  }
  const arrive = () => {
    // The script can run a second time, also when the way out was taken already.
    if (document.documentElement.hidden) return
    try {
      // A page that is loaded again, as that of a busy server is by itself, is not somebody who comes.
      if (performance.getEntriesByType('navigation')[0]?.type === 'navigate') sessionStorage.removeItem('left')
      else hide()
    } catch {
      // Storage is blocked.
    }
  }

  arrive()
  addEventListener('click', leave, true)
  addEventListener('pageshow', ({ persisted }) => persisted && hide())
}
