import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Group } from '../../contract/groups.ts'
import { Loading, More } from '../layout/Loading.tsx'
import { markSeen } from '../features/community/groups/queries.ts'
import { useGroupRecheck } from '../features/community/groups/useGroupRecheck.ts'
import { PrayerCard } from '../features/community/prayers/PrayerCard.tsx'
import { NewRequestsPill } from '../features/community/prayers/PrayerList.tsx'
import { groupPrayersQuery } from '../features/community/prayers/queries.ts'
import { EmptyArt, EmptyState } from '../ui/EmptyState.tsx'
import { takeLostFocus } from '../ui/takeLostFocus.ts'
import { ButtonLink } from '../ui/Button.tsx'

interface PageProps {
  group: Group
  cursor?: string
  /** Shown below the first request. */
  afterFirst: ReactNode
}

/** Shows the requests of a page, followed by the next pages: each begins where the one before ends now. */
function RequestPage({ group, cursor, afterFirst }: PageProps) {
  const t = useTranslations('groups')
  const query = useQuery({
    ...groupPrayersQuery(group.id, cursor),
    // A request that arrives makes the later pages begin elsewhere: they stay as they were until they are read.
    placeholderData: (known) => known,
    refetchOnWindowFocus: 'always',
  })
  const { data, error } = query
  useGroupRecheck(group.id, error)
  const client = useQueryClient()
  const newest = data && cursor === undefined ? (data.items[0]?.id ?? '') : undefined
  useEffect(() => {
    if (newest !== undefined) void markSeen(client, group.id)
  }, [client, group.id, newest])
  // Hides cached requests too: a reader who has left the group may not read them any more.
  if (!data || error?.status === 404) {
    return <Loading label={t('loading')} failed={t('failed')} query={query} />
  }
  const next = data.next_cursor
  return (
    <>
      {data.items.map((prayer, index) => (
        <Fragment key={prayer.id}>
          <PrayerCard prayer={prayer} />
          {index === 0 && cursor === undefined && afterFirst}
        </Fragment>
      ))}
      {data.items.length === 0 && cursor === undefined && (
        <EmptyState>
          <EmptyArt />
          <h3>{t('empty')}</h3>
          <p>{t('empty_text')}</p>
          {group.may.post && <ButtonLink to={`/new-prayer?group=${group.id}`}>{t('share')}</ButtonLink>}
        </EmptyState>
      )}
      {next !== null && (
        <More>
          <div className="stack" ref={takeLostFocus} tabIndex={-1}>
            <RequestPage group={group} cursor={next} afterFirst={afterFirst} />
          </div>
        </More>
      )}
    </>
  )
}

/** Lists the requests shared with the group, newest first. */
export const GroupRequests = (props: Omit<PageProps, 'cursor'>) => (
  <div className="stack">
    <NewRequestsPill group_id={props.group.id} />
    <RequestPage {...props} />
  </div>
)
