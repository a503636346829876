import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_GROUP_SEARCH_LENGTH } from '../../../../contract/groups.values.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { GroupCard } from './GroupCard.tsx'
import { foundGroupsQuery } from './queries.ts'

const SEARCH_DELAY_MS = 300

function ResultPage({ search, page, onMore }: { search: string; page: number; onMore: (() => void) | null }) {
  const t = useTranslations('groups')
  const { data, isError, fetchStatus, refetch } = useQuery(foundGroupsQuery(search, page))
  if (!data) {
    return (
      <Loading
        label={t('loading')}
        failed={isError ? t('failed') : undefined}
        paused={fetchStatus === 'paused'}
        retry={() => void refetch()}
      />
    )
  }
  if (data.items.length === 0 && page === 0) {
    return (
      <div className="card card--quiet empty">
        <h3>{t(search === '' ? 'none_listed' : 'nothing_found')}</h3>
        <p>{t('nothing_found_text')}</p>
      </div>
    )
  }
  return (
    <>
      <ul className="group-cards">
        {data.items.map((group) => (
          <GroupCard key={group.id} group={group} />
        ))}
      </ul>
      {data.has_more && onMore && (
        <p className="feed__more">
          <button type="button" className="btn btn--secondary" onClick={onMore}>
            {t('more')}
          </button>
        </p>
      )}
    </>
  )
}

/** Groups that one does not belong to, and that want to be found. */
export function FindGroups() {
  const t = useTranslations('groups')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim())
      setPages(1)
    }, SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <section aria-labelledby={id}>
      <div className="groups__head">
        <h2 className="card__title" id={id}>
          {t('find')}
        </h2>
        <input
          className="input"
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
          <ResultPage
            key={page}
            search={search}
            page={page}
            onMore={page === pages - 1 ? () => setPages(pages + 1) : null}
          />
        ))}
      </div>
    </section>
  )
}
