import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { SiteHead, Title } from '../site.tsx'
import { categoriesQuery } from '../features/community/categories/useCategoryName.ts'
import { useRequireSignIn } from '../features/identity/sessions/useRequireSignIn.ts'
import type { Route } from './+types/feed.ts'
import { CategoryChips, CategoryList, SearchField, ViewSwitch } from '../features/community/prayers/FeedFilters.tsx'
import { BeforeYouShare, Hero, SharePrompt, RecentlyAnswered } from '../features/community/prayers/FeedParts.tsx'
import { PrayerList } from '../features/community/prayers/PrayerList.tsx'
import { countsQuery, feedQuery, readFilter, recentlyAnsweredQuery } from '../features/community/prayers/queries.ts'
import feedStyles from '../features/community/prayers/Feed.module.css'

const queries: RouteQueries = ({ url, reader_id }) => {
  const filter = readFilter(url.searchParams)
  // A visitor has no requests of their own.
  const feed = filter.mine && reader_id === null ? [] : [feedQuery(filter)]
  return [...feed, countsQuery, categoriesQuery, recentlyAnsweredQuery]
}
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

export default function Feed({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  const t = useTranslations()
  const [search] = useSearchParams()
  const filter = readFilter(search)
  useRequireSignIn(filter.mine)
  const front =
    filter.category === null && !filter.mine && filter.view === 'newest' && filter.page === 0 && filter.search === ''
  const heading = filter.mine ? t('feed.mine') : t('feed.title')
  return (
    <>
      <Title>{heading}</Title>
      <SiteHead path="/" />
      {front && <Hero />}
      <h1 className={front ? 'vh for-members' : 'vh'}>{heading}</h1>
      <div className={feedStyles.layout}>
        <div className={feedStyles.left}>
          <CategoryList filter={filter} />
        </div>
        <div>
          <SharePrompt />
          <h2 className="vh">{t(`feed.${filter.view}`)}</h2>
          <SearchField filter={filter} />
          <ViewSwitch filter={filter} />
          <CategoryChips filter={filter} />
          <PrayerList filter={filter} />
        </div>
        <aside className={feedStyles.right}>
          <RecentlyAnswered />
          <BeforeYouShare />
        </aside>
      </div>
    </>
  )
}
