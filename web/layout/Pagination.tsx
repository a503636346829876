import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '../ui/Button.tsx'
import { readPage, withPage } from './pages.ts'

/** Links to the previous and the next page of the address, where they exist. `children` stand between them. */
export function Pagination({
  label,
  before,
  after,
  has_more,
  children,
}: {
  label: string
  before: string
  after: string
  has_more: boolean
  children?: ReactNode
}) {
  const [search] = useSearchParams()
  const page = readPage(search)
  if (page === 0 && !has_more) return null
  const toPage = (next: number) => `?${withPage(search, next).toString()}`
  return (
    <nav className="row" aria-label={label}>
      {page > 0 && <ButtonLink to={toPage(page - 1)}>{before}</ButtonLink>}
      {children}
      {has_more && <ButtonLink to={toPage(page + 1)}>{after}</ButtonLink>}
    </nav>
  )
}
