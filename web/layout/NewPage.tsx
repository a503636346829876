import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { announce } from '../ui/Toast.tsx'

/** Moves the focus to an element when what had it is gone. */
export function catchFocus(id: string): void {
  if (document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true })
}

/** Path of the document, which may have been left before this file was loaded. */
function servedPath(): string | undefined {
  const [document] = performance.getEntriesByType('navigation')
  return document && new URL(document.name).pathname
}

/** Says the title of a page that takes the place of another, which browsers do for documents alone. */
export default function NewPage() {
  const { pathname } = useLocation()
  const shown = useRef(servedPath() ?? pathname)
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    announce(document.title)
    catchFocus('main')
    return undefined
  }, [pathname])
  return null
}
