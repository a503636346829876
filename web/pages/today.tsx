import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../contract/languages.ts'
import type { Today } from '../../contract/today.ts'
import { Title } from '../site.tsx'
import { Arcade } from '../ui/Arcade.tsx'
import { CardArcade } from '../ui/CardArcade.tsx'
import { Card, CardTitle } from '../ui/Card.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { TodayChoices } from '../features/community/today/TodayChoices.tsx'
import { TodayRow } from '../features/community/today/TodayRow.tsx'
import { withMessages } from '../layout/FormMessages.tsx'
import { useNameOf } from '../layout/useNameOf.ts'
import { Loading } from '../layout/Loading.tsx'
import { endpointQuery, preloadInBrowser, type RouteQueries, withState } from '../query.ts'
import { ListRow } from '../features/community/prayer-lists/ListRow.tsx'
import { preloadLists } from '../features/community/prayer-lists/preloadLists.ts'
import { Reminders } from '../features/community/prayer-lists/Reminders.tsx'
import { listsQuery, remindersQuery, todayQuery } from '../features/community/prayer-lists/queries.ts'
import { useAuthorName } from '../features/community/prayers/PrayerMeta.tsx'
import { feedPath } from '../features/community/prayers/queries.ts'
import { SignInGate } from '../features/identity/sessions/SignInGate.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Candle } from '../ui/Candle.tsx'
import { Plate, PlateRow } from '../ui/Plate.tsx'
import styles from './today.module.css'

/** How long one prays for so many requests, in whole minutes. */
const minutesFor = (count: number): number => Math.max(1, Math.round(count * 1.4))

const FOLLOWED_SHOWN = 5
const followedQuery = endpointQuery('prayers.list', { following: true, pageSize: FOLLOWED_SHOWN }, true)
const queries: RouteQueries = ({ reader_id }) =>
  reader_id === null ? [] : [todayQuery, listsQuery, followedQuery, remindersQuery]
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
  const lists = useTranslations('lists')
  const query = useQuery(listsQuery)
  const { data = [] } = query
  return (
    <Part
      name="lists"
      link={
        query.data?.length === 0
          ? { to: '/prayer-lists?new=1', label: lists('new') }
          : { to: '/prayer-lists', label: t('all_lists') }
      }
      query={query}
    >
      {data.length === 0 ? (
        <p className="secondary">{lists('empty_text')}</p>
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
                    className={`serif clamped plain ${styles.text}`}
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

/** The day as it was made, in words: a day of the calendar, wherever it is read. */
function DayName({ day }: { day: string }) {
  const locale = useLocale()
  const name = new Intl.DateTimeFormat(localeOf(locale), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))
  return (
    <p className={styles.date}>
      <time dateTime={day} suppressHydrationWarning>
        {name}
      </time>
    </p>
  )
}

const arch = (size: number) => <Arcade size={[size, size * 1.27]} sun={0.45} arches={[[0, size, size / 2]]} />

/** Nothing is left: what the day was, and the way on. */
function AllDone({ count }: { count: number }) {
  const t = useTranslations('today')
  return (
    <section className={styles.allDone}>
      <div className={styles.art}>{arch(128)}</div>
      <h1>{t('end')}</h1>
      <p className="secondary lead">{t('done_text', { count })}</p>
      <ButtonLink to="/">{t('to_wall')}</ButtonLink>
    </section>
  )
}

/** The requests of the day, each with its light, and where they end. */
function Day({ day, children }: { day: Today; children: ReactNode }) {
  const t = useTranslations('today')
  const feed = useTranslations('feed')
  const dialog = useRef<HTMLDialogElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const { items } = day
  const left = items.filter(({ has_prayed }) => !has_prayed).length
  // The last light must not take the page away from under the finger.
  const [wasDone] = useState(items.length > 0 && left === 0)
  const begin = (
    <ButtonLink variant="primary" className={styles.begin} to="/pray?today">
      <Candle />
      {t('begin')}
    </ButtonLink>
  )
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {wasDone && left === 0 ? (
          <AllDone count={items.length} />
        ) : (
          <div className={styles.dayHead}>
            <DayName day={day.day} />
            <h1>{feed('today')}</h1>
            <p className={styles.lead}>
              {items.length > 0 && t('people', { count: items.length, minutes: minutesFor(items.length) })}
            </p>
            {left > 0 && <div className={styles.narrow}>{begin}</div>}
          </div>
        )}
        {items.length > 0 && (
          <Plate>
            {items.map((item) => (
              <TodayRow key={item.prayer.id} item={item} />
            ))}
          </Plate>
        )}
        {!(wasDone && left === 0) && (
          <section className={styles.end}>
            <div className={styles.art}>{arch(80)}</div>
            <h2>{t(items.length === 0 ? 'nothing_title' : 'end')}</h2>
            <p className="secondary">
              {items.length === 0
                ? t('nothing_text')
                : left === 0
                  ? t('done_text', { count: items.length })
                  : t('end_text')}
            </p>
            {items.length === 0 && (
              <ButtonLink to="/new-prayer">
                <Icon name="plus" />
                {t('share')}
              </ButtonLink>
            )}
          </section>
        )}
        <p className={styles.change}>
          <Button variant="text" className={styles.narrow} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            {t('change_all')}
          </Button>
        </p>
        {isChoosing && (
          <Dialog ref={dialog} title={t('choices')} onClose={() => setChoosing(false)}>
            <TodayChoices day={day} />
          </Dialog>
        )}
        {children}
      </div>
      <aside className={styles.side}>
        {left > 0 && (
          <Card as="section" className={styles.beginCard}>
            <div className={styles.beginArt}>
              <CardArcade />
            </div>
            <h2>{t('begin')}</h2>
            <p className="small secondary">{t('left', { count: left, minutes: minutesFor(left) })}</p>
            <ButtonLink variant="primary" to="/pray?today">
              <Candle />
              {feed('begin')}
            </ButtonLink>
          </Card>
        )}
        <Card as="section" tight>
          <CardTitle>{t('choices')}</CardTitle>
          <TodayChoices day={day} />
        </Card>
      </aside>
    </div>
  )
}

function Content() {
  const t = useTranslations('today')
  const feed = useTranslations('feed')
  const messages = useTranslations('lists')
  const query = useQuery(todayQuery)
  const lists = useQuery(listsQuery)
  return (
    <SignInGate title={feed('today')} hasOwnHead sign_in={t('sign_in')}>
      <Title>{feed('today')}</Title>
      {query.data === undefined ? (
        <>
          <PageHead title={feed('today')} />
          <div className={styles.loading}>
            <Loading label={messages('loading')} failed={t('failed')} query={query} />
          </div>
        </>
      ) : (
        // Another day is another page.
        <Day key={query.data.day} day={query.data}>
          <Lists />
          <Following />
          <Reminders lists={lists.data ?? []} />
        </Day>
      )}
    </SignInGate>
  )
}

export default withState(withMessages(Content, 'lists'))
