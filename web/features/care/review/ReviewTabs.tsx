import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { HeldRequestCard } from './HeldRequestCard.tsx'
import { useLeftWords } from './LeftWords.tsx'
import { waitingQuery } from './queries.ts'

/** Lists the requests that wait for review before others can read them. */
export function WaitingTab() {
  const t = useTranslations('queue')
  const query = useQuery({ ...waitingQuery, refetchOnWindowFocus: 'always' })
  const { data } = query
  const { onLeft, leftWords } = useLeftWords()
  const lead = useRef<HTMLParagraphElement>(null)
  if (!data) return <QueryStatus query={query} />
  return (
    <div className="stack">
      {leftWords}
      <p ref={lead} tabIndex={-1} className="secondary">
        {t(data.items.length === 0 ? 'empty' : 'lead')}
      </p>
      {data.items.map((request) => (
        <HeldRequestCard key={request.id} hold={request} onLeft={onLeft} onDecided={() => lead.current?.focus()} />
      ))}
    </div>
  )
}
