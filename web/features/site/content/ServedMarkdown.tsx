import { useState, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { useIsHydrated } from '../../../ui/useIsHydrated.ts'
import { LazyMarkdown } from './LazyMarkdown.tsx'

/**
 * Shows the `Markdown` of a server-rendered page: keeps the server's elements, so that the browser loads no Markdown
 * parser until another text is shown.
 */
export function ServedMarkdown({ children }: { children: string }) {
  const navigate = useNavigate()
  const isServed = !useIsHydrated()
  const [served, setServed] = useState(isServed ? children : null)
  // The server's elements are gone once another text has replaced them.
  if (served !== null && served !== children) setServed(null)
  if (served !== children || import.meta.env.SSR) {
    return (
      <div key="read">
        <LazyMarkdown>{children}</LazyMarkdown>
      </div>
    )
  }
  const follow = (event: MouseEvent) => {
    const { button, altKey, ctrlKey, metaKey, shiftKey, target } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/content/"]') : null
    if (!link || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions, react/no-danger -- the handler serves the links inside; the empty HTML keeps what the server rendered
    <div key="served" onClick={follow} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  )
}
