import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isRouteErrorResponse, Navigate, redirect, useLocation, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { excerpt } from '../../contract/excerpt.ts'
import { localeOf } from '../../contract/languages.ts'
import { pageLanguage } from '../messages.ts'
import type { Prayer, PrayerDetail } from '../../contract/prayers.ts'
import { PageError } from '../layout/PageError.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { lazyPart, Nothing } from '../layout/lazyPart.tsx'
import { preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { LinkPreview, Title } from '../site.tsx'
import { announce } from '../ui/Toast.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { categoriesQuery, useCategoryName } from '../features/community/categories/useCategoryName.ts'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import type { Route } from './+types/prayer.ts'
import { PrayRow } from '../features/community/prayers/PrayButton.tsx'
import { PrayerArticle, PrayerColumn } from '../features/community/prayers/PrayerArticle.tsx'
import { PrayerMeta, PrayerTags, PrayerText, useAuthorName } from '../features/community/prayers/PrayerMeta.tsx'
import { PrivacySummary } from '../features/community/prayers/PrivacySummary.tsx'
import { heldPath, isHeldForDanger } from '../features/community/prayers/held.ts'
import { findCachedPrayer } from '../features/community/prayers/cache.ts'
import { prayerQuery } from '../features/community/prayers/queries.ts'
import { ReactionBar } from '../features/community/prayers/reactions/ReactionBar.tsx'
import { ReportLink, SideActions } from '../features/community/prayers/SideActions.tsx'
import { AnsweredPanel, Updates } from '../features/community/updates/Updates.tsx'
import { TextTools } from '../features/language/speech/TextTools.tsx'
import { BackLink } from '../ui/PageHead.tsx'
import { Loading } from '../layout/Loading.tsx'
import { isMissing } from '../api.ts'
import { useGone } from '../layout/useGone.ts'
import { BackendReason } from '../layout/BackendReason.tsx'
import styles from './prayer.module.css'

const HeldPanel = lazyPart(() => import('../features/care/review/HeldPanel.tsx'), Nothing, ['forms', 'care'])
const OwnTalk = lazyPart(() => import('../features/care/cases/OwnTalk.tsx'), Nothing, ['forms', 'care'])
const HelpLine = lazyPart(() => import('../features/community/prayers/HelpLine.tsx'), Nothing, ['forms', 'care'])

const Lines = lazyPart(() => import('../features/community/prayers/lines/Lines.tsx'), Nothing, ['acts', 'lines'])
const PushOffer = lazyPart(() => import('../features/identity/push-devices/PushOffer.tsx'))

const queries: RouteQueries = ({ params: { id = '' } }) => [prayerQuery(id), categoriesQuery]
const preloadPage = preload(queries)
export async function loader(where: Route.LoaderArgs) {
  const state = await preloadPage(where)
  const prayer = state.queries.find(({ queryKey }) => queryKey[0] === 'prayers.one')?.state.data as Prayer | undefined
  if (prayer && isHeldForDanger(prayer)) throw redirect(heldPath(prayer.id))
  return state
}
export const clientLoader = preloadInBrowser(queries)

// A new request is classified within seconds; polling stops after this time. Milliseconds.
const CLASSIFY_TIMEOUT_MS = 15_000
const CLASSIFY_POLL_INTERVAL_MS = 500
const POLL_INTERVAL_MS = 30_000
/**
 * Interval between polls, in milliseconds. Signed-in readers receive changes at once, except the acts of an anonymous
 * author.
 */
const LIVE_POLL_INTERVAL_MS = 5 * 60_000

/** Polls often while a request that was just shared has no categories, then at a long interval. */
function usePrayer(id: string) {
  const client = useQueryClient()
  const { status } = useAuth()
  const { state } = useLocation()
  const justShared = (state as { just_shared?: boolean } | null)?.just_shared === true
  const [until] = useState(() => (justShared ? Date.now() + CLASSIFY_TIMEOUT_MS : 0))
  const query = useQuery({
    ...prayerQuery(id),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.is_mine && data.categories.length === 0 && Date.now() < until
        ? CLASSIFY_POLL_INTERVAL_MS
        : status === 'signed_in'
          ? LIVE_POLL_INTERVAL_MS
          : POLL_INTERVAL_MS,
  })
  const listed = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => findCachedPrayer(client, id),
    () => undefined,
  )
  // The words of a list stand here until its own answer comes, and where that does not come.
  const known: PrayerDetail | undefined =
    listed && !isMissing(query.error) ? { ...listed, updates: [], offers_help: false, in_summary: false } : undefined
  return { query, prayer: query.data ?? known, justShared }
}

/** Announces once the categories of a request that was just shared. */
function useCategoriesAnnouncement(prayer: Prayer | undefined, justShared: boolean): void {
  const t = useTranslations('page')
  const nameOf = useCategoryName()
  const waiting = useRef(false)
  const names = prayer?.categories.map(nameOf) ?? []
  const isClassified = names.length > 0
  useEffect(() => {
    if (!prayer || !justShared) return
    if (!isClassified) waiting.current = true
    else if (waiting.current) {
      waiting.current = false
      const categories = new Intl.ListFormat(localeOf(pageLanguage())).format(names)
      announce(t('sorted', { categories }))
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change from nothing to something
  }, [isClassified, justShared, prayer === undefined])
}

/** Comes after hydration: the server knows nothing of the state of a location, which a reload keeps. */
function AfterSharing() {
  return useIsHydrated() && <PushOffer after="request" />
}

function Page({ id }: { id: string }) {
  const t = useTranslations('page')
  const { status } = useAuth()
  const { query, prayer, justShared } = usePrayer(id)
  const { data, error } = query
  useCategoriesAnnouncement(prayer, justShared)
  // Also when it was shown before: the request may have been deleted, or closed to this reader.
  if (useGone(isMissing(error), prayer !== undefined)) {
    return (
      <>
        {/* A moderator may have removed it: its author goes on talking with the care team. */}
        {status === 'signed_in' && <OwnTalk id={id} showsHelp />}
        <PageError error={error} />
      </>
    )
  }
  if (prayer && isHeldForDanger(prayer)) return <Navigate to={heldPath(id)} replace />
  const isShown = prayer?.publication === 'published'
  const lines = prayer && <Lines prayer={prayer} Talk={OwnTalk} />
  return (
    <>
      <meta name="robots" content="noindex" />
      {typeof prayer?.group_name === 'string' ? (
        <BackLink to={`/groups/${prayer.group_id}`}>
          <bdi>{prayer.group_name}</bdi>
        </BackLink>
      ) : (
        <BackLink to="/">{t('back')}</BackLink>
      )}
      {!prayer && <Title>{t('title')}</Title>}
      {!data && (!prayer || error) && (
        <Loading label={t('loading')} failed={t('failed')} reason={<BackendReason error={error} />} query={query} />
      )}
      {prayer && (
        <div className={styles.layout}>
          <PrayerColumn>
            {prayer.is_mine && !isShown && <HeldPanel prayer={prayer} />}
            {prayer.is_mine && <OwnTalk id={id} showsHelp />}
            {prayer.offers_help && <HelpLine />}
            <PrayerArticle id={id}>
              <Head prayer={prayer} />
              <PrayerMeta prayer={prayer} />
              <Heading prayer={prayer} />
              <PrayerText prayer={prayer} />
              <TextTools prayer={prayer} />
              <AnsweredPanel prayer={prayer} />
              <PrayerTags prayer={prayer} />
              {isShown && (
                <>
                  <PrayRow prayer={prayer} large />
                  {!prayer.is_mine && status === 'signed_in' && (
                    <div className={prayer.takes_lines ? styles.offer : undefined}>{prayer.has_prayed && lines}</div>
                  )}
                  <ReactionBar prayer={prayer} />
                </>
              )}
            </PrayerArticle>
            {prayer.is_mine && isShown && lines}
            <Updates prayer={prayer} />
            {justShared && prayer.is_mine && isShown && <AfterSharing />}
          </PrayerColumn>
          <aside className="stack only-screen">
            {isShown && <SideActions prayer={prayer} />}
            <PrivacySummary prayer={prayer} />
            <ReportLink prayer={prayer} />
          </aside>
        </div>
      )}
    </>
  )
}

function Heading({ prayer: { title, language, ...prayer } }: { prayer: Prayer }) {
  const t = useTranslations('page')
  const name = useAuthorName()(prayer)
  if (title === null) return <h1 className="vh">{t('title_of', { name })}</h1>
  return (
    <h1 dir="auto" lang={language ?? undefined}>
      {title}
    </h1>
  )
}

/** Metadata for link previews: nothing, unless everyone may read the request. */
function Head({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('page')
  const name = useAuthorName()(prayer)
  const title = prayer.title ?? t('title_of', { name })
  if (prayer.visibility !== 'public' || prayer.is_guarded) return <Title>{t('title')}</Title>
  return (
    <>
      <Title>{title}</Title>
      <LinkPreview path={`/prayers/${prayer.id}`} title={title} description={excerpt(prayer.content, 200)} />
    </>
  )
}

export default function PrayerRoute({ loaderData, params: { id } }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return (
    <FormMessages area="acts">
      <Page key={id} id={id} />
    </FormMessages>
  )
}

/** The server renders as a visitor: a request that it does not find may still be readable for this reader. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { id } = useParams()
  const { status } = useAuth()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageError error={error} />
  if (status === 'signed_in') {
    return (
      <FormMessages area="acts">
        <Page id={id ?? ''} />
      </FormMessages>
    )
  }
  return (
    <div className={status === 'loading' ? 'for-visitors' : ''}>
      <PageError error={error} />
    </div>
  )
}
