import { Navigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../ui/Button.tsx'
import { readPage, withPage } from './pages.ts'

/** Links of the desk to the previous and the next page of the address, where they exist. `pages`: their number, where it is known. */
export function Pagination({
  label,
  before,
  after,
  has_more,
  pages,
  isEmpty = false,
}: {
  label?: string
  before: string
  after: string
  has_more: boolean
  pages?: number
  /** True when the open page has no rows: the last of them may have been dealt with, and others wait before it. The first page opens then. */
  isEmpty?: boolean
}) {
  const t = useTranslations('admin')
  const [search] = useSearchParams()
  const page = readPage(search)
  if (page === 0 && !has_more) return null
  const toPage = (next: number) => `?${withPage(search, next).toString()}`
  if (isEmpty && page > 0) return <Navigate to={toPage(0)} replace />
  return (
    <nav className="row" aria-label={label ?? t('pages')}>
      {page > 0 && <ButtonLink to={toPage(page - 1)}>{before}</ButtonLink>}
      {pages !== undefined && <span className="muted">{t('page_of', { page: page + 1, pages })}</span>}
      {has_more && <ButtonLink to={toPage(page + 1)}>{after}</ButtonLink>}
    </nav>
  )
}
