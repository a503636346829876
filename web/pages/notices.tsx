import '../styles/acts.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Notice } from '../../contract/notifications.ts'
import { call } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { endpointQuery } from '../query.ts'
import { Time } from '../time.tsx'
import { Arcade } from '../ui/Arcade.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { CardSkeleton } from '../ui/Skeleton.tsx'
import { PersonalPage } from '../features/identity/sessions/PersonalPage.tsx'

const PAGE_STEP = 20
const MAX_PAGE_SIZE = 100
const icons: Record<Notice['kind'], IconName> = {
  prayed: 'user',
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

/** What happened, in a sentence. */
function useNoticeText(): (notice: Notice) => string {
  const t = useTranslations('notices')
  return ({ kind, people, decision, is_mine, decision_id, outcome, count }) => {
    if (kind === 'prayed') return t('prayed', { people: people ?? 0 })
    if (kind === 'group' && is_mine) return t('group_left')
    if (kind === 'appeal') return t(outcome === 'overturned' ? 'appeal_overturned' : 'appeal_upheld')
    if (kind === 'overdue') return t('overdue', { count: count ?? 0 })
    if (kind !== 'report') return t(kind)
    if (decision === 'hidden' && decision_id !== null) return t('decided_hidden')
    if (decision === 'hidden' || decision === 'removed' || decision === 'warned') return t(`report_${decision}`)
    return t('report')
  }
}

/** Where there is more about it: what was decided about a request has a page of its own, where its author can answer. */
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
    <li className={is_read ? 'card card--tight notice' : 'card card--tight notice notice--new'}>
      <Icon name={icons[kind]} />
      <div className="notice__text">
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
        <button type="button" className="iconbtn" aria-label={t('read')} onClick={onRead}>
          <Icon name="check" />
        </button>
      )}
    </li>
  )
}

function List() {
  const t = useTranslations('notices')
  const client = useQueryClient()
  const [pageSize, setPageSize] = useState(PAGE_STEP)
  const query = endpointQuery('notifications.list', { page: 0, pageSize }, true)
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
        <div className="stack feed__failed">
          <Note kind="error" icon="error" title={t('failed')} />
          <button type="button" className="btn btn--secondary" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </div>
      )}
      {isPending && !isError && fetchStatus !== 'paused' && (
        <output className="late" aria-busy="true" aria-label={t('loading')}>
          <CardSkeleton />
        </output>
      )}
      {data && data.unread > 0 && (
        <p className="updates__new">
          <button
            type="button"
            className="btn btn--secondary"
            onClick={() => void call('notifications.read_all', {}).then(again)}
          >
            <Icon name="check" />
            {t('read_all')}
          </button>
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className="notices">
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
        <div className="card empty">
          <div className="art">
            <Arcade size={[130, 130]} sun={0.6} arches={[[0, 130, 65]]} />
          </div>
          <h2>{t('empty')}</h2>
          <p>{t('empty_text')}</p>
          <Link className="btn btn--secondary" to="/">
            {t('home')}
          </Link>
        </div>
      )}
      {data?.has_more && pageSize < MAX_PAGE_SIZE && (
        <p className="feed__more">
          <button type="button" className="btn btn--secondary" onClick={() => setPageSize(pageSize + PAGE_STEP)}>
            {t('more')}
          </button>
        </p>
      )}
    </>
  )
}

function Notices() {
  const t = useTranslations('notices')
  return (
    <PersonalPage title={t('title')} sign_in={t('sign_in')}>
      <List />
    </PersonalPage>
  )
}

export default function NoticesRoute() {
  return (
    <FormMessages area="acts">
      <Notices />
    </FormMessages>
  )
}
