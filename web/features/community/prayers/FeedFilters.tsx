import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { MAX_SEARCH_LENGTH } from '../../../../contract/feed.values.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useCategoryName } from '../categories/useCategoryName.ts'
import { feedPath, countsQuery, type Filter } from './queries.ts'
import { MenuList } from '../../../ui/MenuList.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import iconButtonStyles from '../../../ui/IconButton.module.css'
import segmentedStyles from '../../../ui/Segmented.module.css'
import feedStyles from './Feed.module.css'

/** Links to the categories that have requests, and to the chosen one; the most used first. */
function useCategoryLinks({ view, search, category: chosen }: Filter) {
  const nameOf = useCategoryName()
  const { data = [] } = useQuery(countsQuery)
  return data
    .filter(({ id, count }) => count > 0 || id === chosen)
    .toSorted((one, other) => other.count - one.count)
    .map((category) => ({
      label: nameOf(category),
      count: category.count,
      to: feedPath({ view, search, category: category.id }),
      className: '',
      'aria-current': category.id === chosen || undefined,
    }))
}

/** The feeds to choose from, and a mark at the one that is shown. On phones the order is one of them. */
function useSources({ from, category, view, mine, search }: Filter) {
  const t = useTranslations('feed')
  const shown = feedPath({ from, category, view, mine, search })
  const sources: [label: string, filter: Partial<Filter>, className?: string][] = [
    [t('everyone'), { search }],
    [t('my_groups'), { from: 'groups' }, 'for-members'],
    [t('waiting'), { view: 'waiting', search }, 'only-mobile'],
    [t('following'), { from: 'following' }, 'for-members'],
    [t('answered'), { view: 'answered', search }],
  ]
  return sources.map(([label, filter, className = '']) => {
    const to = feedPath(filter)
    return { label, to, className, 'aria-current': to === shown || undefined }
  })
}

/** Number of categories beside the feed; the others wait behind "More". */
const SHOWN_CATEGORIES = 5

/** Lists whose requests can be read, and the categories, beside the feed on a wide screen. */
export function CategoryList({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  // Here the order has its own place.
  const sources = useSources(filter.view === 'waiting' ? { ...filter, view: 'newest' } : filter)
  const categories = useCategoryLinks(filter)
  const linkTo = ({ label, count, ...link }: (typeof categories)[number]) => (
    <Link key={link.to} {...link}>
      <span>{label}</span>
      <span className="num">{count}</span>
    </Link>
  )
  const others = categories.slice(SHOWN_CATEGORIES)
  return (
    <>
      <nav aria-label={t('show')} className={feedStyles.sources}>
        <MenuList>
          {sources.map(({ label, ...link }) => (
            <Link key={link.to} {...link}>
              {label}
            </Link>
          ))}
        </MenuList>
      </nav>
      {categories.length > 0 && (
        <nav aria-label={t('categories')}>
          <h2 className={feedStyles.categories}>{t('categories')}</h2>
          <MenuList>{categories.slice(0, SHOWN_CATEGORIES).map(linkTo)}</MenuList>
          {others.length > 0 && (
            <details className={feedStyles.others} open={others.some((link) => link['aria-current'])}>
              <summary>{t('more_categories')}</summary>
              <MenuList>{others.map(linkTo)}</MenuList>
            </details>
          )}
        </nav>
      )}
    </>
  )
}

/** Searches requests by text. Works without scripts as a form that leads to the same address. */
function SearchField({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  const navigate = useNavigate()
  const { search, searching, category, view, mine } = filter
  const rest = { ...filter, from: 'everyone', page: 0 } as const
  return (
    <search className={searching ? feedStyles.search : `${feedStyles.search} only-desktop`}>
      <form
        key={`${search} ${searching}`}
        action="/"
        onSubmit={(event) => {
          event.preventDefault()
          const words = new FormData(event.currentTarget).get('search')
          void navigate(feedPath({ ...rest, search: typeof words === 'string' ? words.trim() : '' }))
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          name="search"
          maxLength={MAX_SEARCH_LENGTH}
          defaultValue={search}
          aria-label={t('search')}
          placeholder={t('search')}
          // The reader pressed to search.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={searching && search === ''}
        />
        {category !== null && <input type="hidden" name="category" value={category} />}
        {view !== 'newest' && <input type="hidden" name="view" value={view} />}
        {mine && <input type="hidden" name="mine" value="1" />}
        {searching && (
          <Link className={iconButtonStyles.iconButton} to={feedPath({ ...rest, search: '' })} aria-label={t('clear')}>
            <Icon name="x" />
          </Link>
        )}
      </form>
    </search>
  )
}

/** The order of the feed, and the search field. */
export function Toolbar({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  return (
    <div className={feedStyles.toolbar}>
      {filter.from !== 'groups' && (
        <nav className={`${segmentedStyles.segmented} only-desktop`} aria-label={t('order')}>
          {(['newest', 'waiting'] as const).map((view) => (
            <Link
              key={view}
              to={feedPath({ ...filter, page: 0, view })}
              aria-current={view === filter.view || undefined}
              preventScrollReset
            >
              {t(view)}
            </Link>
          ))}
        </nav>
      )}
      <SearchField filter={filter} />
    </div>
  )
}

/** Brings the chosen chip to the middle of a row that is longer than the screen. */
const reveal = (chip: HTMLElement | null): void =>
  chip?.parentElement?.scrollBy(chip.getBoundingClientRect().x + (chip.offsetWidth - innerWidth) / 2, 0)

/** Offers whose requests, those that wait, and the categories, above the feed on a narrow screen. */
export function CategoryChips({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  const links = [...useSources(filter), ...useCategoryLinks(filter)]
  return (
    <nav className={`${chipStyles.chips} ${chipStyles.scroll} ${feedStyles.chips}`} aria-label={t('show')}>
      {!filter.searching && (
        <Link className={`${chipStyles.chip} only-mobile`} to="/?search=" aria-label={t('search')} preventScrollReset>
          <Icon name="search" />
        </Link>
      )}
      {links.map(({ label, to, className, 'aria-current': current }) => (
        <Link
          key={to}
          to={to}
          ref={current && reveal}
          className={`${chipStyles.chip} ${className}`}
          aria-current={current}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
