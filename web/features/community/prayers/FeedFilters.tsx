import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { MAX_SEARCH_LENGTH, views } from '../../../../contract/feed.values.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useCategoryName } from '../categories/useCategoryName.ts'
import { feedPath, countsQuery, type Filter } from './queries.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { MenuList } from '../../../ui/MenuList.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import segmentedStyles from '../../../ui/Segmented.module.css'
import feedStyles from './Feed.module.css'

/** Lists the categories beside the feed on a wide screen. */
export function CategoryList({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  const nameOf = useCategoryName()
  const { data: counts = [] } = useQuery(countsQuery)
  const { view, search } = filter
  return (
    <nav aria-label={t('categories')}>
      <h2 className={feedStyles.categories}>{t('categories')}</h2>
      <MenuList>
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
      </MenuList>
    </nav>
  )
}

/** Searches requests by text. Works without scripts as a form that leads to the same address. */
export function SearchField({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  const navigate = useNavigate()
  const { search, category, view, mine } = filter
  return (
    <search className={feedStyles.searchbar}>
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
      <ButtonLink to="/pray">{t('pray_mode')}</ButtonLink>
    </search>
  )
}

export function ViewSwitch({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  return (
    <nav className={`${feedStyles.toolbar} only-desktop`} aria-label={t('show')}>
      <div className={segmentedStyles.segmented}>
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

/** Shows the order of the feed and then the categories, above the feed on a narrow screen. */
export function CategoryChips({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  const nameOf = useCategoryName()
  const { data: counts = [] } = useQuery(countsQuery)
  const { view, search } = filter
  return (
    <nav className={`${chipStyles.chips} ${chipStyles.scroll} ${feedStyles.chips}`} aria-label={t('filter')}>
      <button type="button" className={`${chipStyles.chip} ${chipStyles.menu} only-mobile`} popoverTarget="views">
        <Icon name="filter" />
        {t(view)}
      </button>
      <div key={view} id="views" popover="auto" className={feedStyles.sheet}>
        <MenuList>
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
        </MenuList>
      </div>
      <Link
        className={chipStyles.chip}
        to={feedPath({ view, search })}
        aria-current={(!filter.mine && filter.category === null) || undefined}
        preventScrollReset
      >
        {t('all')}
      </Link>
      {counts.map((category) => (
        <Link
          key={category.id}
          className={chipStyles.chip}
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
