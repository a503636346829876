import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useUnreadNews } from './useUnreadNews.ts'
import styles from '../../../layout/Header.module.css'

/** Above it, a number would only press. */
const MAX_SHOWN = 9

function Count() {
  const t = useTranslations('notices')
  const { pathname } = useLocation()
  const unread = useUnreadNews()?.unread ?? 0
  return (
    <Link
      className={unread > 0 ? `${styles.news} ${styles.unread}` : styles.news}
      to="/notifications"
      aria-current={pathname === '/notifications' ? 'page' : undefined}
    >
      <Icon name="bell" />
      <span>
        {unread > 0 && <span className="vh">{t('title')}: </span>}
        {unread === 0 ? t('title') : unread > MAX_SHOWN ? t('many_new') : t('some_new', { count: unread })}
      </span>
    </Link>
  )
}

/** The way to News in the header: how much is new, in words. */
export default withMessages(Count, 'acts')
