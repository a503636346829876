import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { MAX_SEARCH_LENGTH, views } from '../../../../contract/feed.values.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useCategoryName } from '../categories/useCategoryName.ts'
import { feedPath, countsQuery, type Filter } from './queries.ts'

/** Beside the feed on a wide screen. */
export function CategoryList({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  const nameOf = useCategoryName()
  const { data: counts = [] } = useQuery(countsQuery)
  const { view, search } = filter
  return (
    <nav aria-label={t('categories')}>
      <h2 className="side-title">{t('categories')}</h2>
      <div className="sidelist">
        <Link to={feedPath({ view, search })} aria-current={(!filter.mine && filter.category === null) || undefined}>
          {t('all_prayers')}
        </Link>
        {counts.map((category) => (
          <Link
            key={category.id}
            to={feedPath({ view, search, category: category.id })}
            aria-current={filter.category === category.id || undefined}
          >
            <span>{nameOf(category)}</span>
            {category.count > 0 && <span className="num">{category.count}</span>}
          </Link>
        ))}
      </div>
    </nav>
  )
}

/** Finds requests by their words. Without scripts it is a form that leads to the same address. */
export function SearchField({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  const navigate = useNavigate()
  const { search, category, view, mine } = filter
  return (
    <search className="searchbar">
      <form
        key={search}
        action="/"
        onSubmit={(event) => {
          event.preventDefault()
          const words = new FormData(event.currentTarget).get('search')
          void navigate(feedPath({ ...filter, page: 0, search: typeof words === 'string' ? words.trim() : '' }))
        }}
      >
        <input
          className="input"
          type="search"
          name="search"
          maxLength={MAX_SEARCH_LENGTH}
          defaultValue={search}
          aria-label={t('search')}
          placeholder={t('search')}
        />
        {category !== null && <input type="hidden" name="category" value={category} />}
        {view !== 'newest' && <input type="hidden" name="view" value={view} />}
        {mine && <input type="hidden" name="mine" value="1" />}
      </form>
      <Link className="btn btn--secondary" to="/pray">
        {t('pray_mode')}
      </Link>
    </search>
  )
}

export function ViewSwitch({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  return (
    <nav className="toolbar only-desktop" aria-label={t('show')}>
      <div className="segmented">
        {views.map((view) => (
          <Link
            key={view}
            to={feedPath({ ...filter, page: 0, view })}
            aria-current={view === filter.view || undefined}
            preventScrollReset
          >
            {t(view)}
          </Link>
        ))}
      </div>
    </nav>
  )
}

/** Above the feed on a narrow screen: the order of the feed first, then its categories. */
export function CategoryChips({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  const nameOf = useCategoryName()
  const { data: counts = [] } = useQuery(countsQuery)
  const { view, search } = filter
  return (
    <nav className="chips chips--scroll feed-chips" aria-label={t('filter')}>
      <button type="button" className="chip chip--menu only-mobile" popoverTarget="views">
        <Icon name="filter" />
        {t(view)}
      </button>
      <div key={view} id="views" popover="auto" className="sheet sidelist">
        {views.map((other) => (
          <Link
            key={other}
            to={feedPath({ ...filter, page: 0, view: other })}
            aria-current={other === view || undefined}
            preventScrollReset
          >
            {t(other)}
          </Link>
        ))}
      </div>
      <Link
        className="chip"
        to={feedPath({ view, search })}
        aria-current={(!filter.mine && filter.category === null) || undefined}
        preventScrollReset
      >
        {t('all')}
      </Link>
      {counts.map((category) => (
        <Link
          key={category.id}
          className="chip"
          to={feedPath({ view, search, category: category.id })}
          aria-current={filter.category === category.id || undefined}
          preventScrollReset
        >
          {nameOf(category)}
        </Link>
      ))}
    </nav>
  )
}
