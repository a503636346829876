import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loading, More } from '../../../layout/Loading.tsx'
import { GroupCards } from './GroupCard.tsx'
import { foundGroupsQuery } from './queries.ts'
import { TypedSearch } from './TypedSearch.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { CardTitle } from '../../../ui/Card.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import groupsStyles from './Groups.module.css'

/** Shows the groups of a page, followed by the next pages. */
function ResultPage({ search, page = 0 }: { search: string; page?: number }) {
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
      {data.has_more && (
        <More>
          <div className="stack" ref={takeLostFocus} tabIndex={-1}>
            <ResultPage search={search} page={page + 1} />
          </div>
        </More>
      )}
    </>
  )
}

/** Searches the listed groups that the reader does not belong to. */
export function FindGroups() {
  const t = useTranslations('groups')
  const id = useId()
  const [search, setSearch] = useState('')
  return (
    <section aria-labelledby={id}>
      <div className={groupsStyles.groupsHead}>
        <CardTitle id={id}>{t('find')}</CardTitle>
        <TypedSearch label={t('search')} onSearch={setSearch} />
      </div>
      <div className="stack" key={search}>
        <ResultPage search={search} />
      </div>
    </section>
  )
}
