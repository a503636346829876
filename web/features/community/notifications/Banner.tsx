import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { ActiveNotification } from '../../../../contract/notifications.ts'
import { call } from '../../../api.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { BannerIcon, bannerClass, BannerContent } from './BannerContent.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { saveReadId } from './readNotifications.ts'
import { useRotation } from './useRotation.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './Banner.module.css'

/** Duration of the fade, in milliseconds. */
const FADE_DURATION_MS = 300

interface Props {
  notifications: ActiveNotification[]
}

const reducedMotionQuery = '(prefers-reduced-motion: reduce)'
function subscribeReducedMotion(changed: () => void): () => void {
  const query = matchMedia(reducedMotionQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Shows one notification at a time and rotates them until the reader hovers, pauses, or prefers reduced motion. */
function RotatingBanner({ notifications }: Props) {
  const t = useTranslations('banner')
  const { status } = useAuth()
  const [collapsed, setCollapsed] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [paused, setPaused] = useState(false)
  const [attended, setAttended] = useState(false)
  const prefersReducedMotion = useSyncExternalStore(
    subscribeReducedMotion,
    () => matchMedia(reducedMotionQuery).matches,
    () => true,
  )
  const { index, byHand, go } = useRotation(
    notifications.length,
    collapsed || paused || attended || prefersReducedMotion,
  )

  const shown = notifications[index]
  // The notification that hides automatically, unless the reader attends to it.
  const autoHiding = shown?.auto_hide === true && !collapsed && !attended ? shown : undefined
  useEffect(() => {
    if (!leaving) return undefined
    const timer = setTimeout(() => {
      setCollapsed(true)
      setLeaving(false)
    }, FADE_DURATION_MS)
    return () => clearTimeout(timer)
  }, [leaving])
  useEffect(() => {
    if (!autoHiding) return undefined
    const timer = setTimeout(() => setLeaving(true), autoHiding.auto_hide_delay)
    return () => clearTimeout(timer)
  }, [autoHiding])

  if (!shown) return null
  const { id, title, content, type, dismissible } = shown

  function dismiss() {
    setLeaving(true)
    // A dismissed notification counts as read and is not shown at the next visit.
    if (status === 'signed_in')
      void call('content.update', { id, metadata: { is_read: true } }, { ignoreUnauthorized: true })
    else saveReadId(id)
  }

  if (collapsed) {
    return (
      <section className={`${bannerClass(type)} ${styles.collapsed}`} aria-label={t('label')}>
        <BannerIcon type={type} />
        <button type="button" aria-expanded={false} onClick={() => setCollapsed(false)}>
          {t('label')}
        </button>
      </section>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only pause the timers
    <section
      className={`${bannerClass(type)} ${leaving ? styles.leaving : ''}`}
      aria-label={t('label')}
      onPointerEnter={() => setAttended(true)}
      onPointerLeave={() => setAttended(false)}
      onFocus={() => setAttended(true)}
      onBlur={() => setAttended(false)}
    >
      <BannerIcon type={type} />
      <BannerContent title={title} content={content} spoken={byHand} />
      {notifications.length > 1 && (
        <div className={styles.nav}>
          <IconButton className={styles.action} aria-label={t('previous')} onClick={() => go(-1)}>
            <Icon name="left" className="flip" />
          </IconButton>
          <span className={styles.count}>{t('position', { n: index + 1, total: notifications.length })}</span>
          <IconButton className={styles.action} aria-label={t('next')} onClick={() => go(1)}>
            <Icon name="right" className="flip" />
          </IconButton>
          <span className={styles.dots} aria-hidden="true">
            {notifications.map((notification) => (
              <i key={notification.id} data-on={notification.id === id || undefined} />
            ))}
          </span>
          <IconButton
            className={`${styles.action} needs-js`}
            aria-label={t(paused ? 'resume' : 'pause')}
            onClick={() => setPaused(!paused)}
          >
            <Icon name={paused ? 'play' : 'pause'} />
          </IconButton>
        </div>
      )}
      {dismissible && (
        <IconButton
          className={`${styles.action} ${styles.dismiss} needs-js`}
          aria-label={t('dismiss')}
          onClick={dismiss}
        >
          <Icon name="x" />
        </IconButton>
      )}
    </section>
  )
}

/** Maximum delay of a timer, in milliseconds; no page stays open that long. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1

/** Filters out expired notifications: on a page that stays open, and on a page cached for offline use. */
function useUnexpired(notifications: ActiveNotification[]): ActiveNotification[] {
  const [now, setNow] = useState(() => Date.now())
  const active = notifications.filter(({ shown_until }) => shown_until === null || Date.parse(shown_until) > now)
  const next = Math.min(...active.map(({ shown_until }) => (shown_until === null ? Infinity : Date.parse(shown_until))))
  useEffect(() => {
    if (next === Infinity) return undefined
    const timer = setTimeout(
      () => setNow(Math.max(Date.now(), next)),
      Math.min(Math.max(0, next - Date.now()), MAX_TIMER_DELAY_MS),
    )
    return () => clearTimeout(timer)
  }, [next])
  return active
}

/** Loads its own messages, because only pages with an announcement need them. */
export default function Banner({ notifications }: Props) {
  const active = useUnexpired(notifications)
  if (active.length === 0) return null
  return (
    <FormMessages>
      <RotatingBanner key={active.length} notifications={active} />
    </FormMessages>
  )
}
