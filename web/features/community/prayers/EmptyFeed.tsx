import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyArt, EmptyState } from '../../../ui/EmptyState.tsx'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import FirstRequest from './FirstRequest.tsx'
import type { Filter } from './queries.ts'

interface Props {
  filter: Filter
  hasArt: boolean
}

function Reason({ filter: { from, category, mine, search, view }, hasArt }: Props) {
  const t = useTranslations('feed')
  const notes = useTranslations('feed_notes')
  const { user } = useAuth()
  const reason = category !== null ? 'category' : from !== 'everyone' ? from : view === 'answered' ? view : 'all'
  const text = mine ? t('empty_mine') : notes(`empty_${reason}`)
  return (
    <EmptyState>
      {hasArt && <EmptyArt />}
      {user && !mine && reason === 'all' && search === '' && view === 'newest' ? (
        <FirstRequest />
      ) : (
        <>
          <h3>{search === '' ? t('empty') : notes('not_found', { words: search })}</h3>
          <p>{search === '' ? text : notes('empty_search')}</p>
        </>
      )}
      {(search !== '' || category !== null) && <ButtonLink to="/">{t('show_all')}</ButtonLink>}
      {search === '' && from === 'groups' && <ButtonLink to="/groups">{notes('find_group')}</ButtonLink>}
    </EmptyState>
  )
}

/** Says of a feed that shows nothing why, and what to do next. */
export default withMessages(Reason, 'acts')
