import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Notice } from '../../contract/notifications.ts'
import type { Output } from '../../contract/schemas.ts'
import { call } from '../api.ts'
import { isAbout } from '../invalidate.ts'
import { withMessages } from '../layout/FormMessages.tsx'
import { lazyPart } from '../layout/lazyPart.tsx'
import { useMedia } from '../layout/useMedia.ts'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { preload, preloadInBrowser, endpointQuery, type RouteQueries, withState } from '../query.ts'
import { useNow } from '../time.tsx'
import { Icon } from '../ui/Icon.tsx'
import { CardSkeleton } from '../ui/Skeleton.tsx'
import { NewsRow } from '../features/community/notifications/NewsRow.tsx'
import { newsQuery, newsSections, toNewsSections, unreadNewsQuery } from '../features/community/notifications/news.ts'
import { changeHeld } from '../features/community/prayers/cache.ts'
import { preferencesQuery } from '../features/identity/accounts/queries.ts'
import { SignInGate } from '../features/identity/sessions/SignInGate.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Plate } from '../ui/Plate.tsx'
import { useMoreFocus } from '../ui/useMoreFocus.ts'
import { EmptyArt, EmptyState } from '../ui/EmptyState.tsx'
import { LoadFailed } from '../layout/LoadFailed.tsx'
import { OfflineNote } from '../layout/OfflineNote.tsx'
import loadingStyles from '../layout/Loading.module.css'
import styles from './notices.module.css'

const ReachPart = lazyPart(() => import('./reach/ReachPart.tsx'))

/** In the address of News, opens how the site reaches the reader. */
const SETTINGS = 'settings'
const SETTINGS_PATH = `/notifications?${SETTINGS}`
/** In such a window that stands beside the news. */
const WIDE = '(min-width: 1024px)'

const PAGE_STEP = 20
const MAX_PAGE_SIZE = 100

type NewsPage = Output<'notifications.list'>

/** Each notice once: what arrives meanwhile moves the last ones of a page to the next. */
const withoutRepeats = (notices: Notice[]): Notice[] =>
  [...new Map(notices.toReversed().map((notice) => [notice.id, notice])).values()].toReversed()

const queries: RouteQueries = ({ url, reader_id }) => {
  if (reader_id === null) return []
  const news = newsQuery(PAGE_STEP)
  return url.searchParams.has(SETTINGS)
    ? [news, preferencesQuery(reader_id), endpointQuery('push_devices.list', {}, true)]
    : [news]
}
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

const isNews = (query: Query): boolean => isAbout(query, 'notifications.list')

/** Time in which what is seen goes into one call, in milliseconds. */
const COLLECT_MS = 250

/** Marks what was seen as read, several in one call. What fails stays unread, and is new again at the next visit. */
function useMarkSeen(): (ids: string[]) => void {
  const client = useQueryClient()
  const waiting = useRef<string[]>([])
  const markSeen = async (): Promise<void> => {
    const seen = waiting.current
    waiting.current = []
    const options = { ignoreUnauthorized: true, keepalive: true }
    const { data } = await call('notifications.read_all', { ids: seen }, options)
    if (!data) return
    client.setQueryData(unreadNewsQuery.queryKey, data)
    // On this page they stay where they are; to whoever comes back they are not new.
    changeHeld(client, isNews, (news: NewsPage) => ({
      ...news,
      items: news.items.map((notice) => (seen.includes(notice.id) ? { ...notice, is_read: true } : notice)),
    }))
  }
  return (ids) => {
    if (waiting.current.length === 0) setTimeout(() => void markSeen(), COLLECT_MS)
    waiting.current.push(...ids)
  }
}

/** Returns the ids of all that was unread when the page first showed it. */
function useNewIds(notices: Notice[]): ReadonlySet<string> {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const more = notices.filter(({ id, is_read }) => !is_read && !known.has(id))
  if (more.length === 0) return known
  const all = new Set([...known, ...more.map(({ id }) => id)])
  setKnown(all)
  return all
}

function Sections({ notices }: { notices: Notice[] }) {
  const t = useTranslations('notices')
  const newIds = useNewIds(notices)
  const sections = toNewsSections(notices, newIds, useNow())
  const onSeen = useMarkSeen()
  return newsSections
    .filter((name) => sections[name].length > 0)
    .map((name) => (
      <section key={name} className={name === 'new' ? styles.isNew : undefined} aria-labelledby={`news-${name}`}>
        <h2 id={`news-${name}`}>{t(`section_${name}`)}</h2>
        <Plate>
          {sections[name].map((row) => (
            <NewsRow key={row.notice.id} row={row} onSeen={onSeen} />
          ))}
        </Plate>
      </section>
    ))
}

function List() {
  const t = useTranslations('notices')
  const client = useQueryClient()
  const [pageSize, setPageSize] = useState(PAGE_STEP)
  const [older, setOlder] = useState<NewsPage[]>([])
  const [hasFailed, setHasFailed] = useState(false)
  const { data, isError, isPending, fetchStatus, refetch } = useQuery({
    ...newsQuery(pageSize),
    refetchOnWindowFocus: 'always',
  })
  const all = [...(data ? [data] : []), ...older]
  const notices = withoutRepeats(all.flatMap(({ items }) => items))
  const onMore = useMoreFocus(notices.map(({ id }) => id))
  /** Where more does not come, what is there stays. What lies beyond the longest answer is as it was when it was asked for. */
  async function showMore(): Promise<void> {
    const grows = pageSize < MAX_PAGE_SIZE
    const more = grows ? newsQuery(pageSize + PAGE_STEP) : newsQuery(MAX_PAGE_SIZE, older.length + 1)
    // Without a connection it fails, and says so: one that waits would say nothing.
    const next = await client.query({ ...more, networkMode: 'always' as const }).catch(() => null)
    setHasFailed(next === null)
    if (next === null) return
    if (grows) setPageSize(pageSize + PAGE_STEP)
    else setOlder([...older, next])
  }
  return (
    <div className={styles.news}>
      {fetchStatus === 'paused' && <OfflineNote />}
      {(isError || hasFailed) && <LoadFailed title={t('failed')} refetch={isError ? refetch : showMore} />}
      {isPending && !isError && fetchStatus !== 'paused' && (
        <output className="late" aria-busy="true" aria-label={t('loading')}>
          <CardSkeleton />
        </output>
      )}
      {data && <Sections notices={notices} />}
      {data?.items.length === 0 && (
        <EmptyState>
          <EmptyArt />
          <h2>{t('empty')}</h2>
          <p>{t('empty_text')}</p>
          <ButtonLink to="/today">{t('today')}</ButtonLink>
        </EmptyState>
      )}
      {all.at(-1)?.has_more && (
        <p className={loadingStyles.more}>
          <Button
            onClick={() => {
              onMore()
              void showMore()
            }}
          >
            {t('more')}
          </Button>
        </p>
      )}
      {data && data.items.length > 0 && <p className="small muted">{t('who_prayed')}</p>}
    </div>
  )
}

/** How the site reaches the reader: beside the news, or on a narrow screen a sheet that its address opens. A page without scripts has it as a part. */
function Settings() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const isWide = useMedia(WIDE)
  const isHydrated = useIsHydrated()
  const isAsked = new URLSearchParams(search).has(SETTINGS)
  const close = () => void (state === SETTINGS ? navigate(-1) : navigate('/notifications', { replace: true }))
  if (!isWide && !isAsked) return null
  return <ReachPart {...(isHydrated && !isWide && { onClose: close })} />
}

function Content() {
  const t = useTranslations('notices')
  return (
    <SignInGate
      title={t('title')}
      sign_in={t('sign_in')}
      actions={
        <Link className={styles.settings} to={SETTINGS_PATH} state={SETTINGS} preventScrollReset>
          <Icon name="gear" />
          {t('settings')}
        </Link>
      }
    >
      <div className={styles.page}>
        <List />
        <Settings />
      </div>
    </SignInGate>
  )
}

export const Notices = withMessages(Content, 'acts')

export default withState(Notices)
