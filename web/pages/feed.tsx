import { useQuery } from '@tanstack/react-query'
import { Navigate, redirect, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Failure } from '../api.ts'
import { preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { SiteHead, Title, useSite } from '../site.tsx'
import { categoriesQuery } from '../features/community/categories/useCategoryName.ts'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import { useRequireSignIn } from '../features/identity/sessions/useRequireSignIn.ts'
import type { Route } from './+types/feed.ts'
import { CategoryChips, CategoryList, Toolbar } from '../features/community/prayers/FeedFilters.tsx'
import {
  BeforeYouShare,
  FeedColumns,
  Hero,
  PrayOneByOne,
  SharePrompt,
  RecentlyAnswered,
} from '../features/community/prayers/FeedParts.tsx'
import { PrayerList } from '../features/community/prayers/PrayerList.tsx'
import {
  countsQuery,
  feedPath,
  feedQuery,
  readFilter,
  recentlyAnsweredQuery,
  type Filter,
} from '../features/community/prayers/queries.ts'
import { lazyPart } from '../layout/lazyPart.tsx'
import headerStyles from '../layout/Header.module.css'

const PrayedToday = lazyPart(() => import('../features/community/notifications/PrayedToday.tsx'), undefined, [
  'forms',
  'acts',
])

const FeedNotes = lazyPart(() => import('../features/community/prayers/FeedNotes.tsx'), undefined, ['forms', 'acts'])

const isForMembers = ({ mine, from }: Filter): boolean => mine || from !== 'everyone'

const queries: RouteQueries = ({ url, reader_id }) => {
  const filter = readFilter(url.searchParams)
  // A visitor has no requests, groups or followed requests of their own.
  const feed = isForMembers(filter) && reader_id === null ? [] : [feedQuery(filter)]
  return [...feed, countsQuery, categoriesQuery, recentlyAnsweredQuery]
}
/** A category that was deleted filters as little as any other word that means nothing. */
const isCategoryGone = (error: Partial<Failure> | null | undefined): boolean => error?.code === 'categories.not_found'
function withoutCategory(from: URLSearchParams): string {
  const search = new URLSearchParams(from)
  search.set('category', 'gone')
  return `?${search}`
}
export async function loader(args: Route.LoaderArgs) {
  try {
    return await preload(queries)(args)
  } catch (error) {
    if (!isCategoryGone((error as { data?: Partial<Failure> }).data)) throw error
    throw redirect(args.url.pathname + withoutCategory(args.url.searchParams))
  }
}
export const clientLoader = preloadInBrowser(queries)

export default function Feed({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  const t = useTranslations()
  const [search] = useSearchParams()
  const filter = readFilter(search)
  const isGone = filter.category === null && search.has('category')
  useRequireSignIn(isForMembers(filter))
  const { error } = useQuery(feedQuery(filter))
  const front = feedPath(filter) === '/' && !filter.searching
  // As the page came: nothing moves when somebody prays while it is open.
  const { unread_news, reader } = useSite()
  // Nothing of it is for whoever comes after that reader has signed out.
  const { user } = useAuth()
  const news = user?.id === reader?.id ? unread_news : null
  if (isCategoryGone(error)) return <Navigate to={withoutCategory(search)} replace />
  const heading = filter.mine ? t('feed.mine') : t('feed.title')
  return (
    <>
      <Title>{heading}</Title>
      <SiteHead path="/" />
      {front && <Hero />}
      <h1 className={front ? 'vh for-members' : 'vh'}>{heading}</h1>
      <a className={headerStyles.skip} href="#requests">
        {t('feed.skip')}
      </a>
      <FeedColumns
        before={<CategoryList filter={filter} />}
        after={
          <>
            <PrayOneByOne filter={filter} />
            <RecentlyAnswered />
            <BeforeYouShare />
          </>
        }
      >
        <SharePrompt />
        <Toolbar filter={filter} />
        <CategoryChips filter={filter} />
        {(filter.search || isGone) && <FeedNotes filter={filter} isGone={isGone} />}
        {front && news?.prayed_today[0] !== undefined && <PrayedToday />}
        <h2 className="vh" id="requests" tabIndex={-1}>
          {t(`feed.${filter.view}`)}
        </h2>
        <PrayerList filter={filter} />
      </FeedColumns>
    </>
  )
}
