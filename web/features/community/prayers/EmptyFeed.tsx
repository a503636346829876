import { useTranslations } from 'use-intl'
import { Arcade } from '../../../ui/Arcade.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import emptyStateStyles from '../../../ui/EmptyState.module.css'
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
      {hasArt && (
        <div className={emptyStateStyles.art}>
          <Arcade size={[130, 130]} sun={0.6} arches={[[0, 130, 65]]} />
        </div>
      )}
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
