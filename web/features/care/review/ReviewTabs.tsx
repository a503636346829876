import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import { browserCall, type Failure } from '../../../api.ts'
import { NextPage } from '../../../layout/NextPage.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { listAbout } from '../../../query.ts'
import { HeldRequestCard } from './HeldRequestCard.tsx'
import { useLeftWords } from './LeftWords.tsx'

const PAGE_SIZE = 100

type HeldPage = Output<'review.list'>

/** Lists the requests that wait for review before others can read them. */
export function WaitingTab() {
  const t = useTranslations('queue')
  const query = useInfiniteQuery<HeldPage, Failure, { pages: HeldPage[] }, unknown[], number>({
    queryKey: ['review.list', { danger: false }],
    meta: { personal: true, about: listAbout('review.list') },
    queryFn: ({ pageParam, signal }) =>
      browserCall('review.list', { page: pageParam, pageSize: PAGE_SIZE, danger: false }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, has_more }) => (has_more ? page + 1 : undefined),
    refetchOnWindowFocus: 'always',
  })
  const { data } = query
  const { onLeft, leftWords } = useLeftWords()
  const lead = useRef<HTMLParagraphElement>(null)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  if (!data) return <QueryStatus query={query} />
  return (
    <div className="stack">
      {leftWords}
      <p ref={lead} tabIndex={-1} className="secondary">
        {t(items.length === 0 ? 'empty' : 'lead')}
      </p>
      {items.map((request) => (
        <HeldRequestCard key={request.id} hold={request} onLeft={onLeft} onDecided={() => lead.current?.focus()} />
      ))}
      <NextPage query={query} ids={items.map(({ id }) => id)} />
    </div>
  )
}
