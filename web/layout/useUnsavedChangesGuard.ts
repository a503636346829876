import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/**
 * Prevents a link, or closing the window, from discarding unsaved changes. `away`: target of the intercepted link; `onLeave`:
 * forgets what is kept of them.
 */
export function useUnsavedChangesGuard(isChanged: boolean, onLeave?: () => void) {
  const navigate = useNavigate()
  const [away, setAway] = useState<string | null>(null)
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isChanged) event.preventDefault()
    }
    // Runs before the router handles the click.
    const interceptClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!isChanged || !(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
      if (event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank') return
      event.preventDefault()
      event.stopPropagation()
      setAway(link.pathname + link.search)
    }
    addEventListener('beforeunload', onBeforeUnload)
    document.addEventListener('click', interceptClick, { capture: true })
    return () => {
      removeEventListener('beforeunload', onBeforeUnload)
      document.removeEventListener('click', interceptClick, { capture: true })
    }
  }, [isChanged])
  function leave(): void {
    onLeave?.()
    if (away !== null) void navigate(away)
  }
  return { away, stay: () => setAway(null), leave }
}
