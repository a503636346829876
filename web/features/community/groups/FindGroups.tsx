import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_GROUP_SEARCH_LENGTH } from '../../../../contract/groups.values.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { GroupCards } from './GroupCard.tsx'
import { foundGroupsQuery } from './queries.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CardTitle } from '../../../ui/Card.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import fieldStyles from '../../../ui/Field.module.css'
import loadingStyles from '../../../layout/Loading.module.css'
import groupsStyles from './Groups.module.css'

const SEARCH_DELAY_MS = 300

function ResultPage({ search, page, onMore }: { search: string; page: number; onMore: (() => void) | null }) {
  const t = useTranslations('groups')
  const query = useQuery(foundGroupsQuery(search, page))
  const { data } = query
  if (!data) {
    return <Loading label={t('loading')} failed={t('failed')} query={query} />
  }
  if (data.items.length === 0 && page === 0) {
    return (
      <EmptyState quiet>
        <h3>{t(search === '' ? 'none_listed' : 'nothing_found')}</h3>
        <p>{t('nothing_found_text')}</p>
      </EmptyState>
    )
  }
  return (
    <>
      <GroupCards groups={data.items} />
      {data.has_more && onMore && (
        <p className={loadingStyles.more}>
          <Button onClick={onMore}>{t('more')}</Button>
        </p>
      )}
    </>
  )
}

/** Searches the listed groups that the reader does not belong to. */
export function FindGroups() {
  const t = useTranslations('groups')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  useEffect(() => {
    const wanted = typed.trim()
    // Nothing new is looked for: the pages that are open stay.
    if (wanted === search) return undefined
    const timer = setTimeout(() => {
      setSearch(wanted)
      setPages(1)
    }, SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, search])
  return (
    <section aria-labelledby={id}>
      <div className={groupsStyles.groupsHead}>
        <CardTitle id={id}>{t('find')}</CardTitle>
        <input
          className={fieldStyles.input}
          type="search"
          dir="auto"
          maxLength={MAX_GROUP_SEARCH_LENGTH}
          aria-label={t('search')}
          placeholder={t('search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="stack" key={search}>
        {Array.from({ length: pages }, (_, page) => (
          <div key={page} className="stack" {...(page > 0 && { ref: takeLostFocus, tabIndex: -1 })}>
            <ResultPage
              search={search}
              page={page}
              onMore={page === pages - 1 ? () => setPages(pages + 1) : null}
            />
          </div>
        ))}
      </div>
    </section>
  )
}
