import type { ReactNode } from 'react'

/**
 * Layout of the diagnostic pages; `proves` says what works if the page does. Uses no hook, so that it cannot cause a
 * failure itself. These pages are for operators, in English only.
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
