import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/Button.tsx'
import { useMoreFocus } from '../ui/useMoreFocus.ts'
import { useErrorMessage } from './errorMessages.ts'
import { FailureNote } from './FailureNote.tsx'

interface Props {
  query: Pick<UseInfiniteQueryResult, 'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'> & {
    fetchNextPage: () => unknown
  }
  /** As `useMoreFocus` takes them. */
  ids: readonly string[]
  /** Label of the button, where it is not that of most lists. */
  children?: ReactNode
}

/** Reads the next page of a list at a press, and says why it could not be read. */
export function NextPage({ query, ids, children }: Props) {
  const t = useTranslations('feed')
  const reason = useErrorMessage(query.error)
  const onMore = useMoreFocus(ids)
  return (
    <>
      <FailureNote title={query.isFetchNextPageError ? (reason ?? null) : null} />
      {query.hasNextPage && (
        <p>
          <Button
            busy={query.isFetchingNextPage}
            onClick={() => {
              onMore()
              void query.fetchNextPage()
            }}
          >
            {children ?? t('more')}
          </Button>
        </p>
      )}
    </>
  )
}
