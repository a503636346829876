import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { preload, preloadInBrowser, type RouteQueries, withState } from '../query.ts'
import { SiteHead, Title } from '../site.tsx'
import { Arcade } from '../ui/Arcade.tsx'
import { categoriesQuery } from '../features/community/categories/useCategoryName.ts'
import { PrayerList } from '../features/community/prayers/PrayerList.tsx'
import { Testimony } from '../features/community/prayers/Testimony.tsx'
import { feedQuery, readFilter, type Filter } from '../features/community/prayers/queries.ts'
import styles from './answered.module.css'

/** Only the page comes from the address: this is the feed of everyone's answered requests. */
const filterOf = (search: URLSearchParams): Filter => ({
  ...readFilter(new URLSearchParams({ view: 'answered' })),
  page: readFilter(search).page,
})

const queries: RouteQueries = ({ url }) => [feedQuery(filterOf(url.searchParams)), categoriesQuery]
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

/** Shows what people tell of the answers, newest first. */
function Answered() {
  const t = useTranslations('answered')
  const feed = useTranslations('feed')
  const [search] = useSearchParams()
  return (
    <div className={styles.page}>
      <Title>{t('title')}</Title>
      <SiteHead path="/answered" />
      <div className={styles.head}>
        <Arcade size={[100, 120]} sun={0.5} arches={[[0, 100, 50]]} />
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </div>
      <h2 className="vh">{feed('recently_answered')}</h2>
      <div className={styles.list}>
        <PrayerList filter={filterOf(search)} item={Testimony} />
      </div>
    </div>
  )
}

export default withState(Answered)
