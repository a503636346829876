import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer, PrayerPage } from '../../../contract/prayers.ts'
import type { Output } from '../../../contract/schemas.ts'
import type { Today } from '../../../contract/today.ts'
import { categoriesQuery, useCategoryName } from '../../features/community/categories/useCategoryName.ts'
import { groupQuery } from '../../features/community/groups/queries.ts'
import { listQuery, todayQuery } from '../../features/community/prayer-lists/queries.ts'
import { prayerQuery, type Filter } from '../../features/community/prayers/queries.ts'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { useRequireSignIn } from '../../features/identity/sessions/useRequireSignIn.ts'
import { PageError } from '../../layout/PageError.tsx'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { Loading } from '../../layout/Loading.tsx'
import { preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../../query.ts'
import { Title } from '../../site.tsx'
import { announce } from '../../ui/Toast.tsx'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'
import type { Route } from './+types/pray.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import { dropKeptRound, keepRound, readKeptRound, type KeptRound } from './keptRound.ts'
import { PrayerDeck } from './PrayerDeck.tsx'
import {
  isForMembers,
  lit,
  pathOf,
  portionQuery,
  readRound,
  toPrayFor,
  type Lit,
  type LongRound,
  type Round,
} from './round.ts'
import { usePray, type Praying } from './usePray.ts'
import { useTimer } from './useTimer.ts'
import { useWakeLock } from './useWakeLock.ts'
import styles from './pray.module.css'
import { isMissing } from '../../api.ts'

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

/** Reads the requests of a round that was left to sign in, as the reader may see them now, in their order. */
const keptQuery = (client: QueryClient, kept: KeptRound | null) => ({
  queryKey: ['kept_round', kept?.ids],
  queryFn: async () => {
    const found = await Promise.allSettled((kept?.ids ?? []).map((id) => client.query(prayerQuery(id))))
    const items = found.flatMap((one): Prayer[] => (one.status === 'fulfilled' ? [one.value] : []))
    return { items, next_cursor: kept?.cursor ?? null }
  },
})

/** The requests with which a round, or a portion of one, begins. */
interface Begun {
  prayers: Prayer[]
  /** The way to the next portion. */
  cursor?: string | null
  /** Lists what one prayed for on this day before the round began. */
  earlier?: Lit[]
}
const ofPage = ({ items, next_cursor }: Pick<PrayerPage, 'items' | 'next_cursor'>): Begun => ({
  prayers: items,
  cursor: next_cursor,
})
const ofList = ({ name, items }: Output<'prayer_lists.one'>): Begun & { name: string } => ({
  name,
  prayers: items.flatMap(({ prayer }) => prayer ?? []),
})
/** Returns the requests of the reader's day that are left; all of them again once none is left. */
function ofToday({ items }: Today): Begun {
  const left = items.filter(({ has_prayed }) => !has_prayed)
  return {
    prayers: (left.length > 0 ? left : items).map(({ prayer }) => prayer),
    earlier: items.filter(({ has_prayed }) => has_prayed).map(({ prayer }) => lit(prayer)),
  }
}

interface Props extends Omit<FrameProps, 'title'> {
  praying: Praying
  /** The round that was left to sign in. */
  kept: KeptRound | null
  /** Keeps the round while a visitor signs in. */
  onLeave: (round: KeptRound) => void
  /** False if one left out a request of an earlier portion. */
  isAllSoFar?: boolean
}
interface LoadedProps extends Props {
  round: Round
  title: string
  query: UseQueryResult<Begun>
  /** Continues with the next portion. */
  onMore?: (cursor: string, isAll: boolean) => void
}

/** Begins with what came with the page or is loaded first, and keeps to it: later answers would change the order under the reader's eyes. */
function Loaded({ round, query, onMore, praying, kept, onLeave, isAllSoFar = true, ...frame }: LoadedProps) {
  const t = useTranslations('feed')
  const { data, error, isStale, fetchStatus } = query
  const cameWithPage = !useIsHydrated()
  const [begun, setBegun] = useState<Begun | null>(null)
  if (begun === null && data && (cameWithPage || !isStale || fetchStatus !== 'fetching')) setBegun(data)
  const cursor = begun?.cursor ?? null
  const goOn = cursor === null ? undefined : (isAll: boolean) => onMore?.(cursor, isAll)
  const prayers = begun && toPrayFor(begun.prayers, round)
  // A portion in which everything has ended.
  const isSpent = prayers?.length === 0 && goOn !== undefined
  const skip = useEffectEvent(() => goOn?.(true))
  useEffect(() => {
    if (isSpent) skip()
  }, [isSpent])
  if (prayers && !isSpent)
    return (
      <>
        <Title>{frame.title}</Title>
        <PrayerDeck
          {...frame}
          round={round}
          praying={praying}
          prayers={prayers}
          earlier={begun.earlier}
          isAllSoFar={isAllSoFar}
          kept={kept}
          onLeave={(left) => onLeave({ ...left, lit: praying.prayed, isAllSoFar, cursor })}
          onMore={goOn}
        />
      </>
    )
  if (error && isMissing(error)) return <PageError error={error} />
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

function Portion(props: Props & Pick<LoadedProps, 'onMore'> & { round: LongRound; cursor: string | undefined }) {
  const { round, cursor, kept } = props
  const t = useTranslations('feed')
  const titleOf = useFilterTitle()
  const client = useQueryClient()
  const { status } = useAuth()
  const isAllowed = !isForMembers(round) || status === 'signed_in'
  const group = useQuery({
    ...groupQuery(round.kind === 'group' ? round.id : ''),
    enabled: round.kind === 'group' && isAllowed,
  })
  const portion = useQuery({
    ...portionQuery(round, cursor),
    select: ofPage,
    enabled: isAllowed && !kept,
    refetchOnWindowFocus: false,
  })
  const again = useQuery({
    ...keptQuery(client, kept),
    select: ofPage,
    enabled: kept !== null,
    refetchOnWindowFocus: false,
  })
  const query = kept ? again : portion
  const next = query.data?.cursor ?? null
  useEffect(() => {
    if (next !== null) void client.prefetchQuery(portionQuery(round, next))
  }, [client, round, next])
  const title = round.kind === 'group' ? (group.data?.name ?? t('pray_one')) : titleOf(round.filter)
  return <Loaded {...props} title={title} query={query} />
}

function Portions(props: Props & { round: LongRound }) {
  const { kept: left } = props
  const [{ cursor, isAllSoFar, kept }, setPortion] = useState<{
    cursor?: string
    isAllSoFar: boolean
    kept: KeptRound | null
  }>({ isAllSoFar: left?.isAllSoFar ?? true, kept: left })
  return (
    <Portion
      key={cursor}
      {...props}
      cursor={cursor}
      kept={kept}
      isAllSoFar={isAllSoFar}
      onMore={(next, isAll) => setPortion({ cursor: next, isAllSoFar: isAll, kept: null })}
    />
  )
}

function List(props: Props & { round: Extract<Round, { kind: 'list' }> }) {
  const t = useTranslations('feed')
  const { status } = useAuth()
  const query = useQuery({
    ...listQuery(props.round.id),
    select: ofList,
    enabled: status === 'signed_in',
    refetchOnWindowFocus: false,
  })
  return <Loaded {...props} title={query.data?.name ?? t('pray_one')} query={query} />
}

function TodayRound(props: Props & { round: Extract<Round, { kind: 'today' }> }) {
  const t = useTranslations('feed')
  const { status } = useAuth()
  const query = useQuery({
    ...todayQuery,
    select: ofToday,
    enabled: status === 'signed_in',
    refetchOnWindowFocus: false,
  })
  return <Loaded {...props} title={t('today')} query={query} />
}

function PrayMode({ search, kept }: { search: URLSearchParams; kept: KeptRound | null }) {
  const [round] = useState(() => readRound(search))
  const t = useTranslations('pray_mode')
  useRequireSignIn(isForMembers(round))
  useWakeLock()
  const { status } = useAuth()
  useEffect(() => {
    if (status === 'signed_in') dropKeptRound()
  }, [status])
  const praying = usePray(kept?.lit ?? [])
  const timer = useTimer(useCallback((minutes: number) => announce(t('time_over', { minutes })), [t]))
  const onLeave = (left: KeptRound) => keepRound(search.toString(), left)
  const props = { back: pathOf(round), timer, praying, kept, onLeave }
  if (round.kind === 'today') return <TodayRound {...props} round={round} />
  return round.kind === 'list' ? <List {...props} round={round} /> : <Portions {...props} round={round} />
}

/** Counts the sessions that have ended on this page, in another tab perhaps: a round holds what its reader alone may read. */
function useEndedSessions(): number {
  const { user } = useAuth()
  const id = user?.id ?? null
  const [{ reader_id, ended }, setState] = useState({ reader_id: id, ended: 0 })
  if (id !== reader_id) setState({ reader_id: id, ended: reader_id === null ? ended : ended + 1 })
  return ended
}

export default function PrayModeRoute({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  const [search] = useSearchParams()
  const address = search.toString()
  // The first render equals the server's.
  const isHydrated = useIsHydrated()
  const ended = useEndedSessions()
  const kept = useMemo(() => (isHydrated && ended === 0 ? readKeptRound(address) : null), [isHydrated, ended, address])
  return (
    <FormMessages area="lists">
      <meta name="robots" content="noindex" />
      <PrayMode key={`${address} ${kept ? 'kept' : ''} ${ended}`} search={search} kept={kept} />
    </FormMessages>
  )
}
