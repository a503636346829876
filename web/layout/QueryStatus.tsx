import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isMissing } from '../api.ts'
import { Card } from '../ui/Card.tsx'
import { Note } from '../ui/Note.tsx'
import { useErrorMessage } from './errorMessages.ts'
import { Loading } from './Loading.tsx'

/** True until each of these queries has data or has failed once; then never again, however often what is shown asks anew. */
export function useAwaits(...queries: UseQueryResult[]): boolean {
  const [isOver, setOver] = useState(false)
  const awaits = !isOver && queries.some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
  if (!awaits && !isOver) setOver(true)
  return awaits
}

/**
 * Placeholder for a query of the desk that is loading, or the error message when it failed: no button tries what is gone
 * again. `problem`: a sentence above that of the error.
 */
export function QueryStatus({ query, problem }: { query: UseQueryResult; problem?: string | undefined }) {
  const t = useTranslations('admin')
  const { error, fetchStatus, refetch } = query
  const message = useErrorMessage(error)
  if (problem === undefined && error && isMissing(error))
    return <Note kind="error" icon="error" title={message ?? t('failed')} />
  return (
    <Loading
      label={t('loading')}
      failed={problem ?? message ?? t('failed')}
      reason={problem === undefined ? undefined : message}
      query={{ isError: problem !== undefined || error !== null, fetchStatus, refetch }}
    />
  )
}

/** Says that a list of the desk is empty. */
export const Nothing = ({ children }: { children: ReactNode }) => (
  <Card as="p" className="muted">
    {children}
  </Card>
)
