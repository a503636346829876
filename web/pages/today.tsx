import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormMessages } from '../layout/FormMessages.tsx'
import { useNameOf } from '../layout/useNameOf.ts'
import { Loading } from '../layout/Loading.tsx'
import { endpointQuery, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { ListRow } from '../features/community/prayer-lists/ListRow.tsx'
import { preloadLists } from '../features/community/prayer-lists/preloadLists.ts'
import { Reminders } from '../features/community/prayer-lists/Reminders.tsx'
import { remindersQuery } from '../features/community/prayer-lists/lists.ts'
import { listsQuery } from '../features/community/prayer-lists/queries.ts'
import { useAuthorName } from '../features/community/prayers/PrayerMeta.tsx'
import { feedPath } from '../features/community/prayers/queries.ts'
import { SignInGate } from '../features/identity/sessions/SignInGate.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Candle } from '../ui/Candle.tsx'
import { Plate, PlateRow } from '../ui/Plate.tsx'
import type { Route } from './+types/today.ts'
import styles from './today.module.css'

const FOLLOWED_SHOWN = 5
const followedQuery = endpointQuery('prayers.list', { following: true, pageSize: FOLLOWED_SHOWN }, true)
const queries: RouteQueries = ({ reader_id }) => (reader_id === null ? [] : [listsQuery, followedQuery, remindersQuery])
export const loader = preloadLists(queries)
export const clientLoader = preloadInBrowser(queries)

/** A part of the page with its heading and the way to all of it. Says what is still on its way, or did not arrive. */
function Part({
  name,
  link,
  query,
  children,
}: {
  name: 'lists' | 'following'
  link: { to: string; label: string }
  query: UseQueryResult
  children: ReactNode
}) {
  const t = useTranslations('today')
  const lists = useTranslations('lists')
  return (
    <section aria-labelledby={name}>
      <div className={styles.head}>
        <h2 id={name}>{t(name)}</h2>
        <Link to={link.to}>{link.label}</Link>
      </div>
      {query.data === undefined ? <Loading label={lists('loading')} failed={t('failed')} query={query} /> : children}
    </section>
  )
}

function Lists() {
  const t = useTranslations('today')
  const query = useQuery(listsQuery)
  const { data = [] } = query
  return (
    <Part
      name="lists"
      link={
        query.data?.length === 0
          ? { to: '/prayer-lists?new=1', label: t('new_list') }
          : { to: '/prayer-lists', label: t('all_lists') }
      }
      query={query}
    >
      {data.length === 0 ? (
        <p className="secondary">{t('no_lists')}</p>
      ) : (
        <Plate>
          {data.map((list) => (
            <ListRow key={list.id} list={list} />
          ))}
        </Plate>
      )}
    </Part>
  )
}

function Following() {
  const t = useTranslations('today')
  const nameOf = useAuthorName()
  const shown = useNameOf()
  const query = useQuery(followedQuery)
  const items = query.data?.items ?? []
  return (
    <Part name="following" link={{ to: feedPath({ from: 'following' }), label: t('all_following') }} query={query}>
      {items.length === 0 ? (
        <p className="secondary">{t('no_following')}</p>
      ) : (
        <>
          <Plate>
            {items.map((prayer) => (
              <PlateRow key={prayer.id} className={styles.request}>
                <Avatar name={prayer.author && shown(prayer.author.display_name)} />
                <div>
                  <Link
                    className={`serif ${styles.text}`}
                    to={`/prayers/${prayer.id}`}
                    dir="auto"
                    lang={prayer.language ?? undefined}
                  >
                    {prayer.title ?? prayer.content}
                  </Link>
                  <p className="small muted">
                    <bdi>{nameOf(prayer)}</bdi>
                  </p>
                </div>
              </PlateRow>
            ))}
          </Plate>
          <ButtonLink
            className={styles.all}
            to="/pray?from=following"
            aria-label={t('pray_for', { list: t('following') })}
          >
            <Candle />
            {t('pray')}
          </ButtonLink>
        </>
      )}
    </Part>
  )
}

function Content() {
  const t = useTranslations('today')
  const lists = useQuery(listsQuery)
  return (
    <SignInGate title={t('title')} lead={t('lead')} sign_in={t('sign_in')}>
      <div className={styles.today}>
        <ButtonLink variant="primary" className={styles.begin} to="/pray?view=waiting">
          <Candle />
          {t('begin')}
        </ButtonLink>
        <Lists />
        <Following />
        <Reminders lists={lists.data ?? []} />
      </div>
    </SignInGate>
  )
}

export default function TodayRoute({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return (
    <FormMessages area="lists">
      <Content />
    </FormMessages>
  )
}
