import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Catalogue } from './catalogues.ts'
import { preloadBanner } from './features/community/notifications/NotificationBanner.tsx'
import { hasMissingPart } from './layout/lazyPart.tsx'
import { preloadErrorScreen } from './layout/PageError.tsx'
import { cacheMessages, loadMessages, pageLanguage } from './messages.ts'

// Messages must be loaded before the first render, or the page would differ from the server's.
const language = pageLanguage()
const preloaded = document.getElementById('messages') as HTMLLinkElement | null
if (preloaded) {
  const { default: catalogue } = (await import(/* @vite-ignore */ preloaded.href)) as { default: Catalogue }
  cacheMessages(language, 'app', catalogue)
} else {
  await loadMessages(language, 'app')
}
if (document.getElementById('page-error')) await preloadErrorScreen()
if (document.querySelector('[data-banner]')) await preloadBanner()

const served = document.getElementById('app') as HTMLElement
const note = document.getElementById('load-failure') as HTMLElement

startTransition(() => {
  hydrateRoot(
    document.body,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    {
      onRecoverableError: (error) => {
        // A page that is made anew has lost the line, which parts that do not arrive look for.
        if (!note.isConnected) document.body.append(note)
        // A part that did not arrive tells itself of what differs because of it.
        if (!hasMissingPart()) reportError(error)
      },
      // A fault beyond the error pages would leave nothing: the page that was there comes back, with a line that says what to do.
      onUncaughtError: (error) => {
        reportError(error)
        note.hidden = false
        document.body.append(served, note)
      },
    },
  )
})
