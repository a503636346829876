import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/Button.tsx'

interface PageLink {
  to: string
  label: string
}

/** Links to the previous and the next page, where they exist. `children` stand between them. */
export function Pagination({
  label,
  before,
  after,
  children,
}: {
  label: string
  before: PageLink | false
  after: PageLink | false
  children?: ReactNode
}) {
  if (!before && !after) return null
  return (
    <nav className="row" aria-label={label}>
      {before && <ButtonLink to={before.to}>{before.label}</ButtonLink>}
      {children}
      {after && <ButtonLink to={after.to}>{after.label}</ButtonLink>}
    </nav>
  )
}
