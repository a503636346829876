import { use, useEffect, useRef } from 'react'
import { NavigationType, UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router'
import { takeLostFocus } from '../ui/takeLostFocus.ts'
import { announce } from '../ui/Toast.tsx'

/** Path of the document, which may have been left before this file was loaded. */
function servedPath(): string | undefined {
  const [document] = performance.getEntriesByType('navigation')
  return document && new URL(document.name).pathname
}

/**
 * Opens the page to which a press leads when a file of it is gone, as after an upgrade: React Router loads the page anew that is open.
 * A browser without the Navigation API does that.
 */
function useLostPages(): void {
  const router = use(DataRouterContext)?.router
  useEffect(() => {
    const leadOn = (event: NavigateEvent) => {
      const { location: next, historyAction } = router?.state.navigation ?? {}
      if (!next || event.navigationType !== 'reload' || event.userInitiated) return
      const { pathname, search, hash } = next
      const { href } = Object.assign(new URL(location.href), { pathname, search, hash })
      // After Back the address is that of the page already.
      if (href === location.href) return
      event.preventDefault()
      if (historyAction === NavigationType.Replace) location.replace(href)
      else location.assign(href)
    }
    const { navigation } = globalThis as { navigation?: Navigation }
    navigation?.addEventListener('navigate', leadOn)
    return () => navigation?.removeEventListener('navigate', leadOn)
  }, [router])
}

/** Says the title of a page that takes the place of another, which browsers do for documents alone. */
export default function NewPage() {
  const { pathname } = useLocation()
  useLostPages()
  const shown = useRef(servedPath() ?? pathname)
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    announce(document.title)
    takeLostFocus(document.getElementById('main'))
    return undefined
  }, [pathname])
  return null
}
