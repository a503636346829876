import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyArt, EmptyState } from '../../../ui/EmptyState.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import FirstRequest from './FirstRequest.tsx'
import type { Filter } from './queries.ts'

/** Says of a feed that shows nothing why, and what to do next. */
export default function EmptyFeed({
  filter: { from, category, mine, search, view },
  hasArt,
}: {
  filter: Filter
  hasArt: boolean
}) {
  const t = useTranslations('feed')
  const { user } = useAuth()
  const reason = mine
    ? 'mine'
    : category !== null
      ? 'category'
      : from !== 'everyone'
        ? from
        : view === 'answered'
          ? view
          : 'all'
  return (
    <EmptyState>
      {hasArt && <EmptyArt />}
      {user && reason === 'all' && search === '' && view === 'newest' ? (
        <FirstRequest />
      ) : (
        <>
          <h3>{search === '' ? t('empty') : t('not_found', { words: search })}</h3>
          <p>{t(search === '' ? `empty_${reason}` : 'empty_search')}</p>
        </>
      )}
      {(search !== '' || category !== null) && <ButtonLink to="/">{t('show_all')}</ButtonLink>}
      {search === '' && from === 'groups' && <ButtonLink to="/groups">{t('find_group')}</ButtonLink>}
    </EmptyState>
  )
}
