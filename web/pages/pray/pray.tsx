import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../contract/prayers.ts'
import { categoriesQuery, useCategoryName } from '../../features/community/categories/useCategoryName.ts'
import { groupQuery } from '../../features/community/groups/queries.ts'
import { listQuery, todayQuery } from '../../features/community/prayer-lists/queries.ts'
import type { Filter } from '../../features/community/prayers/queries.ts'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { useRequireSignIn } from '../../features/identity/sessions/useRequireSignIn.ts'
import { ErrorScreen } from '../../layout/ErrorScreen.tsx'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { Loading } from '../../layout/Loading.tsx'
import { preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../../query.ts'
import { Title } from '../../site.tsx'
import { announce } from '../../ui/Toast.tsx'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'
import type { Route } from './+types/pray.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import { PrayerDeck } from './PrayerDeck.tsx'
import { isForMembers, isPrayable, pathOf, portionQuery, readRound, type LongRound, type Round } from './round.ts'
import { usePray, type Praying } from './usePray.ts'
import { useTimer } from './useTimer.ts'
import { useWakeLock } from './useWakeLock.ts'
import styles from './pray.module.css'

const queries: RouteQueries = ({ url, reader_id }) => {
  const round = readRound(url.searchParams)
  // A visitor has no groups, lists or followed requests of their own.
  if (isForMembers(round) && reader_id === null) return []
  if (round.kind === 'today') return [todayQuery, categoriesQuery]
  if (round.kind === 'list') return [listQuery(round.id), categoriesQuery]
  return [portionQuery(round), categoriesQuery, ...(round.kind === 'group' ? [groupQuery(round.id)] : [])]
}
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

interface Props extends Omit<FrameProps, 'title'> {
  praying: Praying
}
interface LoadedProps<Data> extends Props {
  round: Round
  title: string
  query: UseQueryResult<Data>
  /** The requests and the way to the next portion, of what was loaded first. */
  read: (data: Data) => { prayers: Prayer[]; onMore?: (() => void) | undefined }
}

/** Begins with what came with the page or is loaded first, and keeps to it: later answers would change the order under the reader's eyes. */
function Loaded<Data extends object>({ round, query, read, praying, ...frame }: LoadedProps<Data>) {
  const t = useTranslations('feed')
  const { data, error, isStale, fetchStatus } = query
  const cameWithPage = !useIsHydrated()
  const [begun, setBegun] = useState<Data | null>(null)
  if (begun === null && data && (cameWithPage || !isStale || fetchStatus !== 'fetching')) setBegun(data)
  const portion = begun && read(begun)
  const prayers = portion?.prayers.filter(isPrayable)
  const onMore = portion?.onMore
  // A portion in which everything has ended.
  const isSpent = prayers?.length === 0 && onMore !== undefined
  useEffect(() => {
    if (isSpent) onMore()
  }, [isSpent, onMore])
  if (prayers && !isSpent)
    return (
      <>
        <Title>{frame.title}</Title>
        <PrayerDeck {...frame} round={round} praying={praying} prayers={prayers} onMore={onMore} />
      </>
    )
  if (error && (error.status === 404 || error.status === 400)) return <ErrorScreen error={error} />
  return (
    <Frame {...frame}>
      <Title>{frame.title}</Title>
      <div className={styles.body}>
        <div className={styles.words}>
          <Loading label={t('loading')} failed={t('failed')} query={query} />
        </div>
      </div>
    </Frame>
  )
}

function useFilterTitle(): (filter: Filter) => string {
  const t = useTranslations('feed')
  const nameOf = useCategoryName()
  const { data: categories = [] } = useQuery(categoriesQuery)
  return ({ category: id, from, mine, view, search }) => {
    const category = categories.find((it) => it.id === id)
    if (search !== '') return `“${search}”`
    if (category) return nameOf(category)
    if (mine) return t('mine')
    if (from !== 'everyone') return t(from === 'groups' ? 'my_groups' : 'following')
    return t(view === 'waiting' ? 'waiting' : 'pray_one')
  }
}

function Portion({
  round,
  cursor,
  onMore,
  ...rest
}: Props & {
  round: LongRound
  cursor: string | undefined
  onMore: (cursor: string) => void
}) {
  const t = useTranslations('feed')
  const titleOf = useFilterTitle()
  const client = useQueryClient()
  const { status } = useAuth()
  const isAllowed = !isForMembers(round) || status === 'signed_in'
  const group = useQuery({
    ...groupQuery(round.kind === 'group' ? round.id : ''),
    enabled: round.kind === 'group' && isAllowed,
  })
  const query = useQuery({ ...portionQuery(round, cursor), enabled: isAllowed, refetchOnWindowFocus: false })
  const next = query.data?.next_cursor ?? null
  useEffect(() => {
    if (next !== null) void client.prefetchQuery(portionQuery(round, next))
  }, [client, round, next])
  const title = round.kind === 'group' ? (group.data?.name ?? t('pray_one')) : titleOf(round.filter)
  return (
    <Loaded
      {...rest}
      title={title}
      round={round}
      query={query}
      read={({ items, next_cursor }) => ({
        prayers: items,
        onMore: next_cursor === null ? undefined : () => onMore(next_cursor),
      })}
    />
  )
}

function Portions(props: Props & { round: LongRound }) {
  const [cursor, setCursor] = useState<string>()
  return <Portion key={cursor} {...props} cursor={cursor} onMore={setCursor} />
}

function List({ round, ...rest }: Props & { round: Extract<Round, { kind: 'list' }> }) {
  const t = useTranslations('feed')
  const { status } = useAuth()
  const query = useQuery({
    ...listQuery(round.id),
    enabled: status === 'signed_in',
    refetchOnWindowFocus: false,
  })
  return (
    <Loaded
      {...rest}
      title={query.data?.name ?? t('pray_one')}
      round={round}
      query={query}
      read={({ items }) => ({ prayers: items.flatMap(({ prayer }) => prayer ?? []) })}
    />
  )
}

/** What came to the reader today and is left; all of it again once nothing is left. */
function TodayRound({ round, ...rest }: Props & { round: Extract<Round, { kind: 'today' }> }) {
  const t = useTranslations('feed')
  const { status } = useAuth()
  const query = useQuery({ ...todayQuery, enabled: status === 'signed_in', refetchOnWindowFocus: false })
  return (
    <Loaded
      {...rest}
      title={t('today')}
      round={round}
      query={query}
      read={({ items }) => {
        const left = items.filter(({ has_prayed }) => !has_prayed)
        return { prayers: (left.length > 0 ? left : items).map(({ prayer }) => prayer) }
      }}
    />
  )
}

function PrayMode({ search }: { search: URLSearchParams }) {
  const [round] = useState(() => readRound(search))
  const t = useTranslations('pray_mode')
  useRequireSignIn(isForMembers(round))
  useWakeLock()
  const praying = usePray()
  const timer = useTimer(useCallback((minutes: number) => announce(t('time_over', { minutes })), [t]))
  const props = { back: pathOf(round), timer, praying }
  if (round.kind === 'today') return <TodayRound {...props} round={round} />
  return round.kind === 'list' ? <List {...props} round={round} /> : <Portions {...props} round={round} />
}

export default function PrayModeRoute({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  const [search] = useSearchParams()
  return (
    <FormMessages area="lists">
      <meta name="robots" content="noindex" />
      <PrayMode key={search.toString()} search={search} />
    </FormMessages>
  )
}
