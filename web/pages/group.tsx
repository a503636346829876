import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Group } from '../../contract/groups.ts'
import { PageError } from '../layout/PageError.tsx'
import { Loading } from '../layout/Loading.tsx'
import { isMissing } from '../api.ts'
import { useGone } from '../layout/useGone.ts'
import { getQueryClient, preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { Title } from '../site.tsx'
import { Candle } from '../ui/Candle.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { AboutTab } from '../features/community/groups/AboutTab.tsx'
import { ByEmail } from '../features/community/group-summaries/ByEmail.tsx'
import { summaryQuery } from '../features/community/group-summaries/queries.ts'
import { GroupGate } from '../features/community/groups/GroupGate.tsx'
import { Emblem, GroupSummary } from '../features/community/groups/GroupParts.tsx'
import { Leaders } from '../features/community/groups/Leaders.tsx'
import { JoinButton } from '../features/community/groups/JoinButton.tsx'
import { MembersTab } from '../features/community/groups/MembersTab.tsx'
import { groupQuery, leadersQuery, membersQuery, ownGroupsQuery } from '../features/community/groups/queries.ts'
import type { Route } from './+types/group.ts'
import { GroupRequests } from './GroupRequests.tsx'
import { PrayOneByOne } from '../features/community/prayers/FeedParts.tsx'
import { groupPrayersQuery } from '../features/community/prayers/queries.ts'
import { categoriesQuery } from '../features/community/categories/useCategoryName.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { BackLink } from '../ui/PageHead.tsx'
import styles from './group.module.css'

/**
 * Interval between polls, in milliseconds, for readers whom the stream of events does not reach; members receive
 * changes at once.
 */
const POLL_INTERVAL_MS = 5 * 60_000
const tabs = ['requests', 'members', 'about'] as const
type Tab = (typeof tabs)[number]
const readTab = (search: URLSearchParams): Tab => tabs.find((name) => name === search.get('tab')) ?? 'requests'
/** In the browser only where the reader is known to manage the group: others would be refused. */
const mayManage = (id: string): boolean =>
  import.meta.env.SSR || getQueryClient().getQueryData(groupQuery(id).queryKey)?.may.manage === true
const tabQueries: Record<Tab, (id: string) => ReturnType<RouteQueries>> = {
  requests: (id) => [groupPrayersQuery(id), leadersQuery(id), categoriesQuery],
  // Those who wait stand above the others: coming later they would push them away from under a finger.
  members: (id) => [membersQuery(id, 'active'), ...(mayManage(id) ? [membersQuery(id, 'pending')] : [])],
  about: (id) => [summaryQuery(id)],
}
const queries: RouteQueries = ({ params: { id = '' }, url, reader_id }) =>
  reader_id !== null ? [groupQuery(id), ...tabQueries[readTab(url.searchParams)](id)] : []
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

const tabLabels = { requests: 'requests', members: 'people', about: 'about' } as const

function Head({ group }: { group: Group }) {
  const t = useTranslations('groups')
  const prayOne = useTranslations('feed')
  return (
    <div className={styles.head}>
      <Emblem group={group} />
      <div className={styles.words}>
        <h1>
          <bdi>{group.name}</bdi>
        </h1>
        {group.description !== '' && (
          <p className="secondary" dir="auto">
            {group.description}
          </p>
        )}
        <GroupSummary group={group} />
      </div>
      <div className={`row ${styles.acts}`}>
        {group.may.post && (
          <ButtonLink variant="primary" to={`/new-prayer?group=${group.id}`}>
            <Icon name="plus" />
            {t('share')}
          </ButtonLink>
        )}
        {group.my_status === 'active' && (
          <ButtonLink className={styles.pray} to={`/pray?group=${group.id}`}>
            <Candle />
            {prayOne('pray_one')}
          </ButtonLink>
        )}
        {group.may.manage && (
          <ButtonLink to={group.may.edit ? '?tab=about' : '?tab=members'} aria-label={t('manage')}>
            <Icon name="pencil" />
            <span className={styles.word}>{t('manage')}</span>
          </ButtonLink>
        )}
        {group.my_status !== 'active' && <JoinButton group={group} large />}
      </div>
    </div>
  )
}

function GroupContent({ group }: { group: Group }) {
  const t = useTranslations('groups')
  const [search] = useSearchParams()
  const tab = readTab(search)
  return (
    <>
      <Tabs fits aria-label={t('parts')}>
        {tabs.map((other) => (
          <Link
            key={other}
            to={other === 'requests' ? '?' : `?tab=${other}`}
            replace
            aria-current={other === tab ? 'page' : undefined}
            preventScrollReset
          >
            {t(tabLabels[other])}
          </Link>
        ))}
      </Tabs>
      <div className={styles.layout} key={tab}>
        <div>
          {tab === 'requests' && (
            <>
              <h2 className="vh">{t('requests')}</h2>
              <GroupRequests
                group={group}
                afterFirst={
                  <div className={styles.begin}>
                    <PrayOneByOne to={`/pray?group=${group.id}`} />
                  </div>
                }
              />
            </>
          )}
          {tab === 'members' && <MembersTab group={group} />}
          {tab === 'about' && (
            <AboutTab group={group}>
              <ByEmail group={group} />
            </AboutTab>
          )}
        </div>
        <aside className="stack">
          <div className={styles.quiet}>
            <Note icon="lock" title={t('quiet', { count: group.member_count })}>
              {t('quiet_text')}
            </Note>
          </div>
          {tab === 'requests' && <Leaders group_id={group.id} />}
        </aside>
      </div>
    </>
  )
}

function Page({ id }: { id: string }) {
  const t = useTranslations('groups')
  const query = useQuery({
    ...groupQuery(id),
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_INTERVAL_MS,
  })
  const { data: own } = useQuery({ ...ownGroupsQuery, enabled: false })
  const { data, error } = query
  // As for a request, what a list has of it: until its own answer comes, and where that does not come.
  const group = data ?? (isMissing(error) ? undefined : own?.items.find((one) => one.id === id))
  // Also when it was shown before: the group may have been deleted, or closed to this reader.
  if (useGone(isMissing(error), group !== undefined)) return <PageError error={error} />
  return (
    <>
      <BackLink to="/groups">{t('title')}</BackLink>
      {!group && (
        <>
          <Title>{t('title')}</Title>
          <h1 className="vh">{t('title')}</h1>
        </>
      )}
      {!data && (!group || error) && <Loading label={t('loading')} failed={t('failed')} query={query} />}
      {group && (
        <>
          <Title>{group.name}</Title>
          <Head group={group} />
          {group.my_status === 'active' ? <GroupContent group={group} /> : <p className="secondary">{t('outside')}</p>}
        </>
      )}
    </>
  )
}

export default function GroupRoute({ loaderData, params: { id } }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return (
    <GroupGate>
      <Page key={id} id={id} />
    </GroupGate>
  )
}
