import type { ReactNode } from 'react'

/**
 * What the diagnostic pages have in common; `proves` says what works when the page does. It uses no hook, so that it
 * can be in the way of nothing. These pages are for whoever runs the site, and are in English only.
 */
export const DiagnosticPage = ({ name, proves, children }: { name: string; proves: string; children: ReactNode }) => (
  <div className="stack" lang="en" dir="ltr">
    <title>{name}</title>
    <meta name="robots" content="noindex" />
    <h1>{name}</h1>
    <p className="secondary">{proves}</p>
    {children}
  </div>
)
