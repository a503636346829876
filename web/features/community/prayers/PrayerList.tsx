import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { CardSkeleton } from '../../../ui/Skeleton.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import { lazyPart, NotLoaded, Nothing } from '../../../layout/lazyPart.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { PrayOneByOne, RecentlyAnswered } from './FeedParts.tsx'
import { PrayerCard } from './PrayerCard.tsx'
import { feedPath, feedQuery, othersFirst, type Filter } from './queries.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { LoadFailed } from '../../../layout/LoadFailed.tsx'
import { OfflineNote } from '../../../layout/OfflineNote.tsx'
import loadingStyles from '../../../layout/Loading.module.css'
import { BackendReason } from '../../../layout/BackendReason.tsx'
import feedStyles from './Feed.module.css'

export const NewRequestsPill = lazyPart(() => import('./NewRequestsPill.tsx'), Nothing, ['forms', 'acts'])

const EmptyFeed = lazyPart(() => import('./EmptyFeed.tsx'), NotLoaded, ['forms', 'acts'])

// Number of open pages for each feed, so that a reader who comes back finds them all.
const openPages: Record<string, number> = {}

type Item = ComponentType<{ prayer: Prayer }>

/** `item` shows a request in another way than the wall, without what the wall has between the requests. */
export function PrayerList({ filter, item }: { filter: Filter; item?: Item }) {
  const t = useTranslations('feed')
  const address = feedPath(filter)
  const { user } = useAuth()
  // A new object each time: of another feed as many may be open.
  const [, showOpened] = useState({})
  const remainingPages = openPages[address] ?? 0
  return (
    <div className="stack" key={address}>
      {user && address === '/' && <NewRequestsPill />}
      {filter.page > 0 && (
        <p className={loadingStyles.more}>
          <ButtonLink to={feedPath({ ...filter, page: filter.page - 1 })}>{t('newer')}</ButtonLink>
        </p>
      )}
      <Page
        filter={filter}
        item={item}
        number={filter.page}
        remainingPages={remainingPages}
        onMore={(place) => {
          openPages[address] = remainingPages + 1
          showOpened({})
          // Once the link that was pressed is gone, and with it the focus.
          setTimeout(() => takeLostFocus(document.getElementById(place)))
        }}
      />
    </div>
  )
}

/** A narrow screen shows these after the first and the third request; a wide one has them beside the feed. */
const asides: Record<number, (filter: Filter) => ReactNode> = {
  0: (filter) => (
    <div className={feedStyles.between}>
      <PrayOneByOne filter={filter} />
    </div>
  ),
  2: () => (
    <div className={feedStyles.between}>
      <RecentlyAnswered />
    </div>
  ),
}

interface PageProps {
  filter: Filter
  item: Item | undefined
  /** Number of this page, for the link that works without scripts. */
  number: number
  cursor?: string
  /** Number of open pages after this one. */
  remainingPages: number
  /** Called with the id of the place where the next page will stand. */
  onMore: (place: string) => void
}

/** Shows the cards of a page, or the loading, empty or error state, followed by the next pages. */
function Page(props: PageProps) {
  const { filter, item, number, cursor, remainingPages, onMore } = props
  const t = useTranslations('feed')
  const { data, error, isError, isPending, fetchStatus, refetch } = useQuery(feedQuery(filter, cursor))
  const next = data?.next_cursor ?? undefined
  const isPaused = fetchStatus === 'paused'
  const Shown = item ?? PrayerCard
  return (
    <>
      {/* Of several open pages the first says it for all that have something to read. */}
      {isPaused && (cursor === undefined || !data) && <OfflineNote />}
      {isError && (
        <LoadFailed title={t('failed')} refetch={refetch}>
          <BackendReason error={error} />
        </LoadFailed>
      )}
      {data &&
        othersFirst(data.items, filter).map((prayer, position) => (
          <Fragment key={prayer.id}>
            <Shown prayer={prayer} />
            {!item && number === 0 && cursor === undefined && asides[position]?.(filter)}
          </Fragment>
        ))}
      {isPending && !isPaused && (
        <output className="stack late" aria-busy="true" aria-label={t('loading')}>
          <CardSkeleton />
          <CardSkeleton />
          <CardSkeleton />
        </output>
      )}
      {data?.items.length === 0 && cursor === undefined && <EmptyFeed filter={filter} hasArt={!item} />}
      {next !== undefined &&
        (remainingPages > 0 ? (
          <div className="stack" id={next} tabIndex={-1}>
            <Page {...props} number={number + 1} cursor={next} remainingPages={remainingPages - 1} />
          </div>
        ) : (
          <p className={loadingStyles.more}>
            <ButtonLink
              // Those of one’s groups are read from a cursor alone: without scripts it would lead here again.
              className={filter.from === 'groups' ? 'needs-js' : undefined}
              to={feedPath({ ...filter, page: number + 1 })}
              onClick={(event) => {
                event.preventDefault()
                onMore(next)
              }}
            >
              {t('more')}
            </ButtonLink>
          </p>
        ))}
    </>
  )
}
