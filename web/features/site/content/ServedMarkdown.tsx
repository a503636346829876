import { useState, useSyncExternalStore, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { noopSubscribe } from '../../../ui/noopSubscribe.ts'
import { LazyMarkdown } from './LazyMarkdown.tsx'

/**
 * `Markdown` of a page that came from the server: its elements stay as they came, and the browser loads no reader of
 * markdown before there is another text to show.
 */
export function ServedMarkdown({ children }: { children: string }) {
  const navigate = useNavigate()
  const isServed = useSyncExternalStore(
    noopSubscribe,
    () => false,
    () => true,
  )
  const [served, setServed] = useState(isServed ? children : null)
  // What came is gone as soon as another text was shown in its place.
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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions, react/no-danger -- what is pressed are the links in it; an empty text leaves what the server sent
    <div key="served" onClick={follow} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  )
}
