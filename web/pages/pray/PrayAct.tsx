import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { isWaiting, subscribeToCandles } from '../../features/identity/sessions/candles.ts'
import { Candle } from '../../ui/Candle.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'
import prayStyles from '../../ui/Pray.module.css'
import styles from './pray.module.css'

const className = `${prayStyles.pray} ${prayStyles.large} ${styles.pray}`

/** Leads to sign in and back to the round. */
export function useSignInLink(): string {
  const { pathname, search } = useLocation()
  return `/signin?return=${encodeURIComponent(pathname + search)}`
}

/**
 * The button of prayer mode. Both of its labels take their room, so that it keeps its size when it is pressed. Without scripts it
 * leads visitors to sign in; members have none.
 */
export function PrayAct({ id, hasPrayed, onPray }: { id: string; hasPrayed: boolean; onPray: () => void }) {
  const t = useTranslations('prayer')
  const isHydrated = useIsHydrated()
  const { status } = useAuth()
  const signIn = useSignInLink()
  const waits = useSyncExternalStore(
    subscribeToCandles,
    () => isWaiting(id),
    () => false,
  )
  const labels = (
    <span className={styles.labels}>
      {(['pray', waits ? 'waiting' : 'prayed'] as const).map((label) => (
        <span key={label} className={`${styles.label} ${hasPrayed === (label !== 'pray') ? '' : styles.hidden}`}>
          {label === 'waiting' ? <Icon name="clock" /> : <Candle />}
          {t(label)}
        </span>
      ))}
    </span>
  )
  if (!isHydrated && status !== 'signed_in') {
    return (
      <Link className={className} to={signIn} state={{ act: 'pray', id }}>
        {labels}
      </Link>
    )
  }
  return (
    <button
      type="button"
      className={`${className} needs-js`}
      aria-pressed={hasPrayed}
      aria-keyshortcuts="Space"
      data-waiting={waits}
      onClick={onPray}
    >
      {labels}
    </button>
  )
}
