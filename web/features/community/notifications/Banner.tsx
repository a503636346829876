import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ActiveNotification } from '../../../../contract/notifications.ts'
import { call } from '../../../api.ts'
import { useMedia } from '../../../layout/useMedia.ts'
import { useNow } from '../../../time.tsx'
import { readToken } from '../../../token.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import { BannerIcon, bannerClass, BannerContent } from './BannerContent.tsx'
import { saveReadId } from './readNotifications.ts'
import { useRotation } from './useRotation.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './Banner.module.css'

/** Duration of the fade, in milliseconds. */
const FADE_DURATION_MS = 300

interface Props {
  /** These are shown, one at a time. */
  notifications: ActiveNotification[]
  /** These are over, and their room stays. */
  over?: ActiveNotification[]
  /** True if what is over, or hides by itself, leaves its room behind. */
  holdsRoom?: boolean
  /** True if it begins as the small bar. */
  isSeen?: boolean
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** A dismissed notification counts as read and is not shown at the next visit. */
function markRead({ id }: ActiveNotification): void {
  // The stored token decides, because somebody may press before their session is verified.
  if (readToken() === null) saveReadId(id)
  else void call('content.update', { id, metadata: { is_read: true } }, { ignoreUnauthorized: true, keepalive: true })
}

/** The small bar that opens what was closed. Hidden in the page that the server sends, where banner.js shows it instead of what was seen. */
function CollapsedBar(props: {
  type: ActiveNotification['type']
  hidden: boolean
  /** True if what was pressed to get here is gone. */
  wasPressed: boolean
  onOpen: () => void
}) {
  const t = useTranslations('banner')
  return (
    <section
      className={bannerClass(props.type, styles.collapsed)}
      aria-label={t('label')}
      hidden={props.hidden}
      data-banner-bar=""
    >
      <BannerIcon type={props.type} />
      <button
        type="button"
        ref={props.wasPressed ? takeLostFocus : undefined}
        aria-expanded={false}
        onClick={props.onOpen}
      >
        {t('label')}
      </button>
    </section>
  )
}

/** Says which of several is shown, and leads to the others. */
function Places(props: {
  notifications: ActiveNotification[]
  index: number
  paused: boolean
  onGo: (by: 1 | -1) => void
  onPause: () => void
}) {
  const t = useTranslations('banner')
  const { notifications, index, paused } = props
  return (
    <div className={`${styles.nav} ${notifications.length > 1 ? '' : styles.room} needs-js`} data-banner-nav="">
      <IconButton className={styles.action} aria-label={t('previous')} onClick={() => props.onGo(-1)}>
        <Icon name="left" className="flip" />
      </IconButton>
      <span className={styles.count}>{t('position', { n: index + 1, total: notifications.length })}</span>
      <IconButton className={styles.action} aria-label={t('next')} onClick={() => props.onGo(1)}>
        <Icon name="right" className="flip" />
      </IconButton>
      <span className={styles.dots} aria-hidden="true">
        {notifications.map(({ id }, place) => (
          <i key={id} data-notification={id} data-on={place === index || undefined} />
        ))}
      </span>
      <IconButton className={styles.action} aria-label={t(paused ? 'resume' : 'pause')} onClick={props.onPause}>
        <Icon name={paused ? 'play' : 'pause'} />
      </IconButton>
    </div>
  )
}

/** Shows one notification at a time and rotates them until the reader hovers, pauses, or prefers reduced motion. */
function RotatingBanner({ notifications, over, holdsRoom, isSeen }: Required<Props>) {
  const t = useTranslations('banner')
  const readAll = useTranslations('prayer')('read_all')
  // Undefined until something has happened to it on this page: a press may come before `isSeen` is known.
  const [state, setCollapsed] = useState<'by_hand' | 'by_itself' | null>()
  const collapsed = state === undefined ? (isSeen ? 'by_hand' : null) : state
  const [isWhole, setWhole] = useState(false)
  const [leaving, setLeaving] = useState<'by_hand' | 'by_itself' | null>(null)
  const [paused, setPaused] = useState(false)
  const [attended, setAttended] = useState(false)
  const prefersReducedMotion = useMedia('(prefers-reduced-motion: reduce)', true)
  const { index, byHand, go } = useRotation(
    notifications.length,
    collapsed !== null || paused || attended || prefersReducedMotion,
  )

  const shown = notifications[index]
  // The notification that hides automatically, unless the reader attends to it.
  const autoHiding = shown?.auto_hide === true && collapsed === null && !attended ? shown : undefined
  useEffect(() => {
    if (leaving === null) return undefined
    const timer = setTimeout(() => {
      setCollapsed(leaving)
      setLeaving(null)
    }, FADE_DURATION_MS)
    return () => clearTimeout(timer)
  }, [leaving])
  useEffect(() => {
    if (!autoHiding) return undefined
    const timer = setTimeout(() => setLeaving('by_itself'), autoHiding.auto_hide_delay)
    return () => clearTimeout(timer)
  }, [autoHiding])

  const bar = shown && (
    <CollapsedBar
      type={shown.type}
      hidden={collapsed === null}
      wasPressed={state === 'by_hand'}
      onOpen={() => {
        setCollapsed(null)
        setWhole(true)
      }}
    />
  )
  if (collapsed === 'by_hand' || (collapsed === 'by_itself' && !holdsRoom)) return bar
  const isShown = shown !== undefined && collapsed === null
  const items = [...notifications, ...over]
  return (
    <>
      {collapsed === null ? bar : <div className={styles.held}>{bar}</div>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only pause the timers */}
      <section
        ref={state === null ? takeFocus : undefined}
        tabIndex={-1}
        data-whole={isWhole || undefined}
        className={`${styles.frame} ${leaving === null ? '' : styles.leaving} ${isShown ? '' : styles.room}`}
        data-banner=""
        {...(isShown ? { 'aria-label': t('label') } : { 'aria-hidden': true })}
        onPointerEnter={() => setAttended(true)}
        onPointerLeave={() => setAttended(false)}
        onFocus={({ target }) => {
          setAttended(true)
          // A link may be in what is cut off.
          if (target.matches('a')) setWhole(true)
        }}
        onBlur={() => setAttended(false)}
      >
        <div className={styles.items} aria-live={byHand ? 'polite' : 'off'}>
          {items.map(({ id, title, content, type }) => (
            <div
              key={id}
              className={bannerClass(type, styles.item)}
              data-notification={id}
              data-on={(isShown && id === shown.id) || undefined}
            >
              <BannerIcon type={type} />
              <BannerContent title={title} content={content} />
              <IconButton
                className={`${styles.action} only-mobile needs-js`}
                aria-label={readAll}
                aria-expanded={isWhole}
                onClick={() => setWhole(!isWhole)}
              >
                <Icon name="down" />
              </IconButton>
            </div>
          ))}
        </div>
        {items.length > 1 && (
          <Places
            notifications={notifications}
            index={index}
            paused={paused}
            onGo={go}
            onPause={() => setPaused(!paused)}
          />
        )}
        {items.some(({ dismissible }) => dismissible) && (
          <IconButton
            className={`${styles.action} ${styles.dismiss} ${shown?.dismissible ? '' : styles.room} needs-js`}
            aria-label={t('dismiss')}
            onClick={() => {
              if (!shown) return
              setLeaving('by_hand')
              markRead(shown)
            }}
          >
            <Icon name="x" />
          </IconButton>
        )}
      </section>
    </>
  )
}

/** Maximum delay of a timer, in milliseconds; no page stays open that long. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1

/** Filters out expired notifications: on a page that stays open, and on a page that the browser has kept. */
function useUnexpired(notifications: ActiveNotification[]): ActiveNotification[] {
  // Begins with the time of the page, because the first render must equal the server's.
  const clock = useNow()
  const [passed, setPassed] = useState(0)
  const now = Math.max(clock, passed)
  const active = notifications.filter(({ shown_until }) => shown_until === null || Date.parse(shown_until) > now)
  const next = Math.min(...active.map(({ shown_until }) => (shown_until === null ? Infinity : Date.parse(shown_until))))
  useEffect(() => {
    if (next === Infinity) return undefined
    const timer = setTimeout(() => setPassed(next), Math.min(next - clock, MAX_TIMER_DELAY_MS))
    return () => clearTimeout(timer)
  }, [next, clock])
  return active
}

export default function Banner({ notifications, holdsRoom = true, isSeen = false }: Omit<Props, 'over'>) {
  const active = useUnexpired(notifications)
  const over = holdsRoom ? notifications.filter((one) => !active.includes(one)) : []
  if (active.length + over.length === 0) return null
  return <RotatingBanner notifications={active} over={over} holdsRoom={holdsRoom} isSeen={isSeen} />
}
