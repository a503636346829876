import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/** Keeps a press on a link, or closing the window, from losing what is not saved. `away`: where the link would have led. */
export function useLeaveGuard(isChanged: boolean) {
  const navigate = useNavigate()
  const [away, setAway] = useState<string | null>(null)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isChanged) event.preventDefault()
    }
    // Before the router hears of it.
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!isChanged || !(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
      if (event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank') return
      event.preventDefault()
      event.stopPropagation()
      setAway(link.pathname + link.search)
      scrollTo({ top: 0 })
    }
    addEventListener('beforeunload', warn)
    document.addEventListener('click', hold, { capture: true })
    return () => {
      removeEventListener('beforeunload', warn)
      document.removeEventListener('click', hold, { capture: true })
    }
  }, [isChanged])
  return { away, stay: () => setAway(null), leave: () => away !== null && void navigate(away) }
}
