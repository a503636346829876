import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Notice } from '../../contract/notifications.ts'
import { call } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { endpointQuery, preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { Time } from '../time.tsx'
import { Arcade } from '../ui/Arcade.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { CardSkeleton } from '../ui/Skeleton.tsx'
import { PersonalPage } from '../features/identity/sessions/PersonalPage.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import cardStyles from '../ui/Card.module.css'
import emptyStateStyles from '../ui/EmptyState.module.css'
import loadingStyles from '../layout/Loading.module.css'
import updatesStyles from '../features/community/updates/Updates.module.css'
import type { Route } from './+types/notices.ts'
import styles from './notices.module.css'

const PAGE_STEP = 20
const MAX_PAGE_SIZE = 100
const noticesQuery = (pageSize: number) => endpointQuery('notifications.list', { page: 0, pageSize }, true)
const queries: RouteQueries = ({ reader_id }) => (reader_id !== null ? [noticesQuery(PAGE_STEP)] : [])
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

const icons: Record<Notice['kind'], IconName> = {
  prayed: 'user',
  thanked: 'sunrise',
  update: 'bell',
  answered: 'sunrise',
  group: 'users',
  report: 'care',
  care: 'care',
  released: 'check',
  kept_held: 'clock',
  quiet: 'clock',
  expected: 'clock',
  archived: 'clock',
  appeal: 'info',
  overdue: 'clock',
  reminder: 'bell',
  system: 'info',
}

/** Returns a function for the text of a notification. */
function useNoticeText(): (notice: Notice) => string {
  const t = useTranslations('notices')
  return ({ kind, people, decision, is_mine, decision_id, outcome, count }) => {
    if (kind === 'prayed' || kind === 'thanked') return t(kind, { people: people ?? 0 })
    if (kind === 'group' && is_mine) return t('group_left')
    if (kind === 'appeal') return t(outcome === 'overturned' ? 'appeal_overturned' : 'appeal_upheld')
    if (kind === 'overdue') return t('overdue', { count: count ?? 0 })
    if (kind !== 'report') return t(kind)
    if (decision === 'hidden' && decision_id !== null) return t('decided_hidden')
    if (decision === 'hidden' || decision === 'removed' || decision === 'warned') return t(`report_${decision}`)
    return t('report')
  }
}

/** Returns the path of the page about it. A decision about a request has its own page, where the author can appeal. */
function noticePath({ kind, prayer_request_id, prayer_title, prayer_list, decision_id }: Notice): string | null {
  if (prayer_list) return `/prayer-lists?list=${prayer_list.id}`
  if (decision_id !== null && kind !== 'released') return `/decisions#${decision_id}`
  if (kind === 'overdue') return '/admin/reports?tab=reports'
  if (prayer_request_id === null) return null
  return kind === 'care' && prayer_title === null ? '/admin/reports' : `/prayers/${prayer_request_id}`
}

function NoticeCard({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const t = useTranslations('notices')
  const sentence = useNoticeText()(notice)
  const { kind, prayer_title, prayer_list, is_read, created_at } = notice
  const about = prayer_title ?? prayer_list?.name ?? null
  const to = noticePath(notice)
  return (
    <li
      className={
        is_read
          ? `${cardStyles.card} ${cardStyles.tight} ${styles.notice}`
          : `${cardStyles.card} ${cardStyles.tight} ${styles.notice} ${styles.noticeNew}`
      }
    >
      <Icon name={icons[kind]} />
      <div className={styles.noticeText}>
        <span className={is_read ? undefined : 'strong'}>
          {!is_read && <span className="vh">{t('unread')} </span>}
          {to === null ? (
            sentence
          ) : (
            <Link to={to} onClick={is_read ? undefined : onRead}>
              {sentence}
            </Link>
          )}
        </span>
        <span className="small secondary">
          {about !== null && (
            <>
              <bdi>{about}</bdi> ·{' '}
            </>
          )}
          <Time iso={created_at} />
        </span>
      </div>
      {!is_read && (
        <IconButton aria-label={t('read')} onClick={onRead}>
          <Icon name="check" />
        </IconButton>
      )}
    </li>
  )
}

function List() {
  const t = useTranslations('notices')
  const client = useQueryClient()
  const [pageSize, setPageSize] = useState(PAGE_STEP)
  const query = noticesQuery(pageSize)
  const { data, isError, isPending, fetchStatus, refetch } = useQuery({
    ...query,
    placeholderData: (known) => known,
    refetchOnWindowFocus: 'always',
  })
  const again = () => client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === 'notifications.list' })

  return (
    <>
      {fetchStatus === 'paused' && (
        <Note kind="warning" icon="offline" title={t('offline')}>
          {t('offline_text')}
        </Note>
      )}
      {isError && (
        <div className={`stack ${loadingStyles.failed}`}>
          <Note kind="error" icon="error" title={t('failed')} />
          <Button onClick={() => void refetch()}>{t('retry')}</Button>
        </div>
      )}
      {isPending && !isError && fetchStatus !== 'paused' && (
        <output className="late" aria-busy="true" aria-label={t('loading')}>
          <CardSkeleton />
        </output>
      )}
      {data && data.unread > 0 && (
        <p className={updatesStyles.updatesNew}>
          <Button onClick={() => void call('notifications.read_all', {}).then(again)}>
            <Icon name="check" />
            {t('read_all')}
          </Button>
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className={styles.notices}>
          {data.items.map((notice) => (
            <NoticeCard
              key={notice.id}
              notice={notice}
              onRead={() => void call('notifications.edit', { id: notice.id, is_read: true }).then(again)}
            />
          ))}
        </ul>
      )}
      {data?.items.length === 0 && (
        <EmptyState>
          <div className={emptyStateStyles.art}>
            <Arcade size={[130, 130]} sun={0.6} arches={[[0, 130, 65]]} />
          </div>
          <h2>{t('empty')}</h2>
          <p>{t('empty_text')}</p>
          <ButtonLink to="/">{t('home')}</ButtonLink>
        </EmptyState>
      )}
      {data?.has_more && pageSize < MAX_PAGE_SIZE && (
        <p className={loadingStyles.more}>
          <Button onClick={() => setPageSize(pageSize + PAGE_STEP)}>{t('more')}</Button>
        </p>
      )}
    </>
  )
}

function Content() {
  const t = useTranslations('notices')
  return (
    <PersonalPage title={t('title')} sign_in={t('sign_in')}>
      <List />
    </PersonalPage>
  )
}

export const Notices = () => (
  <FormMessages area="acts">
    <Content />
  </FormMessages>
)

export default function NoticesRoute({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return <Notices />
}
