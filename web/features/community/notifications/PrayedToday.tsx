import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { unreadNewsQuery } from './news.ts'
import { useUnreadNews } from './useUnreadNews.ts'

function Line() {
  const t = useTranslations()
  const client = useQueryClient()
  const data = useUnreadNews()
  if (!data || data.prayed_today.length === 0) return null
  const putAway = () => {
    client.setQueryData(unreadNewsQuery.queryKey, { ...data, prayed_today: [] })
    // The focus goes where the wall goes on: what was pressed is gone.
    document.querySelector<HTMLElement>('#requests')?.focus({ preventScroll: true })
    void call('notifications.read_all', { ids: data.prayed_today }, { keepalive: true }).then(
      // Otherwise it stays unread in News, and the next page says it again.
      ({ data: unread }) => unread && client.setQueryData(unreadNewsQuery.queryKey, unread),
    )
  }
  return (
    <p className="row small secondary only-screen">
      <Link to="/notifications">{t('notices.prayed_today')}</Link>
      <IconButton className="needs-js" aria-label={t('banner.dismiss')} onClick={putAway}>
        <Icon name="x" className="icon--sm" />
      </IconButton>
    </p>
  )
}

/** Says once a day that somebody prayed for the reader. */
export default withMessages(Line, 'acts')
