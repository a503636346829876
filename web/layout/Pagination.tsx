import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface PageLink {
  to: string
  label: string
}

/** The ways to the page before and the page after, where there are such. `children` stand between. */
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
      {before && (
        <Link className="btn btn--secondary" to={before.to}>
          {before.label}
        </Link>
      )}
      {children}
      {after && (
        <Link className="btn btn--secondary" to={after.to}>
          {after.label}
        </Link>
      )}
    </nav>
  )
}
