import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer } from '../../../contract/prayers.ts'
import { call, newIdempotencyKey } from '../../api.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { Loading } from '../../layout/Loading.tsx'
import { getErrorMessage } from '../../layout/errorMessages.ts'
import { preload, preloadInBrowser, endpointQuery, useHydratedState, type RouteQueries } from '../../query.ts'
import { Title } from '../../site.tsx'
import { readToken } from '../../token.ts'
import { Arcade } from '../../ui/Arcade.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Candle } from '../../ui/Candle.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { announce, toast } from '../../ui/Toast.tsx'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { useRequireSignIn } from '../../features/identity/sessions/useRequireSignIn.ts'
import type { Route } from './+types/pray.ts'
import { TimerMenu } from './TimerMenu.tsx'
import { useAuthorName } from '../../features/community/prayers/PrayerMeta.tsx'
import { UUID } from '../../features/community/prayers/queries.ts'
import { updateCachedPrayer } from '../../features/community/prayers/cache.ts'
import { useReadAloud } from '../../features/language/speech/useReadAloud.ts'
import { useSwipe } from './useSwipe.ts'
import { useWakeLock } from './useWakeLock.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import emptyStateStyles from '../../ui/EmptyState.module.css'
import prayerStyles from '../../features/community/prayers/Prayer.module.css'
import styles from './pray.module.css'

const waitingQuery = (cursor: string | null) =>
  endpointQuery(
    'prayers.list',
    { view: 'waiting', pageSize: 20, exclude_group_prayers: true, ...(cursor !== null && { cursor }) },
    true,
  )
const listQuery = (id: string) => endpointQuery('prayer_lists.one', { id }, true)
const readListId = (search: URLSearchParams): string | null => {
  const list = search.get('list')
  return list !== null && UUID.test(list) ? list : null
}

const queries: RouteQueries = ({ url }) => (readListId(url.searchParams) === null ? [waitingQuery(null)] : [])
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, summary, [role=menu]') !== null
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button') !== null

/** Records a prayer for a request on this page and wherever else the request is shown. */
function usePray(): { pray: (prayer: Prayer) => Promise<void>; prayed: Set<string> } {
  const t = useTranslations('prayer')
  const locale = useLocale()
  const client = useQueryClient()
  const [prayed, setPrayed] = useState(new Set<string>())
  const set = (id: string, on: boolean) =>
    setPrayed((before) => {
      const after = new Set(before)
      if (on) after.add(id)
      else after.delete(id)
      return after
    })
  const pray = async ({ id, has_prayed }: Prayer) => {
    if (prayed.has(id)) return
    set(id, true)
    const { data, error } = await call(
      'prayers.pray',
      { id },
      { idempotency_key: newIdempotencyKey(), keepalive: true },
    )
    if (data) {
      updateCachedPrayer(client, id, (it) => ({ ...it, has_prayed: data.has_prayed, pray_count: data.pray_count }))
      announce(t('prayed'))
      return
    }
    set(id, has_prayed)
    if (error.code === 'client.offline') toast(t('pray_offline'))
    else if (error.status !== 401) toast(t('pray_failed', { reason: await getErrorMessage(error, locale) }))
  }
  return { pray, prayed }
}

interface PrayerDeckProps {
  prayers: Prayer[]
  /** Target of the link out of the page. */
  back: string
  /** Continues with the next page of requests, if there is one. */
  onMore?: (() => void) | undefined
}

function PrayerDeck({ prayers, back, onMore }: PrayerDeckProps) {
  const t = useTranslations()
  const nameOf = useAuthorName()
  const navigate = useNavigate()
  const { status } = useAuth()
  const [position, setPosition] = useState(0)
  const { pray, prayed } = usePray()
  const text = useRef<HTMLDivElement>(null)
  const prayer = prayers[position]
  const voice = useReadAloud(prayer)
  useWakeLock()

  const move = (step: 1 | -1) => {
    voice.stop()
    setPosition((now) => Math.min(prayers.length, Math.max(0, now + step)))
  }
  const swipe = useSwipe(move)
  // Moves the focus, so that screen readers read the new request and arrow keys scroll it.
  useEffect(() => {
    if (position >= 0) text.current?.focus({ preventScroll: true })
  }, [position])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') move(event.key === forward ? 1 : -1)
      else if (event.key === 'Escape') void navigate(back)
      else if (event.key === ' ' && !isPressable(event.target) && prayer) {
        // The token may not be verified yet; the server decides.
        if (readToken() !== null) void pray(prayer)
        else announce(t('pray_mode.sign_in'))
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })

  const hasPrayed = prayer && (prayer.has_prayed || prayed.has(prayer.id))
  return (
    <>
      <div className={styles.bar}>
        <ButtonLink className={styles.step} to={back}>
          <Icon name="x" />
          {t('pray_mode.close')}
        </ButtonLink>
        <div className="row">
          {voice.exists && prayer && (
            <IconButton
              aria-label={t('pray_mode.read')}
              aria-pressed={voice.reading}
              onClick={voice.reading ? voice.stop : voice.read}
            >
              <Icon name={voice.reading ? 'pause' : 'play'} />
            </IconButton>
          )}
          <TimerMenu />
        </div>
      </div>
      <div className={styles.text} ref={text} tabIndex={-1} {...swipe}>
        {prayer ? (
          <article key={prayer.id} aria-label={t('pray_mode.of', { name: nameOf(prayer) })}>
            <p className="row small secondary">
              <Avatar name={prayer.is_anonymous ? null : nameOf(prayer)} />
              <bdi>{nameOf(prayer)}</bdi> · {t(`audience.${prayer.visibility}`)}
            </p>
            <div className="serif" dir="auto" lang={prayer.language ?? undefined}>
              {prayer.title !== null && <h2>{prayer.title}</h2>}
              <p className={styles.words}>{prayer.content}</p>
            </div>
          </article>
        ) : (
          <div className={emptyStateStyles.empty}>
            <div className={emptyStateStyles.art}>
              <Arcade size={[130, 130]} sun={0.6} arches={[[0, 130, 65]]} />
            </div>
            <h2>{t(prayers.length === 0 ? 'pray_mode.nothing' : 'pray_mode.end')}</h2>
            <p>{t(prayers.length === 0 ? 'pray_mode.nothing_text' : 'pray_mode.end_text')}</p>
            <div className={`row ${styles.ways}`}>
              {onMore && (
                <Button variant="primary" className={styles.step} onClick={onMore}>
                  {t('pray_mode.more')}
                </Button>
              )}
              <ButtonLink className={styles.step} to={back}>
                {t(back === '/' ? 'pray_mode.home' : 'pray_mode.list')}
              </ButtonLink>
            </div>
          </div>
        )}
      </div>
      <div className={styles.bar}>
        <Button className={styles.step} aria-disabled={position === 0 || undefined} onClick={() => move(-1)}>
          <Icon name="left" />
          {t('pray_mode.back')}
        </Button>
        {prayer &&
          (status === 'signed_in' ? (
            <button
              type="button"
              className={`${prayerStyles.pray} ${prayerStyles.large}`}
              aria-pressed={hasPrayed}
              onClick={() => void pray(prayer)}
            >
              <Candle />
              {t(hasPrayed ? 'prayer.prayed' : 'prayer.pray')}
            </button>
          ) : (
            <Link
              className={`${prayerStyles.pray} ${prayerStyles.large}`}
              to="/signin?return=/pray"
              state={{ act: 'pray', id: prayer.id }}
            >
              <Candle />
              {t('prayer.pray')}
            </Link>
          ))}
        <Button className={styles.step} aria-disabled={!prayer || undefined} onClick={() => move(1)}>
          {t('pray_mode.next')}
          <Icon name="right" />
        </Button>
      </div>
    </>
  )
}

function WaitingPrayers() {
  const t = useTranslations('feed')
  const client = useQueryClient()
  const [cursor, setCursor] = useState<string | null>(null)
  const { data, isError, fetchStatus, refetch } = useQuery({
    ...waitingQuery(cursor),
    // Praying moves a request to the end of this order, so the list stays as it was fetched.
    staleTime: Infinity,
  })
  const next = data?.next_cursor ?? null
  useEffect(() => {
    if (next !== null) void client.prefetchQuery(waitingQuery(next))
  }, [client, next])
  if (!data) {
    return (
      <Loading
        label={t('loading')}
        failed={isError ? t('failed') : undefined}
        paused={fetchStatus === 'paused'}
        retry={() => void refetch()}
      />
    )
  }
  return (
    <PrayerDeck key={cursor} prayers={data.items} back="/" onMore={next === null ? undefined : () => setCursor(next)} />
  )
}

function ListPrayers({ id }: { id: string }) {
  const t = useTranslations('feed')
  useRequireSignIn()
  const { status } = useAuth()
  const { data, isError, fetchStatus, refetch } = useQuery({ ...listQuery(id), enabled: status === 'signed_in' })
  if (!data) {
    return (
      <Loading
        label={t('loading')}
        failed={isError ? t('failed') : undefined}
        paused={fetchStatus === 'paused'}
        retry={() => void refetch()}
      />
    )
  }
  return <PrayerDeck prayers={data.items.flatMap(({ prayer }) => prayer ?? [])} back={`/prayer-lists?list=${id}`} />
}

function PrayMode() {
  const t = useTranslations('pray_mode')
  const [search] = useSearchParams()
  const list = readListId(search)
  return (
    <div className={styles.praymode}>
      <Title>{t('title')}</Title>
      <meta name="robots" content="noindex" />
      <h1 className="vh">{t('title')}</h1>
      {list === null ? <WaitingPrayers /> : <ListPrayers key={list} id={list} />}
    </div>
  )
}

export default function PrayModeRoute({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return (
    <FormMessages area="lists">
      <PrayMode />
    </FormMessages>
  )
}
